// An event while somebody writes or changes it, before the server has it: the contents of the form.
import type { Schema } from "./api";
import { kept } from "./settings";
import { instant, local } from "./zoned";

type Pairing = NonNullable<Schema["NewEvent"]["pairing"]>;

export interface Draft {
	kind: Schema["EventKind"];
	title: string;
	day: string;
	hour: string;
	zone: string;
	place: string;
	address: string;
	city: string;
	region: string;
	season: string;
	ruleset: string; // "" for the season's ruleset
	formula: string;
	variant: string;
	pairing: Pairing | "";
	capacity: number | null;
	minutes: number | null;
	fee: string;
	notes: string;
	step: number;
	copied: string; // the title of the event that this one copies
}

export const empty = (): Draft => ({
	kind: "club", title: "", day: "", hour: "10:00", zone: Intl.DateTimeFormat().resolvedOptions().timeZone, place: "", address: "", city: "", region: "", season: "",
	ruleset: "", formula: "", variant: "", pairing: "", capacity: null, minutes: null, fee: "", notes: "", step: 1, copied: "",
});

// written puts an event into the fields of the form.
export function written(event: Schema["Event"]): Draft {
	const at = local(new Date(event.startsAt), event.timeZone);
	return {
		kind: event.kind, title: event.title, day: at.day, hour: at.hour, zone: event.timeZone, place: event.venue.name, address: event.venue.address ?? "", city: event.venue.city,
		region: event.region?.id ?? "", season: event.season ?? "", ruleset: event.season ? "" : event.ruleset.id, formula: event.formula, variant: event.variant, pairing: event.pairing,
		capacity: event.capacity, minutes: event.timeLimitMinutes ?? null, fee: event.fee?.amount ?? "", notes: event.notes ?? "", step: 1, copied: "",
	};
}

// copied is a draft of another event like an earlier one, on a day still to be chosen. The person who copies chooses its season, since the
// earlier season may be over.
export const copied = (event: Schema["Event"], season: string): Draft => ({
	...written(event), day: "", season, ruleset: season && event.season ? "" : event.ruleset.id, copied: event.title,
});

// amount is a typed sum as the API writes it: "8", "8,5", "8.50 €".
export function amount(typed: string): string {
	const number = typed.replace(/[€\s]/g, "").replace(",", ".");
	if (!/^\d{1,4}(\.\d{1,2})?$/.test(number)) return "";
	const [whole = "0", cents = ""] = number.split(".");
	return `${Number(whole)}.${cents.padEnd(2, "0")}`;
}

const common = (draft: Draft) => ({
	title: draft.title.trim(),
	startsAt: instant(draft.day, draft.hour, draft.zone).toISOString(),
	timeZone: draft.zone,
	venue: { name: draft.place.trim(), city: draft.city.trim(), ...(draft.address.trim() ? { address: draft.address.trim() } : {}) },
	...(draft.season ? { season: draft.season } : {}),
	...(draft.formula ? { formula: draft.formula } : {}),
	...(draft.variant ? { variant: draft.variant } : {}),
	...(draft.pairing ? { pairing: draft.pairing } : {}),
	...(draft.capacity ? { capacity: draft.capacity } : {}),
	...(draft.minutes ? { timeLimitMinutes: draft.minutes } : {}),
	...(amount(draft.fee) ? { fee: { amount: amount(draft.fee), currency: "EUR" as const } } : {}),
});

// asNew makes the request for a draft.
export const asNew = (draft: Draft): Schema["NewEvent"] => ({
	kind: draft.kind, ...common(draft),
	...(draft.region ? { region: draft.region } : {}),
	...(draft.ruleset ? { ruleset: draft.ruleset } : {}),
	...(draft.notes.trim() ? { notes: draft.notes.trim() } : {}),
});

// changeOf lists the differences between the fields and an event; null where there is none.
export function changeOf(event: Schema["Event"], draft: Draft): Schema["EventChange"] | null {
	const [before, after] = [{ ...common(written(event)), notes: event.notes ?? "" }, { ...common(draft), notes: draft.notes.trim() }];
	const change: Record<string, unknown> = {};
	for (const [name, value] of Object.entries(after)) if (JSON.stringify(value) !== JSON.stringify(before[name as keyof typeof before])) change[name] = value;
	if (change.venue && event.venue.latitude && event.venue.name === draft.place.trim()) change.venue = { ...event.venue, ...after.venue };
	return Object.keys(change).length ? (change as Schema["EventChange"]) : null;
}

// The draft stays in this browser until the server has it.
const place = (tenant: string): string => `draft.${tenant}`;
export const keep = (tenant: string, draft: Draft): void => kept.set(place(tenant), JSON.stringify(draft));
export const forget = (tenant: string): void => kept.set(place(tenant), "");
export function left(tenant: string): Draft | null {
	try {
		const held: unknown = JSON.parse(kept.get(place(tenant)));
		return held && typeof held === "object" ? { ...empty(), ...held } : null;
	} catch {
		return null;
	}
}

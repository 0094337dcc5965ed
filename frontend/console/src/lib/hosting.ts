// A club's request to host an event of a federation, while the club writes it.
import type { Schema } from "./api";
import { amount, type Draft, empty } from "./draft";
import { instant, local } from "./zoned";

type Wanted = Schema["NewHosting"];
export const kinds: Wanted["kind"][] = ["stage", "open", "online"];

// Wish is the contents of the form, before the federation has the request.
export interface Wish extends Draft {
	federation: string;
	kind: Wanted["kind"];
	expected: number | null;
	first: boolean; // the organizer has held none before
}

export const nothing = (federation: string): Wish => ({ ...empty(), kind: "stage", federation, expected: null, first: false });

// wishOf puts a request into the fields of the form.
export function wishOf(of: Schema["Hosting"]): Wish {
	const at = local(new Date(of.startsAt), of.timeZone);
	return {
		...empty(), federation: of.federation.slug, kind: of.kind, title: of.title, day: at.day, hour: at.hour, zone: of.timeZone, place: of.venue.name, address: of.venue.address ?? "", city: of.venue.city,
		region: of.region?.id ?? "", season: of.season, formula: of.formula ?? "", capacity: of.capacity ?? null, fee: of.fee?.amount ?? "", notes: of.notes ?? "", expected: of.expected ?? null, first: of.newOrganizer ?? false,
	};
}

// asked makes the request. It keeps those parts of the replaced request that no field shows: the exact position of the venue, and another structure.
export function asked(wish: Wish, instead?: Schema["Hosting"]): Wanted {
	const venue = { name: wish.place.trim(), city: wish.city.trim(), ...(wish.address.trim() ? { address: wish.address.trim() } : {}) };
	const same = instead?.venue.latitude && instead.venue.name === venue.name && instead.venue.city === venue.city;
	return {
		federation: wish.federation, season: wish.season, kind: wish.kind, title: wish.title.trim(),
		startsAt: instant(wish.day, wish.hour, wish.zone).toISOString(), timeZone: wish.zone,
		venue: same ? { ...instead.venue, ...venue } : venue,
		...(wish.region && wish.kind === "stage" ? { region: wish.region } : {}),
		...(wish.formula ? { formula: wish.formula } : {}),
		...(amount(wish.fee) ? { fee: { amount: amount(wish.fee), currency: "EUR" as const } } : {}),
		...(wish.capacity ? { capacity: wish.capacity } : {}),
		...(wish.expected ? { expected: wish.expected } : {}),
		...(wish.first ? { newOrganizer: true } : {}),
		...(wish.notes.trim() ? { notes: wish.notes.trim() } : {}),
		...(instead?.structure ? { structure: instead.structure } : {}),
	};
}

// Open is a request that the federation has not decided yet.
export type Open = Schema["Hosting"] & { state: Exclude<Schema["HostingState"], "approved" | "refused" | "withdrawn"> };
export const open = (of: Schema["Hosting"]): of is Open => !["approved", "refused", "withdrawn"].includes(of.state);

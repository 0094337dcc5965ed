// The demands on an event, as the console shows them.
import type { Schema } from "./api";

export interface Check {
	result: Schema["CheckedDemand"]["result"] | "noted";
	text: string;
	rule?: Schema["Rule"] | undefined;
	// demand is the name of the demand, for a check that is one.
	demand?: Schema["Demand"];
}

const worth = ["failed", "open", "noted", "waived", "met"];

// checksOf are the checks of a list; those that need a person's decision come first. Photo demands are left out where the photos themselves are shown.
export function checksOf(list: Schema["Checklist"], photos: boolean): Check[] {
	const demands = list.demands.filter((one) => photos || one.demand !== "photos-missing").map((one) => ({ result: one.result, text: one.explanation.text, rule: one.explanation.rule, demand: one.demand }));
	const findings = (list.findings ?? []).map((one) => ({ result: one.result, text: one.explanation.text, rule: one.explanation.rule }));
	const breaches = list.breaches.map((one) => ({ result: "noted" as const, text: one.text, rule: one.rule }));
	const all: Check[] = [...demands, ...findings, ...breaches];
	return all.map((one, at) => ({ one, at })).sort((a, b) => worth.indexOf(a.one.result) - worth.indexOf(b.one.result) || a.at - b.at).map(({ one }) => one);
}

// Wanted is a demanded photo, or the place for other photos that may be sent.
export interface Wanted {
	kind: string;
	result: Schema["CheckedDemand"]["result"] | null; // null: the photo is not demanded
	rounds: number[];
	rule?: Schema["Rule"] | undefined;
}

export const other = "other";

// wantedOf are the demanded photos in their order, followed by a place for all others.
export function wantedOf(list: Schema["Checklist"]): Wanted[] {
	const demanded = list.demands.filter((one) => one.demand === "photos-missing" && one.kind);
	return [
		...demanded.map((one) => ({ kind: one.kind ?? other, result: one.result, rounds: one.rounds ?? [], rule: one.explanation.rule })),
		{ kind: other, result: null, rounds: [] },
	];
}

// shows reports whether a photo of a kind belongs to a wanted one; a photo of a kind that is not demanded belongs to the others.
export const shows = (wanted: Wanted, kind: string, all: Wanted[]): boolean => wanted.kind === kind || (wanted.kind === other && !all.some((one) => one.kind === kind));

// inRound reports whether a photo of a round is from one of the wanted rounds.
export const inRound = (wanted: Wanted, round: number | undefined): boolean => wanted.rounds.length === 0 || (round !== undefined && wanted.rounds.includes(round));

// failing are the demands that fail, each once, with the role that may waive it.
export function failing(list: Schema["Checklist"]): { demand: Schema["Demand"]; texts: string[]; rule?: Schema["Rule"] | undefined; waivedBy: Schema["CheckedDemand"]["waivedBy"] }[] {
	const out: ReturnType<typeof failing> = [];
	for (const one of list.demands) {
		if (one.result !== "failed") continue;
		const there = out.find((other) => other.demand === one.demand);
		if (!there) out.push({ demand: one.demand, texts: [one.explanation.text], rule: one.explanation.rule, waivedBy: one.waivedBy });
		else {
			there.texts.push(one.explanation.text);
			if (!one.waivedBy) there.waivedBy = undefined;
		}
	}
	return out;
}

// followsOf lists the consequences of a decision as sentences that name the person, region or event concerned. It leaves out consequences that only repeat the decision.
// gone is the sentence that an event no longer gives anything to a ranking or a series.
export function followsOf(of: Schema["SeasonConsequences"], gone: (title: string) => string): Check[] {
	const lines = [
		...of.consequences
			.filter((one) => one.kind !== "event-standing" && !(one.kind === "event-demand" && one.after !== "failed"))
			.map((one) => ({ who: [one.player?.name, one.region?.name, one.event && one.event.id !== of.event && !one.player && !one.region ? one.event.title : ""], says: one.explanation })),
		...of.entries.map((one) => ({ who: [one.player.name, one.event.title], says: one.explanation })),
		...of.posted.filter((one) => !one.players.length).map((one) => ({ who: [], says: { ...one.explanation, text: one.explanation ? `${one.title}: ${one.explanation.text}` : gone(one.title) } })),
	];
	const out: Check[] = [];
	for (const { who, says } of lines) {
		const about = who.filter(Boolean).join(", ");
		const said = about ? `${about}: ${says.text}` : says.text;
		if (!out.some((one) => one.text === said)) out.push({ result: "noted", text: said, rule: says.rule });
	}
	return out;
}

// What is demanded of an event, as the console shows it.
import type { Schema } from "./api";

export interface Check {
	result: Schema["CheckedDemand"]["result"] | "noted";
	text: string;
	rule?: Schema["Rule"] | undefined;
	// demand is its name where it is one of those that are decided about.
	demand?: Schema["Demand"];
}

const worth = ["failed", "open", "noted", "waived", "met"];

// checksOf are the checks of a list, those first that need somebody's eye. Those of photos are left to the photos where they are shown beside it.
export function checksOf(list: Schema["Checklist"], photos: boolean): Check[] {
	const demands = list.demands.filter((one) => photos || one.demand !== "photos-missing").map((one) => ({ result: one.result, text: one.explanation.text, rule: one.explanation.rule, demand: one.demand }));
	const findings = (list.findings ?? []).map((one) => ({ result: one.result, text: one.explanation.text, rule: one.explanation.rule }));
	const breaches = list.breaches.map((one) => ({ result: "noted" as const, text: one.text, rule: one.rule }));
	const all: Check[] = [...demands, ...findings, ...breaches];
	return all.map((one, at) => ({ one, at })).sort((a, b) => worth.indexOf(a.one.result) - worth.indexOf(b.one.result) || a.at - b.at).map(({ one }) => one);
}

// Wanted is a photo that is demanded, or the others that may be sent.
export interface Wanted {
	kind: string;
	result: Schema["CheckedDemand"]["result"] | null; // null: it is not demanded
	rounds: number[];
	rule?: Schema["Rule"] | undefined;
}

export const other = "other";

// wantedOf are the photos that are demanded, in their order, and behind them a place for all others.
export function wantedOf(list: Schema["Checklist"]): Wanted[] {
	const demanded = list.demands.filter((one) => one.demand === "photos-missing" && one.kind);
	return [
		...demanded.map((one) => ({ kind: one.kind ?? other, result: one.result, rounds: one.rounds ?? [], rule: one.explanation.rule })),
		{ kind: other, result: null, rounds: [] },
	];
}

// shows says whether a photo stands in the place of one that is wanted; what is of a kind that nobody asks for is among the others.
export const shows = (wanted: Wanted, kind: string, all: Wanted[]): boolean => wanted.kind === kind || (wanted.kind === other && !all.some((one) => one.kind === kind));

// inRound says whether a photo was taken when it is wanted.
export const inRound = (wanted: Wanted, round: number | undefined): boolean => wanted.rounds.length === 0 || (round !== undefined && wanted.rounds.includes(round));

// failing are the demands that fail, once each, with whoever may waive them.
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

// followsOf lists the consequences of a decision, as sentences that say whom they are about. What is only another word for the decision is left out.
// gone says of a ranking or a series that the event gives nothing there any more.
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

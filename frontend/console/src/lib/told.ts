// An act in plain words: for the list of acts that have not arrived, and beside the person whom it is about.
import type { Schema } from "./api";
import type { Act, Standing } from "./queue/act";
import { capital, decimal, named, text } from "./words";

// told is an act without the person whom it is about.
export function told(act: Act): string {
	switch (act.kind) {
		case "result": return text("table.number", { n: act.table });
		case "clock": return clock(act.body);
		case "sanction": return sanction(act.body);
		case "attendance": return attendance(act.body);
		case "mark": return act.body.marks.flatMap(marked).filter((one, i, all) => all.indexOf(one) === i).join(", ");
		case "revocation": return text("console.told.revocation", { what: text(act.what === "sanction" ? "console.told.a-sanction" : `console.told.${act.what}`) });
		case "draw": case "discarding": case "closing": case "reopening": return text(`console.told.${act.kind}`, { n: act.round });
		default: return text(`console.told.${act.kind}`);
	}
}

const sanction = (of: { kind: Schema["SanctionKind"]; points?: string }): string => text(`console.kind-${of.kind}`) + (of.points ? ` ${decimal(of.points)}` : "");
const attendance = ({ minutesLate }: { minutesLate?: number }): string => (minutesLate ? text("console.told.late", { count: minutesLate }) : text("console.told.absent"));

// because is the reason given for an act, or the words of a decision or a relation.
export const because = (act: Act): string => ("body" in act ? ("reason" in act.body && act.body.reason) || ("relation" in act.body && act.body.relation) || ("decision" in act.body && act.body.decision) || "" : "");

// Said describes the present state: what stands, why, by whom and since when. by is empty if nobody is named.
export interface Said {
	what: string;
	why: string;
	by: string;
	at: string;
}

// standing describes what stands instead of the wanted act.
export function standing({ of, is }: Standing): Said {
	switch (of) {
		case "sanction": return { ...taken(is, sanction(is)), ...(is.confirmedBy && !is.revokedAt ? { what: `${sanction(is)}, ${text("console.told.confirmation")}`, by: [is.by, is.confirmedBy].filter((one, i, all) => all.indexOf(one) === i).join(", "), at: is.confirmedAt ?? is.at } : {}) };
		case "withdrawal": return taken(is, text("console.told.withdrawal"));
		case "attendance": return taken(is, attendance(is));
		case "apart": return taken({ ...is, reason: is.relation }, text("console.told.apart"));
		case "ruling":
			if (is.state === "final") return { what: text(is.upheld ? "console.rulings.upheld" : "console.rulings.overturned"), why: is.finalDecision ?? "", by: is.finalBy ?? "", at: is.finalAt ?? is.at };
			if (is.state === "appealed") return { what: text("console.told.appeal"), why: is.appealReason ?? "", by: is.appealBy?.player.name ?? "", at: is.appealAt ?? is.at };
			return { what: text("console.told.ruling"), why: is.decision, by: is.by, at: is.at };
		case "entry": return { what: `${named("entry-state", is.state)}, ${text(is.feePaid ? "console.checkin.paid" : "console.told.not-paid")}`, why: "", by: is.by ?? "", at: is.at ?? is.checkedInAt ?? "" };
		case "call": return { what: text("console.told.answer"), why: is.note ?? "", by: is.answeredBy ?? "", at: is.answeredAt ?? is.calledAt };
		case "step": return { what: text("console.told.done-since"), why: "", by: is.by, at: is.at };
		case "clock": return { what: named("clock", is.phase), why: "", by: "", at: is.commandedAt ?? "" };
	}
}

function taken(is: { by: string; at: string; reason?: string | undefined; revokedAt?: string | undefined; revokedReason?: string | undefined }, what: string): Said {
	if (!is.revokedAt) return { what, why: is.reason ?? "", by: is.by, at: is.at };
	return { what: text("console.told.revocation", { what }), why: is.revokedReason ?? "", by: "", at: is.revokedAt };
}

function clock({ command, seconds = 0 }: Schema["ClockCommand"]): string {
	if (command === "extend") return text(seconds > 0 ? "console.extra.told" : "console.extra.told-back", { count: Math.ceil(Math.abs(seconds) / 60) });
	return text(`console.clock-${command}` as "console.clock-start");
}

function marked(mark: { here?: boolean; feePaid?: boolean }): string[] {
	return [
		...(mark.here === undefined ? [] : [text(mark.here ? "console.checkin.here" : "console.checkin.not-here")]),
		...(mark.feePaid === undefined ? [] : [text(mark.feePaid ? "console.checkin.paid" : "console.told.not-paid")]),
	];
}

// toldOf is an act with the person whom it is about.
export const toldOf = (act: Act): string => (act.who ? `${act.who}: ${told(act)}` : capital(told(act)));

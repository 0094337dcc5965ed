// What an act is in plain words: on the list of what has not arrived, and beside whoever it is about.
import type { Schema } from "./api";
import type { Act } from "./queue/act";
import { capital, text } from "./words";

// told is an act without whom it is about.
export function told(act: Act): string {
	switch (act.kind) {
		case "result": return text("table.number", { n: act.table });
		case "clock": return clock(act.body);
		case "sanction": return text(`console.kind-${act.body.kind}`);
		case "attendance": return act.body.minutesLate ? text("console.told.late", { count: act.body.minutesLate }) : text("console.told.absent");
		case "mark": return act.body.marks.flatMap(marked).filter((one, i, all) => all.indexOf(one) === i).join(", ");
		case "revocation": return text("console.told.revocation", { what: text(act.what === "sanction" ? "console.told.a-sanction" : `console.told.${act.what}`) });
		case "draw": case "discarding": case "closing": case "reopening": return text(`console.told.${act.kind}`, { n: act.round });
		default: return text(`console.told.${act.kind}`);
	}
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

// toldOf is an act with whom it is about.
export const toldOf = (act: Act): string => (act.who ? `${act.who}: ${told(act)}` : capital(told(act)));

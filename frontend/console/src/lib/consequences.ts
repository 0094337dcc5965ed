// The consequences of an act as sentences: those that the API gives, and sentences made here where it gives figures only.
import type { Schema } from "./api";
import { list, text } from "./words";

export interface Consequence {
	text: string;
	rule?: Schema["Rule"] | undefined;
}

export function consequences(of: Schema["WhatIf"]): Consequence[] {
	const explained = [...of.struck, ...of.tables, ...of.finalistsIn, ...of.reports].flatMap((one) => (one.explanation ? [{ text: one.explanation.text, rule: one.explanation.rule }] : []));
	const out = of.finalistsOut.map((one) => one.player.name);
	const moved = of.ranks.filter((one) => one.after > 0 && one.before > 0).length;
	return [
		...explained,
		...of.seats.map((one) => ({ text: text("console.seats-become", { n: one.table, names: list(one.after.map((seat) => seat.player.name)) }) })),
		...of.barred.map((one) => ({ text: one.text, rule: one.rule })),
		...(out.length ? [{ text: text("console.out-of-final", { names: list(out) }) }] : []),
		...(moved ? [{ text: text("console.ranks-move", { count: moved }) }] : []),
	].filter((one, i, all) => all.findIndex((other) => other.text === one.text) === i);
}


// The format of an event in words, and its sums of money.
import type { Schema } from "./api";
import { decimal, list, text } from "./words";

// tablesOf lists the tables of a first round, the larger first: "3 tables of 4 and 2 tables of 3".
export function tablesOf(format: Schema["EventFormat"]): string {
	const sizes = new Map<number, number>();
	for (const size of format.tableSizes) sizes.set(size, (sizes.get(size) ?? 0) + 1);
	return list([...sizes].sort(([a], [b]) => b - a).map(([size, count]) => text("console.checkin.tables", { count, size })));
}

// roundsOf is the course of an event: "3 rounds and final".
export function roundsOf(format: Pick<Schema["EventFormat"], "rounds" | "semifinal" | "final">): string {
	const parts = format.rounds ? [text("console.checkin.rounds", { count: format.rounds })] : [];
	if (format.semifinal) parts.push(text("console.checkin.semifinal"));
	if (format.final) parts.push(text("console.checkin.final"));
	return list(parts);
}

// priced is an amount of money in the reader's notation.
export const priced = (money: Schema["Money"]): string => `${decimal(money.amount.replace(/\.00$/, ""))} €`;

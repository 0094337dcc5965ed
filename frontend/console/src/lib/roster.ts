// The people of a running event: who plays where, who has left, and what can be done about each.
import type { Schema } from "./api";

export type Act = "withdraw" | "absent" | "late" | "replace" | "apart";

export interface Row {
	entry: Schema["Entry"];
	table: number; // of the round that is played; 0 for none
	rank: number; // 0 for none
}

const present = ["playing", "withdrawn", "expelled"];

// roster are those who started, who plays first, each group as the standings have it and then by start number.
export function roster(entries: Schema["Entry"][], round: Schema["Round"] | undefined, standings: Schema["Standings"] | null): Row[] {
	const tables = new Map<number, number>();
	if (round?.state === "open") for (const table of round.tables) for (const seat of table.seats) tables.set(seat.number, table.number);
	const ranks = new Map(standings?.rows.map((row) => [row.entry.number, row.rank]));
	return entries
		.filter((one) => present.includes(one.state))
		.map((entry) => ({ entry, table: tables.get(entry.number) ?? 0, rank: ranks.get(entry.number) ?? 0 }))
		.sort((a, b) => present.indexOf(a.entry.state) - present.indexOf(b.entry.state) || (a.rank || Infinity) - (b.rank || Infinity) || a.entry.number - b.entry.number);
}

// Known says which acts the regulation and the entries of an event make possible.
export interface Known {
	attendance: boolean;
	apart: boolean;
	reserves: boolean;
}

// acts list the possible acts about somebody who plays.
export function acts(known: Known): Act[] {
	return ["withdraw", ...(known.reserves ? (["replace"] as const) : []), ...(known.attendance ? (["absent", "late"] as const) : []), ...(known.apart ? (["apart"] as const) : [])];
}

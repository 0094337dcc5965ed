// The people of a running event: their tables, who has left, and the possible acts about each.
import type { Schema } from "./api";

export type Act = "withdraw" | "absent" | "late" | "replace" | "apart";

export interface Row {
	entry: Schema["Entry"];
	table: number; // in the round being played; 0 for none
	rank: number; // 0 for none
}

const present = ["playing", "withdrawn", "expelled"];

// roster are the people who started, those still playing first, each group in the order of the standings and then by start number.
export function roster(entries: Schema["Entry"][], round: Schema["Round"] | undefined, standings: Schema["Standings"] | null): Row[] {
	const tables = new Map<number, number>();
	if (round?.state === "open") for (const table of round.tables) for (const seat of table.seats) tables.set(seat.number, table.number);
	const ranks = new Map(standings?.rows.map((row) => [row.entry.number, row.rank]));
	return entries
		.filter((one) => present.includes(one.state))
		.map((entry) => ({ entry, table: tables.get(entry.number) ?? 0, rank: ranks.get(entry.number) ?? 0 }))
		.sort((a, b) => present.indexOf(a.entry.state) - present.indexOf(b.entry.state) || (a.rank || Infinity) - (b.rank || Infinity) || a.entry.number - b.entry.number);
}

// Known reports which acts the regulation and the entries of an event make possible.
export interface Known {
	attendance: boolean;
	apart: boolean;
	reserves: boolean;
}

// acts list the possible acts about a person who plays.
export function acts(known: Known): Act[] {
	return ["withdraw", ...(known.reserves ? (["replace"] as const) : []), ...(known.attendance ? (["absent", "late"] as const) : []), ...(known.apart ? (["apart"] as const) : [])];
}

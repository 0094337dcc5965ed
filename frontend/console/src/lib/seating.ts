// Tables that are made by hand: two people change places, and what is known of those who meet again is said.
import type { Schema } from "./api";

type Tables = Schema["Seating"][];

// swap has two people change places. Tables keep their sizes.
export function swap(tables: Tables, one: number, other: number): Tables {
	const turned = (number: number): number => (number === one ? other : number === other ? one : number);
	return tables.map((table) => ({ ...table, entries: table.entries.map(turned) }));
}

// tableOf is the number of the table at which somebody sits; 0 for none.
export const tableOf = (tables: Tables, entry: number): number => tables.find((table) => table.entries.includes(entry))?.table ?? 0;

// moved are those who sit elsewhere than they would, at another table or in another place at it.
export function moved(tables: Tables, before: Tables): Set<number> {
	const seats = new Map(before.flatMap((table) => table.entries.map((entry, i) => [entry, `${table.table}/${i}`] as const)));
	return new Set(tables.flatMap((table) => table.entries.filter((entry, i) => seats.get(entry) !== `${table.table}/${i}`)));
}

export interface Meeting {
	table: number;
	one: number;
	other: number;
	round: number; // in which they last sat at one table
}

// meetings are those pairs at a table of which one has moved, and who have sat at one table before.
export function meetings(tables: Tables, of: Set<number>, rounds: Schema["Round"][]): Meeting[] {
	const out: Meeting[] = [];
	for (const { table, entries } of tables)
		entries.forEach((one, i) => {
			for (const other of entries.slice(i + 1)) {
				if (!of.has(one) && !of.has(other)) continue;
				const met = rounds.findLast((round) => round.tables.some((past) => [one, other].every((number) => past.seats.some((seat) => seat.number === number))));
				if (met) out.push({ table, one, other, round: met.number });
			}
		});
	return out;
}

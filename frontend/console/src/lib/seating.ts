// Tables made by hand: two people change places. The server tells the consequences.
import type { Schema } from "./api";

type Tables = Schema["Seating"][];

// swap makes two people change places. The sizes of the tables stay.
export function swap(tables: Tables, one: number, other: number): Tables {
	const turned = (number: number): number => (number === one ? other : number === other ? one : number);
	return tables.map((table) => ({ ...table, entries: table.entries.map(turned) }));
}

// moved are the people whose seat differs from the drawn one, by its table or by its place at the table.
export function moved(tables: Tables, before: Tables): Set<number> {
	const seats = new Map(before.flatMap((table) => table.entries.map((entry, i) => [entry, `${table.table}/${i}`] as const)));
	return new Set(tables.flatMap((table) => table.entries.filter((entry, i) => seats.get(entry) !== `${table.table}/${i}`)));
}

// Tables that are made by hand: two people change places. What follows from that the server says.
import type { Schema } from "./api";

type Tables = Schema["Seating"][];

// swap has two people change places. Tables keep their sizes.
export function swap(tables: Tables, one: number, other: number): Tables {
	const turned = (number: number): number => (number === one ? other : number === other ? one : number);
	return tables.map((table) => ({ ...table, entries: table.entries.map(turned) }));
}

// moved are those who sit elsewhere than they would, at another table or in another place at it.
export function moved(tables: Tables, before: Tables): Set<number> {
	const seats = new Map(before.flatMap((table) => table.entries.map((entry, i) => [entry, `${table.table}/${i}`] as const)));
	return new Set(tables.flatMap((table) => table.entries.filter((entry, i) => seats.get(entry) !== `${table.table}/${i}`)));
}

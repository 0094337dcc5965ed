import { describe, expect, it } from "vitest";
import type { Schema } from "./api";
import { meetings, moved, swap, tableOf } from "./seating";

const drawn = [{ table: 1, entries: [1, 2, 3] }, { table: 2, entries: [4, 5, 6] }];
const round = (number: number, ...tables: number[][]) => ({ number, tables: tables.map((seats) => ({ seats: seats.map((one) => ({ number: one })) })) }) as Schema["Round"];

describe("tables by hand", () => {
	const by = swap(drawn, 2, 6);
	it("have two people in each other's places", () => {
		expect(by).toEqual([{ table: 1, entries: [1, 6, 3] }, { table: 2, entries: [4, 5, 2] }]);
		expect([tableOf(by, 2), tableOf(by, 6), tableOf(by, 9)]).toEqual([2, 1, 0]);
		expect(drawn[0]?.entries).toEqual([1, 2, 3]);
	});
	it("know who has moved, also at the same table, and nobody once it is turned back", () => {
		expect([...moved(by, drawn)]).toEqual([6, 2]);
		expect([...moved(swap(drawn, 1, 3), drawn)]).toEqual([3, 1]);
		expect(moved(swap(by, 6, 2), drawn).size).toBe(0);
	});
	it("say who meets again, and when they met last", () => {
		const past = [round(1, [6, 3], [1, 2]), round(2, [6, 3, 1])];
		expect(meetings(by, moved(by, drawn), past)).toEqual([{ table: 1, one: 1, other: 6, round: 2 }, { table: 1, one: 6, other: 3, round: 2 }]);
		expect(meetings(drawn, new Set(), past)).toEqual([]);
	});
});

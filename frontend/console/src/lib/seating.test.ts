import { describe, expect, it } from "vitest";
import { moved, swap } from "./seating";

const drawn = [{ table: 1, entries: [1, 2, 3] }, { table: 2, entries: [4, 5, 6] }];

describe("tables by hand", () => {
	const by = swap(drawn, 2, 6);
	it("have two people in each other's places", () => {
		expect(by).toEqual([{ table: 1, entries: [1, 6, 3] }, { table: 2, entries: [4, 5, 2] }]);
		expect(drawn[0]?.entries).toEqual([1, 2, 3]);
	});
	it("know who has moved, also at the same table, and nobody once it is turned back", () => {
		expect([...moved(by, drawn)]).toEqual([6, 2]);
		expect([...moved(swap(drawn, 1, 3), drawn)]).toEqual([3, 1]);
		expect(moved(swap(by, 6, 2), drawn).size).toBe(0);
	});
});

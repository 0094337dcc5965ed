import { describe, expect, it } from "vitest";
import type { Schema } from "./api";
import { acts, roster } from "./roster";

const entry = (number: number, state: string) => ({ number, state, player: { name: `P${number}` } }) as Schema["Entry"];
const round = (state: string) => ({ state, tables: [{ number: 7, seats: [{ number: 2 }] }] }) as Schema["Round"];
const standings = { rows: [{ rank: 1, entry: { number: 3 } }, { rank: 2, entry: { number: 2 } }] } as Schema["Standings"];

describe("the people of an event", () => {
	it("stand in the order of the standings, those who left behind them, and those who never came not at all", () => {
		const rows = roster([entry(1, "expelled"), entry(2, "playing"), entry(3, "playing"), entry(4, "withdrawn"), entry(5, "no-show"), entry(6, "playing")], round("open"), standings);
		expect(rows.map((row) => row.entry.number)).toEqual([3, 2, 6, 4, 1]);
		expect(rows[1]).toMatchObject({ table: 7, rank: 2 });
	});
	it("sit at no table once the round is closed", () => {
		expect(roster([entry(2, "playing")], round("closed"), null)[0]).toMatchObject({ table: 0, rank: 0 });
	});
	it("can leave always, and be replaced where there are reserves", () => {
		expect(acts({ attendance: false, apart: false, reserves: false })).toEqual(["withdraw"]);
		expect(acts({ attendance: true, apart: true, reserves: true })).toEqual(["withdraw", "replace", "absent", "late", "apart"]);
	});
});

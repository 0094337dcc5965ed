import { describe, expect, it } from "vitest";
import type { Schema } from "./api";
import { because, begun, compared, cut, marks, pointsOf, ranked } from "./standings";

const row = (number: number, rank: number, figures: string[], more: object = {}) => ({ rank, shared: false, entry: { number }, figures, games: [], ...more }) as unknown as Schema["StandingsRow"];
const of = (rows: Schema["StandingsRow"][], more: object = {}) =>
	({ id: "preliminary", round: 2, state: "provisional", tables: 3, tablesReported: 1, criteria: [{ key: "wins" }, { key: "vp" }, { key: "share" }], rows, left: [], ...more }) as unknown as Schema["Standings"];
const decided = (criterion: string) => ({ decidedBy: { criterion, text: criterion } });

describe("the standings", () => {
	const rows = [row(7, 1, ["2", "20", "68.76"]), row(3, 2, ["1", "20", "77.77"], decided("wins")), row(5, 3, ["1", "20", "66.84"], decided("share")), row(9, 4, ["1", "20", "66.84"], { decidedBy: { byLot: true } }), row(4, 0, [])];
	it("say of each figure whether it equals that of the row above or decides", () => {
		expect([0, 1, 2, 3].map((i) => marks(of(rows), i))).toEqual([["", "", ""], ["dec", "", ""], ["eq", "eq", "dec"], ["eq", "eq", "eq"]]);
	});
	it("leave out of the order whoever has no place", () => expect(ranked(of(rows)).map((one) => one.entry.number)).toEqual([7, 3, 5, 9]));
	it("draw the line under the last who goes on, and count who is level across it", () => {
		const among = of(rows, { cut: { after: 2 } });
		expect([0, 1, 2, 3].map((i) => cut(among, i))).toEqual([null, null, { level: 0 }, null]);
		const level = of([row(7, 1, []), row(3, 2, [], { shared: true }), row(5, 2, [], { shared: true }), row(9, 4, [])], { cut: { after: 2 } });
		expect(cut(level, 2)).toEqual({ level: 2 });
		expect(marks(of([row(7, 1, ["1"], { shared: true }), row(3, 1, ["1"], { shared: true })]), 1)).toEqual(["eq"]);
	});
	it("compare a row with the one above, the first with the next, and none that a final has placed", () => {
		expect([0, 1, 3].map((i) => compared(of(rows), i))).toEqual([{ a: 7, b: 3 }, { a: 7, b: 3 }, { a: 5, b: 9 }]);
		expect(compared(of(rows, { state: "final" }), 3)).toBeNull();
		expect(compared(of(rows.slice(0, 1)), 0)).toBeNull();
	});
	it("have no order before the first result", () => {
		expect(begun(of(rows, { round: 1, tablesReported: 0 }))).toBe(false);
		expect(begun(of(rows, { tablesReported: 0 }))).toBe(true);
		expect(begun(of([], { state: "standing" }))).toBe(false);
	});
	it("list what was got game by game by what ranks first", () => {
		const games = [{ round: 1, counted: 8, points: "40.4" }, { round: 2, counted: 10, void: { pending: true } }, { round: 3, counted: 0, void: { pending: false, points: "5" } }];
		expect(pointsOf(of([]), row(1, 1, [], { games }))).toEqual(["8", "…", "(5)"]);
		expect(pointsOf(of([], { criteria: [{ key: "points" }, { key: "vp" }] }), row(1, 1, [], { games }))[0]).toBe("40.4");
	});
});

describe("why a row stands where it does", () => {
	const side = (...values: string[]) => ({ sum: "9", terms: values.map((value, n) => ({ round: n + 1, table: 1, value })) });
	const share = (a: string) => ({ sum: a, terms: [{ round: 1, table: 1, vp: 10, of: "27", value: a }] });
	const comparison = (lines: object[]) => ({ a: { number: 7 }, b: { number: 3 }, lines }) as unknown as Schema["Comparison"];
	it("is what decides, of both, after what they are level on, and the share of whoever stands there", () => {
		const told = comparison([{ criterion: "wins", label: "wins", a: side("1"), b: side("1"), decides: false }, { criterion: "vp", a: side("10", "5"), b: side("10"), decides: true }, { criterion: "share", a: share("37.03"), b: share("50"), decides: false }]);
		const why = because(told, 3);
		expect(why.level).toEqual(["wins"]);
		expect(why.sums.map((one) => [one.entry.number, one.side.terms.length])).toEqual([[7, 2], [3, 1]]);
		expect(why.share?.side.sum).toBe("50");
		expect(because(told, 7)).toMatchObject({ level: [], sums: [], share: { entry: { number: 7 } } });
	});
	it("says nothing twice: a share that decides, a figure of one game, a lot", () => {
		expect(because(comparison([{ criterion: "share", a: share("37.03"), b: share("30"), decides: true }]), 3)).toMatchObject({ share: null, sums: [{}, {}] });
		expect(because(comparison([{ criterion: "wins", a: side("1"), b: side("0"), decides: true }]), 3).sums).toEqual([]);
		expect(because(comparison([{ criterion: "lot", label: "lot", a: side(), b: side(), decides: true }]), 3)).toEqual({ level: [], sums: [], share: null });
	});
});

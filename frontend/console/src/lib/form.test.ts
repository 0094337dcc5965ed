import { describe, expect, it } from "vitest";
import type { Schema } from "./api";
import { asked, asksDeclarer, asksVPOf, candidates, declarer, ending, following, fresh, keys, missing, ofTable, padPage, pairsOnPad, padPages, put, said, standing, steps, valueOf } from "./form";

type Form = Schema["TableForm"];
const plain: Form = { seats: 4, endings: ["declared", "time-limit", "too-few-players"], target: 10, vp: { min: 0, max: 25 }, figures: [], computed: [], objectives: [], teams: [], void: false };
const order = [11, 9, 12, 10];

function entered(form: Form, points: number[], seats = order) {
	const entry = fresh(form, seats);
	seats.forEach((number, i) => {
		const seat = entry.seats[number];
		if (seat) seat.vp = points[i] ?? null;
	});
	return entry;
}

describe("a result form", () => {
	it("offers keys up to the points that win, and a field for long ranges", () => {
		expect(keys({ min: 0, max: 25 }, 10)).toEqual([2, 3, 4, 5, 6, 7, 8, 9, 10]);
		expect(keys({ min: 0, max: 30 }, 13)).toEqual([5, 6, 7, 8, 9, 10, 11, 12, 13]);
		expect(keys({ min: 0, max: 5 })).toEqual([0, 1, 2, 3, 4, 5]);
		expect(keys({ min: 0, max: 95 })).toEqual([]);
		expect(keys({ min: 0, max: 500 }, 170)).toEqual([]);
	});

	it("asks for points alone where there is nothing else, and knows who has declared victory", () => {
		const entry = entered(plain, [8, 10, 7, 6]);
		expect(missing(plain, entry, order)).toEqual([]);
		expect(said(plain, entry, order)).toEqual({ ended: "declared", declaredBy: 9, seats: [{ entry: 11, vp: 8 }, { entry: 9, vp: 10 }, { entry: 12, vp: 7 }, { entry: 10, vp: 6 }] });
		expect(order.map((one) => standing(plain, entry, one))).toEqual([
			{ place: 2, shared: false, share: "25.80" }, { place: 1, shared: false, share: "32.25" }, { place: 3, shared: false, share: "22.58" }, { place: 4, shared: false, share: "19.35" },
		]);
	});

	it("asks who declared victory where two can have, and who stands level shares a place", () => {
		const entry = entered(plain, [10, 10, 7, 7]);
		expect(asksDeclarer(plain, entry)).toBe(true);
		expect(missing(plain, entry, order).map((one) => one.what)).toEqual(["declarer"]);
		entry.declaredBy = 9;
		expect(missing(plain, entry, order)).toEqual([]);
		expect(standing(plain, entry, 9)?.place).toBe(1);
		expect(standing(plain, entry, 11)).toMatchObject({ place: 2, shared: false });
		expect(standing(plain, entry, 12)).toMatchObject({ place: 3, shared: true });
		entry.declaredBy = 12; // with 7 points this player cannot have
		expect(declarer(plain, entry)).toBe(0);
	});

	it("takes a game in which nobody has won as ended by time, where the ruleset has that", () => {
		const entry = entered(plain, [8, 9, 7, 6]);
		expect(ending(plain, entry)).toBe("time-limit");
		expect(said(plain, entry, order).declaredBy).toBeUndefined();
		const without: Form = { ...plain, endings: ["declared", "too-few-players"], target: 13 };
		expect(missing(without, entry, order).map((one) => one.what)).toEqual(["winner"]);
		entry.ended = "too-few-players";
		expect(missing(without, entry, order)).toEqual([]);
	});

	it("asks every figure of every seat, and of the table what one seat has", () => {
		const form: Form = {
			...plain, seats: 3, placeBy: [{ key: "net-vp", label: "", best: "most" }],
			figures: [{ id: "road", name: "", range: { min: 0, max: 1 }, onePerTable: true }, { id: "cities", name: "", range: { min: 0, max: 4 }, onePerTable: false }],
		};
		const entry = entered(form, [10, 8, 7], [1, 2, 3]);
		expect(missing(form, entry, [1, 2, 3]).map((one) => [one.what, one.seat])).toEqual([["figure", 1], ["figure", 2], ["figure", 3], ["holder", undefined]]);
		for (const seat of Object.values(entry.seats)) seat.figures.cities = 2;
		entry.holders.road = 0;
		expect(said(form, entry, [1, 2, 3]).seats[0]?.figures).toEqual({ road: 0, cities: 2 });
		entry.holders.road = 3;
		expect(said(form, entry, [1, 2, 3]).seats.map((one) => one.figures?.road)).toEqual([0, 0, 1]);
		expect(standing(form, entry, 1)).toBeNull(); // the ruleset compares more than the points
	});

	it("asks with one key of the pad what fits one: two short figures at once, a longer one by pages, the longest by typing", () => {
		const figure = (id: string, min: number, max: number) => ({ id, name: id, range: { min, max }, onePerTable: false });
		const form: Form = { ...plain, seats: 3, figures: [figure("settlements", 0, 5), figure("cities", 0, 4), figure("roads", 0, 15), figure("cards", 0, 25), figure("hand", 0, 95), figure("far", 0, 500), { ...figure("road", 0, 1), onePerTable: true }] };
		expect(steps(plain, order)).toEqual([]); // points alone have keys of their own
		expect(asked(form).map((one) => one.id)).toEqual(["vp", "settlements", "cities", "roads", "cards", "hand", "far"]);
		expect(steps(form, [7, 5]).map((one) => `${one.seat} ${one.asks.map((ask) => ask.id).join("+")}`)).toEqual([
			"7 vp", "7 settlements+cities", "7 roads", "7 cards", "7 hand", "5 vp", "5 settlements+cities", "5 roads", "5 cards", "5 hand",
		]);
		expect(padPage({ min: 0, max: 25 }, 0)).toEqual(Array.from({ length: 20 }, (_, i) => i));
		expect(padPage({ min: 0, max: 25 }, 1)).toEqual([20, 21, 22, 23, 24, 25]);
		expect(padPage({ min: -3, max: 2 }, 0)).toEqual([-3, -2, -1, 0, 1, 2]);
		expect([padPages({ min: 0, max: 19 }), padPages({ min: 0, max: 20 }), padPages({ min: 0, max: 95 })]).toEqual([1, 2, 5]);
	});

	// A pad distinguishes as many answers as it has keys; however cleverly they are arranged, a seat needs enough pads to distinguish all
	// its possible answers (U10, U11 and decision 0139).
	it("asks a seat with as few keys as there can be, for what JP22 and FG14 ask", () => {
		const figure = (id: string, max: number, onePerTable = false) => ({ id, name: "", range: { min: 0, max }, onePerTable });
		const shop: Form = { ...plain, figures: [figure("longest-road", 1, true), figure("largest-army", 1, true), figure("settlements", 5), figure("cities", 4)] };
		const fair: Form = { ...plain, figures: [figure("settlements", 5), figure("cities", 4), figure("roads", 15), figure("dev-cards-bought", 25), figure("resource-cards", 95)] };
		for (const [form, keysOfSeat] of [[shop, 2], [fair, 5]] as const) {
			const answers = asked(form).reduce((all, one) => all * (one.range.max - one.range.min + 1), 1);
			expect(Math.ceil(Math.log(answers) / Math.log(pairsOnPad))).toBe(keysOfSeat);
			expect(steps(form, [1])).toHaveLength(keysOfSeat);
			expect(asked(form).length - keysOfSeat).toBe(1); // one pair of figures is answered by one key
		}
		// The holders of the road and of the army are two separate questions, with five answers each.
		expect(ofTable(shop)).toHaveLength(2);
	});

	it("goes on with the next number that is lacking, of whichever seat, until there is none", () => {
		const form: Form = { ...plain, figures: [{ id: "settlements", name: "", range: { min: 0, max: 5 }, onePerTable: false }, { id: "cities", name: "", range: { min: 0, max: 4 }, onePerTable: false }] };
		const entry = fresh(form, [1, 2]);
		const all = steps(form, [1, 2]);
		expect(following(entry, all, -1)).toBe(0);
		put(entry, 1, "vp", 10);
		put(entry, 1, "settlements", 0);
		expect(following(entry, all, 0)).toBe(1); // the cities of the pair are still missing
		put(entry, 1, "cities", 4);
		put(entry, 2, "settlements", 1);
		put(entry, 2, "cities", 1);
		expect(following(entry, all, 3)).toBe(2); // from the start again
		put(entry, 2, "vp", 0);
		expect(following(entry, all, 2)).toBeNull();
		expect([valueOf(entry, 1, "vp"), valueOf(entry, 1, "cities"), valueOf(entry, 9, "vp")]).toEqual([10, 4, null]);
	});

	it("asks for points where the game was scored elsewhere, for objectives, and for whom a game is void", () => {
		const elsewhere: Form = { ...plain, seats: 3, target: 0, endings: ["declared", "time-limit", "completed"], vp: { min: 0, max: 0 }, points: { min: -100, max: 300 }, void: true };
		const entry = fresh(elsewhere, [1, 2, 3]);
		expect(missing(elsewhere, entry, [1, 2, 3]).map((one) => one.what)).toEqual(["points", "points", "points"]);
		for (const seat of Object.values(entry.seats)) seat.points = "40.4";
		expect(said(elsewhere, entry, [1, 2, 3])).toMatchObject({ ended: "completed", seats: [{ entry: 1, vp: 0, points: "40.4" }, {}, {}] });
		entry.void = { for: [], atFault: [], othersScored: false };
		expect(missing(elsewhere, entry, [1, 2, 3]).map((one) => one.what)).toEqual(["void"]);
		const teams: Form = { ...plain, teams: ["A", "B"], objectives: [{ id: "africa", name: "", team: "A" }] };
		expect(missing(teams, entered(teams, [10, 8, 7, 6]), order).filter((one) => one.what === "objective")).toHaveLength(4);
	});

	it("keeps who left, in their order, and begins a correction with what stands", () => {
		const entry = entered(plain, [10, 8, 0, 0]);
		entry.gone = [10, 12];
		const result = said(plain, entry, order);
		expect(result.seats.map((one) => one.left)).toEqual([undefined, undefined, 2, 1]);
		const again = fresh(plain, order, result);
		expect(again.gone).toEqual([10, 12]);
		expect(said(plain, again, order)).toEqual(result);
		expect(candidates(plain, { ...again, gone: [11] })).toEqual([]); // a player who has left declares nothing
	});

	it("begins with those who are known to have left, and a correction with what it corrects", () => {
		expect(fresh(plain, order, undefined, [11]).gone).toEqual([11]);
		expect(fresh(plain, order, said(plain, entered(plain, [10, 8, 7, 5]), order), [11]).gone).toEqual([]);
	});

	it("asks nothing of the points of who has left, where they count nothing", () => {
		const bg: Form = { ...plain, leaversWithoutVp: true };
		const entry = fresh(bg, [1, 2, 3, 4]);
		for (const [number, vp] of [[1, 10], [2, 6], [3, 4]] as const) put(entry, number, "vp", vp);
		expect(missing(bg, entry, [1, 2, 3, 4]).map((one) => one.seat)).toEqual([4]);
		entry.gone = [4];
		expect(missing(bg, entry, [1, 2, 3, 4])).toEqual([]);
		expect(missing(plain, entry, [1, 2, 3, 4]).map((one) => one.seat)).toEqual([4]);
		expect(asksVPOf(bg, entry, 4)).toBe(false);
		expect(standing(bg, entry, 4)).toBeNull();
		expect(standing(bg, entry, 1)).toEqual({ place: 1, shared: false, share: "50.00" });
		expect(said(bg, entry, [1, 2, 3, 4]).seats[3]).toEqual({ entry: 4, vp: 0, left: 1 });
	});
});

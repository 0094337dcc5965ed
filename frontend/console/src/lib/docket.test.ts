import { describe, expect, it } from "vitest";
import { failing, followsOf, inRound, shows, wantedOf, checksOf } from "./demands";
import { beside, groupOf, keyOf, type Matter, matterOf, next, ordered } from "./docket";

const matter = (event: string, more: Partial<Matter> = {}): Matter => ({ event, title: event, localDate: "2009-03-01", state: "waiting", players: 12, due: "2009-03-15", reportBy: "2009-03-08", late: false, own: false, overdue: false, clean: true, ...more });

describe("what is decided about", () => {
	it("stands by whose turn it is, and then by its deadline", () => {
		const all = [
			matter("decided early", { state: "homologated" }), matter("decided late", { state: "invalidated", localDate: "2009-04-01" }), matter("returned", { state: "returned" }),
			matter("own", { own: true }), matter("later", { due: "2009-03-20" }), matter("sooner"), matter("late", { late: true, due: "2009-03-02" }), matter("never came", { state: "awaits-report", overdue: true, due: null }),
			matter("comes", { state: "awaits-report" }),
		];
		expect(ordered(all).map((one) => one.event)).toEqual(["late", "sooner", "later", "never came", "own", "returned", "comes", "decided late", "decided early"]);
		expect(ordered(all).map(groupOf)).toEqual(["decide", "decide", "decide", "decide", "others", "sender", "sender", "decided", "decided"]);
	});

	it("is followed by the next that is to be decided, and in the list by its neighbors", () => {
		const all = ordered([matter("a"), matter("b", { due: "2009-03-16" }), matter("c", { due: "2009-03-17" }), matter("z", { state: "homologated" })]);
		expect(next(all, "a")?.event).toBe("b");
		expect(next(all, "c")?.event).toBe("a");
		expect(next([matter("a")], "a")).toBeUndefined();
		expect(beside(all, "a", -1)?.event).toBe("z");
		expect(beside(all, "z", 1)?.event).toBe("a");
		expect(beside([], "a", 1)).toBeUndefined();
	});

	it("is due when it waits for the reader", () => {
		const checklist = { state: "waiting", reportBy: "2009-03-08", daysLeft: 2, demands: [{ result: "failed" }], inSeason: { played: 14 } };
		const of = { event: "e", title: "E", localDate: "2009-03-01", yours: [], checklist } as never;
		expect(matterOf(of, undefined)).toMatchObject({ due: null, late: false, clean: false, players: 14, overdue: false });
		const unanswered = { ...(of as object), checklist: { ...checklist, state: "returned", unanswered: true } } as never;
		expect(groupOf(matterOf(unanswered, undefined))).toBe("decide");
		expect(matterOf(of, { dueAt: "2009-03-10T22:59:00Z", overdue: true } as never)).toMatchObject({ due: "2009-03-10T22:59:00Z", late: true });
	});

	it("is decided by the same keys on every keyboard", () => {
		const key = (key: string, code: string, more: object = {}) => keyOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, ...more });
		expect([key("h", "KeyH"), key("х", "KeyH"), key("a", "KeyQ"), key("?", "Slash"), key("2", "Digit2"), key("Enter", "Enter"), key("h", "KeyH", { ctrlKey: true })]).toEqual(["H", "H", "A", "?", "2", "", ""]);
	});
});

describe("what is demanded", () => {
	const says = (reason: string) => ({ reason, text: reason });
	const list = {
		demands: [
			{ demand: "too-few-players", result: "met", explanation: says("players") },
			{ demand: "photos-missing", kind: "winner", result: "failed", explanation: says("winner") },
			{ demand: "photos-missing", kind: "panorama", result: "failed", rounds: [1, 2], waivedBy: "checker", explanation: says("panorama") },
			{ demand: "results-late", result: "failed", waivedBy: "manager", explanation: says("late") },
			{ demand: "results-unsound", result: "open", explanation: says("sound") },
		],
		findings: [{ result: "met", explanation: says("finding") }], breaches: [says("breach")],
	} as never;

	it("begins with what needs an eye, with photos apart where they are shown", () => {
		expect(checksOf(list, false).map((one) => one.text)).toEqual(["late", "sound", "breach", "players", "finding"]);
		expect(checksOf(list, true).map((one) => one.text).slice(0, 3)).toEqual(["winner", "panorama", "late"]);
	});

	it("names photos and their rounds, and leaves a place for others", () => {
		const wanted = wantedOf(list);
		expect(wanted.map((one) => [one.kind, one.rounds])).toEqual([["winner", []], ["panorama", [1, 2]], ["other", []]]);
		const [winner, panorama, rest] = wanted as [never, never, never];
		expect([shows(winner, "winner", wanted), shows(rest, "winner", wanted), shows(rest, "prizes", wanted)]).toEqual([true, false, true]);
		expect([inRound(panorama, 2), inRound(panorama, 3), inRound(panorama, undefined), inRound(winner, undefined)]).toEqual([true, false, false, true]);
	});

	it("is waived as a whole only where each part may be", () => {
		expect(failing(list).map((one) => [one.demand, one.texts.length, one.waivedBy])).toEqual([["photos-missing", 2, undefined], ["results-late", 1, "manager"]]);
	});

	it("leads to sentences that name whom they are about", () => {
		const follows = followsOf({
			event: "e", letters: [], posted: [{ title: "Ladder", players: [{}] }, { title: "Cup", players: [] }, { title: "Series", players: [], explanation: says("gives no points") }], entries: [{ player: { name: "Bea" }, event: { id: "f", title: "Final" }, explanation: says("is entered") }],
			consequences: [
				{ kind: "event-standing", explanation: says("counts") }, { kind: "place-new", player: { name: "Ada" }, region: { name: "Veneto" }, explanation: says("wins") },
				{ kind: "event-demand", after: "open", explanation: says("open again") }, { kind: "event-tier", event: { id: "e", title: "E" }, explanation: says("tier") }, { kind: "event-tier", event: { id: "e", title: "E" }, explanation: says("tier") },
			],
		} as never, (title) => `nothing in ${title}`);
		expect(follows.map((one) => one.text)).toEqual(["Ada, Veneto: wins", "tier", "Bea, Final: is entered", "nothing in Cup", "Series: gives no points"]);
	});
});

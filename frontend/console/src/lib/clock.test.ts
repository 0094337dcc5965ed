import { describe, expect, it } from "vitest";
import type { Schema } from "./api";
import { extensible, extra, following, turned } from "./clock";

const at = Date.parse("2026-11-27T14:02:10Z");
const ready: Schema["Clock"] = { phase: "ready", now: "2026-11-27T14:00:00Z", version: 0, limitSeconds: 4800, remainingSeconds: 4800 };

describe("the clock before the server knows", () => {
	it("runs from when it was pressed, stops and goes on", () => {
		const running = turned(ready, { command: "start" }, at);
		expect([running.phase, running.endsAt]).toEqual(["running", "2026-11-27T15:22:10.000Z"]);
		const paused = turned(running, { command: "pause" }, at + 60_000);
		expect([paused.phase, paused.endsAt, paused.remainingSeconds]).toEqual(["paused", undefined, 4740]);
		expect(turned(paused, { command: "resume" }, at + 100_000).endsAt).toBe("2026-11-27T15:22:50.000Z");
	});

	it("does nothing twice", () => {
		const running = turned(ready, { command: "start" }, at);
		expect(turned(running, { command: "start" }, at + 60_000)).toEqual(running);
	});

	it("needs no limit", () => {
		const { limitSeconds: _, ...free } = ready;
		expect(turned(turned(free, { command: "start" }, at), { command: "pause" }, at).phase).toBe("paused");
	});

	it("gives one table extra time, and takes it back", () => {
		const running = turned(ready, { command: "start" }, at);
		const more = turned(turned(running, { command: "extend", table: 3, seconds: 120 }, at), { command: "extend", table: 3, seconds: 60 }, at);
		expect([extra(more, 3), extra(more, 2), more.endsAt]).toEqual([180, 0, running.endsAt]);
		expect(extra(turned(more, { command: "extend", table: 3, seconds: -180 }, at), 3)).toBe(0);
		expect([extensible(ready), extensible(more), extensible({ ...more, phase: "last-turn" })]).toEqual([false, true, false]);
	});

	it("goes through what its ruleset has for when time is up", () => {
		const squads: Schema["Clock"] = { ...ready, phases: [{ phase: "third-last-lap", rule: { code: "SQ00", paragraph: "2" } }, { phase: "last-lap", rule: { code: "SQ00", paragraph: "2" } }] } as Schema["Clock"];
		expect(following(squads)).toBe(undefined);
		const up = turned(turned(squads, { command: "start" }, at), { command: "last-turn" }, at + 4_800_000);
		expect([up.phase, up.endsAt, following(up)]).toEqual(["third-last-lap", undefined, "last-lap"]);
		const last = turned(up, { command: "advance" }, at);
		expect([last.phase, following(last), turned(last, { command: "advance" }, at).phase]).toEqual(["last-lap", undefined, "last-lap"]);
	});
});

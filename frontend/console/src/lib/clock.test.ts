import { describe, expect, it } from "vitest";
import type { Schema } from "./api";
import { turned } from "./clock";

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
});

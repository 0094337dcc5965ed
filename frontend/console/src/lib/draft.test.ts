import { expect, test } from "vitest";
import type { Schema } from "./api";
import { amount, asNew, changeOf, copied, written } from "./draft";

const event = {
	kind: "stage", title: "Tappa di Aosta", startsAt: "2026-12-12T09:00:00Z", timeZone: "Europe/Rome", venue: { name: "Biblioteca", city: "Aosta" }, season: "s1",
	ruleset: { id: "r", code: "R", version: 1, title: "R" }, formula: "club", variant: "base", pairing: "by-standings", capacity: 24, fee: { amount: "8.00", currency: "EUR" },
} as unknown as Schema["Event"];

test("a sum is read as people write it", () => {
	for (const [typed, is] of [["8", "8.00"], ["8,5", "8.50"], ["08.05 €", "8.05"], ["", ""], ["eight", ""], ["1.234", ""], ["0", "0.00"]] as const) expect(amount(typed)).toBe(is);
});

test("what was not changed is not sent", () => {
	expect(changeOf(event, written(event))).toBeNull();
	expect(changeOf(event, { ...written(event), day: "2026-12-19" })).toEqual({ startsAt: "2026-12-19T09:00:00.000Z" });
	expect(changeOf(event, { ...written(event), fee: "9", notes: " Bring a pen " })).toEqual({ fee: { amount: "9.00", currency: "EUR" }, notes: "Bring a pen" });
});

test("a copy has everything but the day, and its ruleset is that of the season it is for", () => {
	const copy = copied(event, "s2");
	expect(copy).toMatchObject({ day: "", hour: "10:00", season: "s2", ruleset: "", fee: "8.00", copied: "Tappa di Aosta" });
	expect(copied(event, "").ruleset).toBe("r");
	expect(asNew({ ...copy, day: "2027-01-16" })).toMatchObject({ kind: "stage", startsAt: "2027-01-16T09:00:00.000Z", season: "s2", capacity: 24, venue: { name: "Biblioteca", city: "Aosta" } });
});

import { expect, test } from "vitest";
import type { Schema } from "./api";
import { asked, nothing, open, wishOf } from "./hosting";

const request = {
	id: "1", federation: { id: "2", slug: "federazione", name: "Federazione" }, club: { id: "3", slug: "circolo", name: "Circolo" }, season: "4", kind: "stage", region: { id: "5", name: "Piemonte" },
	title: "Tappa", startsAt: "2027-03-04T08:00:00.000Z", timeZone: "Europe/Rome", localDate: "2027-03-04", venue: { name: "Sala", city: "Torino", latitude: 45.07, longitude: 7.69 },
	formula: "club", fee: { amount: "5.00", currency: "EUR" }, expected: 30, newOrganizer: true, notes: "Due sale", structure: { rounds: 2, semifinal: false, final: true, reason: "Poco tempo" },
	state: "asked", steps: [], requestedAt: "2027-01-01T08:00:00Z",
} as unknown as Schema["Hosting"];

test("a request that is written again without a change is the same", () => {
	const { fee, expected, newOrganizer, notes, formula, kind, title, startsAt, timeZone, venue, season, structure } = request;
	expect(asked(wishOf(request), request)).toEqual({ federation: "federazione", season, kind, title, startsAt, timeZone, venue, region: "5", formula, fee, expected, newOrganizer, notes, structure });
});

test("another venue is elsewhere", () => {
	expect(asked({ ...wishOf(request), place: "Teatro" }, request).venue).toEqual({ name: "Teatro", city: "Torino" });
});

test("an open tournament is of no region, and what was not filled in is not asked for", () => {
	const wish = { ...nothing("federazione"), kind: "open" as const, title: " Aperto ", day: "2027-05-01", hour: "10:00", zone: "Europe/Rome", place: "Sala", city: "Torino", region: "5", season: "4" };
	expect(asked(wish)).toEqual({ federation: "federazione", season: "4", kind: "open", title: "Aperto", startsAt: "2027-05-01T08:00:00.000Z", timeZone: "Europe/Rome", venue: { name: "Sala", city: "Torino" } });
});

test("what is decided is not open", () => {
	expect((["requested", "changed", "asked", "answered", "approved", "refused", "withdrawn"] as const).filter((state) => open({ ...request, state }))).toEqual(["requested", "changed", "asked", "answered"]);
});

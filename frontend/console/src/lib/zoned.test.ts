import { expect, test } from "vitest";
import { instant, local } from "./zoned";

test("an hour is that of the place, in winter and in summer", () => {
	for (const [day, hour, zone, is] of [
		["2026-12-12", "10:00", "Europe/Rome", "2026-12-12T09:00:00.000Z"],
		["2026-07-01", "10:00", "Europe/Rome", "2026-07-01T08:00:00.000Z"],
		["2026-03-29", "04:00", "Europe/Rome", "2026-03-29T02:00:00.000Z"],
		["2026-10-25", "01:30", "Europe/Sofia", "2026-10-24T22:30:00.000Z"],
		["2026-12-12", "00:00", "UTC", "2026-12-12T00:00:00.000Z"],
	] as const) {
		expect(instant(day, hour, zone).toISOString()).toBe(is);
		expect(local(new Date(is), zone)).toEqual({ day, hour });
	}
});

// Days and hours on the clock of a place, and their instants.

const partsIn = (at: Date, zone: string): Record<string, string> =>
	Object.fromEntries(
		new Intl.DateTimeFormat("en-GB", { timeZone: zone, year: "numeric", month: "2-digit", day: "2-digit", hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" })
			.formatToParts(at)
			.map((part) => [part.type, part.value]),
	);

// local is the day and the hour of an instant on the clock of a place: {day: "2026-12-12", hour: "10:00"}.
export function local(at: Date, zone: string): { day: string; hour: string } {
	const p = partsIn(at, zone);
	return { day: `${p.year}-${p.month}-${p.day}`, hour: `${p.hour}:${p.minute}` };
}

// instant is the moment at which the clock of a place shows a day and an hour. An hour skipped in spring becomes the next one.
export function instant(day: string, hour: string, zone: string): Date {
	const meant = Date.parse(`${day}T${hour}:00Z`);
	const shownAs = (at: number): number => {
		const p = partsIn(new Date(at), zone);
		return Date.parse(`${p.year}-${p.month}-${p.day}T${p.hour}:${p.minute}:${p.second}Z`);
	};
	const first = meant - (shownAs(meant) - meant);
	return new Date(first - (shownAs(first) - meant));
}

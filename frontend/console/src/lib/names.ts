import type { Schema } from "./api";

// family is the last word of a name, by which people at a table are called where there is little room. Those who share it are
// called by the whole name.
export function family(seats: Schema["EntryRef"][], number: number): string {
	const last = (name: string): string => name.split(" ").at(-1) ?? name;
	const name = seats.find((one) => one.number === number)?.player.name ?? String(number);
	return seats.filter((one) => last(one.player.name) === last(name)).length > 1 ? name : last(name);
}

// called is the kind and the number of a round.
export function titleOf(round: Schema["Round"], event: Schema["Event"]): { key: "round.final" | "round.semifinal" | "round.of"; n: number; m: number } {
	if (round.kind !== "preliminary") return { key: `round.${round.kind}`, n: 0, m: 0 };
	return { key: "round.of", n: round.number, m: event.format?.rounds ?? round.number };
}

import type { Schema } from "./api";

// family is the last word of a name; people at a table are called by it where there is little room. People with the same last word are
// called by their whole names.
export function family(seats: Schema["EntryRef"][], number: number): string {
	const last = (name: string): string => name.split(" ").at(-1) ?? name;
	const name = seats.find((one) => one.number === number)?.player.name ?? String(number);
	return seats.filter((one) => last(one.player.name) === last(name)).length > 1 ? name : last(name);
}

// titleOf is the kind and the number of a round.
export function titleOf(round: Schema["Round"], event: Schema["Event"]): { key: "round.final" | "round.semifinal" | "round.of"; n: number; m: number } {
	if (round.kind !== "preliminary") return { key: `round.${round.kind}`, n: 0, m: 0 };
	return { key: "round.of", n: round.number, m: event.format?.rounds ?? round.number };
}

// parted is a name split into its last word and the words before it.
export function parted(name: string): { first: string; last: string } {
	const words = name.trim().split(/\s+/);
	return { first: words.slice(0, -1).join(" "), last: words.at(-1) ?? "" };
}

// byName orders people like a list on paper: by the last word of the name, then by the whole name.
export function byName(lang: string): (a: string, b: string) => number {
	const collator = new Intl.Collator(lang);
	return (a, b) => collator.compare(parted(a).last, parted(b).last) || collator.compare(a, b);
}

// bare is a name without accents and capitals, for searching and comparing.
export const bare = (name: string): string => name.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase().trim();

// matches reports whether each typed word begins a word of the name.
export function matches(name: string, typed: string): boolean {
	const words = bare(name).split(/[\s'’-]+/);
	return bare(typed).split(/\s+/).every((part) => words.some((word) => word.startsWith(part)));
}

// mistakable reports whether a hurried finger or ear may take one name for the other: the last words begin alike, or are the same.
export function mistakable(one: string, other: string): boolean {
	const [a, b] = [bare(parted(one).last), bare(parted(other).last)];
	return a.slice(0, 5) === b.slice(0, 5);
}

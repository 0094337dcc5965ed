// Whom a name means: people of the register, found by what somebody typed or pasted.
import type { Schema } from "./api";
import { bare } from "./names";

export type Player = Schema["Player"];

// Line is a line of a pasted list, with those of the register whom it may mean.
export interface Line {
	name: string;
	club: string;
	found: Player[]; // of exactly this name
	near: Player[]; // others whose names begin so
	means: string; // the id of a player, "new" for somebody who is not in the register, "" while it is open, "none" for nobody
}

export const known = 2; // letters from which on a name is looked for

// parsed reads a pasted list: a name on each line, and behind a comma, semicolon or tab a club. Numbers and marks before a name are
// those of the list. Who is on it twice is meant once.
export function parsed(pasted: string): Pick<Line, "name" | "club">[] {
	const seen = new Set<string>();
	const lines = [];
	for (const line of pasted.split(/\r?\n/)) {
		const [first = "", second = ""] = line.split(/[\t;,]/, 2);
		const name = first.replace(/^[\s\d.)*•–-]+/, "").replace(/\s+/g, " ").trim();
		if (name.length < known || seen.has(bare(name))) continue;
		seen.add(bare(name));
		lines.push({ name, club: second.trim() });
	}
	return lines;
}

// meaning says whom a line means, as far as that is clear: the only one of that name.
export function meaning(line: Pick<Line, "name" | "club">, players: Player[]): Line {
	const found = players.filter((one) => bare(one.name) === bare(line.name));
	const [first] = found;
	return { ...line, found, near: players.filter((one) => !found.includes(one)), means: first && found.length === 1 ? first.id : "" };
}

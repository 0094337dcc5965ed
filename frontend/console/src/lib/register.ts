// Whom a name means: people of the register, found by what somebody typed or pasted.
import type { Schema } from "./api";
import { bare } from "./names";
import type { Listed } from "./sheet";

export type Player = Schema["Player"];

// Line is a line of a pasted list, with those of the register whom it may mean.
export interface Line extends Listed {
	found: Player[]; // of exactly this name
	near: Player[]; // others whose names begin so
	means: string; // the id of a player, "new" for somebody who is not in the register, "" while it is open, "none" for nobody
}

export const known = 2; // letters from which on a name is looked for

// meaning says whom a line means, as far as that is clear: the only one of that name, or of several the one with that mail address.
export function meaning(line: Listed, players: Player[]): Line {
	const found = players.filter((one) => bare(one.name) === bare(line.name));
	const written = found.filter((one) => line.mail && one.email && bare(one.email) === bare(line.mail));
	const [only] = found.length === 1 ? found : written.length === 1 ? written : [];
	return { ...line, found, near: players.filter((one) => !found.includes(one)), means: only?.id ?? "" };
}

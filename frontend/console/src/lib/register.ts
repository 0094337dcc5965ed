// The people of the register that a typed or pasted name may mean.
import type { Schema } from "./api";
import { bare } from "./names";
import type { Listed } from "./sheet";

export type Player = Schema["Player"];
export type Entrant = Schema["ListedEntrant"];

// Line is a line of a pasted list, with the players whom it may mean.
export interface Line extends Listed {
	found: Player[]; // players with exactly this name
	near: Player[]; // other players whose names begin like it
	means: string; // the id of a player, "new" for a person outside the register, "" while undecided, "none" for a line to skip
}

export const known = 2; // letters that it takes before a name is looked up

// meaning returns the player whom a line means, if that is clear: the only one of that name, or among several the one with that mail address.
export function meaning(line: Listed, players: Player[]): Line {
	const found = players.filter((one) => bare(one.name) === bare(line.name));
	const written = found.filter((one) => line.mail && one.email && bare(one.email) === bare(line.mail));
	const [only] = found.length === 1 ? found : written.length === 1 ? written : [];
	return { ...line, found, near: players.filter((one) => !found.includes(one)), means: only?.id ?? "" };
}

// Namesake is a player of the register with the name of a new person on a list; pointer is the place of that person in the request.
export interface Namesake {
	pointer: string;
	player: string;
	name: string;
	club: string;
}

// namesakes returns the players for whose names a list was refused; none if it was refused for another reason.
export function namesakes(refusal: Schema["Problem"] | undefined): Namesake[] {
	return refusal?.reason === "same-name" ? ((refusal.current?.namesakes as Namesake[] | undefined) ?? []) : [];
}

// entrantsOf returns decided lines as people to enter. A new person is another one of the same name only where the players of that name
// were there to choose, or the list has two of that name: a player added to the register since is refused, and offered.
export function entrantsOf(lines: Line[]): Entrant[] {
	return lines.map(({ name, club, city, mail, means, found }, n): Entrant => {
		if (means !== "new") return { player: means };
		const sameNameAccepted = found.length > 0 || lines.slice(0, n).some((one) => one.means === "new" && bare(one.name) === bare(name));
		return { person: { name, sameNameAccepted, ...(club ? { club } : {}), ...(city ? { city } : {}), ...(mail ? { email: mail } : {}) } };
	});
}

// offered returns decided lines with the players who bear their names, to be decided anew.
export function offered(lines: Line[], there: Namesake[]): Line[] {
	return lines.map((line, n) => {
		const one = there.find(({ pointer }) => pointer === `/entrants/${n}/person`);
		return one ? { ...line, means: "", found: [...line.found, { id: one.player, name: one.name, ...(one.club ? { club: one.club } : {}) } as Player] } : line;
	});
}

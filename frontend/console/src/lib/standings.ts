// The standings as a table: how each figure compares with the row above, where the line below the last qualified row runs, and the sums behind the
// figure that puts a row below the one above.
import type { Schema } from "./api";

type Standings = Schema["Standings"];
type Row = Schema["StandingsRow"];

// ranked are the rows that have a place, from the first to the last.
export const ranked = (of: Standings): Row[] => of.rows.filter((row) => row.rank > 0);

// begun reports whether there is an order: before the first result nobody ranks above anybody.
export const begun = (of: Standings): boolean => of.rows.length > 0 && (of.state !== "provisional" || of.round > 1 || of.tablesReported > 0);

// marks tells for each figure of the i-th row whether it equals the figure of the row above or decides against it. If something other than a
// figure decides, no figure is marked; if the lot decides or nothing does, all are equal.
export function marks(of: Standings, i: number): ("eq" | "dec" | "")[] {
	const rows = ranked(of);
	const [above, row] = [rows[i - 1], rows[i]];
	const decided = row?.decidedBy;
	const at = of.criteria.findIndex((one) => one.key === decided?.criterion);
	const level = decided?.byLot || (at < 0 && row?.shared && above?.rank === row.rank);
	return (row?.figures ?? []).map((_, n) => (level || n < at ? "eq" : n === at ? "dec" : ""));
}

// cut reports whether the line below the last qualified row runs above the i-th row, and how many rows are level across it: while there are any,
// nothing is decided there.
export function cut(of: Standings, i: number): { level: number } | null {
	const rows = ranked(of);
	const [above, below] = [rows[i - 1], rows[i]];
	if (!of.cut || !above || !below || i !== of.cut.after) return null;
	return { level: above.rank === below.rank ? rows.filter((row) => row.rank === above.rank).length : 0 };
}

// compared are the two entries whose comparison explains the i-th row: the row above and the row itself, for the first row the row and the next. There
// is none if something other than a figure gave a place of the final order.
export function compared(of: Standings, i: number): { a: number; b: number } | null {
	const rows = ranked(of);
	const [a, b] = i === 0 ? [rows[0], rows[1]] : [rows[i - 1], rows[i]];
	if (!a || !b || (of.state === "final" && !b.decidedBy?.criterion)) return null;
	return { a: a.entry.number, b: b.entry.number };
}

// Sum is a figure of one of the two compared entries, with the games that it adds up.
export interface Sum {
	entry: Schema["EntryRef"];
	line: Schema["ComparisonLine"];
	side: Schema["ComparisonSide"];
}

// says reports whether a sum tells more than its figure: a single game without parts does not.
const says = ({ side }: Sum): boolean => side.terms.length > 1 || Boolean(side.penalties?.length) || side.terms.some((term) => term.of !== undefined);

// because are the reasons for the place of a row: the criteria on which both rows are level, the deciding figures of both as sums, and the
// share of the row's own entry where the share did not decide.
export function because(of: Schema["Comparison"], entry: number): { level: string[]; sums: Sum[]; share: Sum | null } {
	const sides = (line: Schema["ComparisonLine"]): Sum[] => [
		{ entry: of.a, line, side: line.a },
		{ entry: of.b, line, side: line.b },
	];
	const below = of.b.number === entry;
	const at = of.lines.findIndex((line) => line.decides && line.criterion !== "lot");
	const decisive = of.lines[at];
	const both = decisive && below ? sides(decisive) : [];
	const share = of.lines.find((line) => line.criterion === "share" && !(below && line.decides));
	const own = share && sides(share).find((one) => one.entry.number === entry);
	return {
		level: both.length ? of.lines.slice(0, at).map((line) => line.label) : [],
		sums: both.some(says) ? both : [],
		share: own && says(own) ? own : null,
	};
}

// pointsOf lists the points of a row game by game: those that the ruleset gives if they rank, else the victory points. A score taken from another round
// stands in parentheses.
export function pointsOf(of: Standings, row: Row): string[] {
	const by = of.criteria.find((one) => one.key === "points" || one.key === "vp")?.key ?? "points";
	return row.games.map((game) => {
		if (game.void) return game.void.pending ? "…" : `(${game.void.points ?? ""})`;
		return by === "points" && game.points !== undefined ? game.points : String(game.counted);
	});
}

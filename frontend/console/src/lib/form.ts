// The questions of a result form and the answers entered so far. Both follow from the form that the API gives for the
// event: no regulation is known here.
import type { Schema } from "./api";

type TableForm = Schema["TableForm"];
type Ending = Schema["Ending"];

export interface SeatEntry {
	vp: number | null;
	figures: Record<string, number | null>;
	objective: string;
	points: string;
}

export interface Entry {
	seats: Record<number, SeatEntry>; // by start number
	// holders names the holder of each figure that at most one seat has: a start number, 0 for nobody, null while unanswered.
	holders: Record<string, number | null>;
	// ended is "" until a person chooses; then it follows from the points.
	ended: Ending | "";
	declaredBy: number; // 0 until a person chooses
	wonAtOnce: string;
	gone: number[]; // players who have left the game, in that order
	void: { for: number[]; atFault: number[]; othersScored: boolean } | null;
}

const most = 9; // keys that fit in a row of a phone, beside the one for other numbers
const widest = 40; // in a longer range every number is equally likely

// keys are the values with a key of their own: all of a short range; of a longer one those up to the winning points;
// none of a range in which every number is equally likely.
export function keys(range: Schema["IntegerRange"], target = 0): number[] {
	if (length(range) > most && (target === 0 || length(range) > widest)) return [];
	const from = length(range) > most ? Math.max(range.min, target - most + 1) : range.min;
	const to = length(range) > most ? Math.min(range.max, target) : range.max;
	return Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i);
}

// asksVP reports whether the form asks for victory points; a table that is scored elsewhere has none.
export const asksVP = (form: TableForm): boolean => form.vp.max > form.vp.min;

const single = (form: TableForm) => form.figures.filter((one) => one.onePerTable && one.range.max === 1);
export const ofTable = single;
export const ofSeat = (form: TableForm) => form.figures.filter((one) => !single(form).includes(one));

// Asked is a number that the form asks of a seat: the points on the board, whose id is "vp", or a figure.
export interface Asked {
	id: string;
	name: string;
	range: Schema["IntegerRange"];
}

// Step is the question that one key of the pad answers: one number of a seat, or two whose pairs fit on one pad.
export interface Step {
	seat: number;
	asks: Asked[];
}

const onPad = 20; // numbers that a pad shows at once: with the key that turns the page they fill three rows of seven on a phone
export const pairsOnPad = 36; // the most answers that a pad has keys for
const pages = 10; // a range with more pages is typed
const length = (range: Schema["IntegerRange"]): number => range.max - range.min + 1;
const fitsPad = (one: Asked): boolean => length(one.range) <= onPad * pages;

// asked are the numbers asked of each seat, if the form asks for more than the points: then the seats have a pad.
export function asked(form: TableForm): Asked[] {
	const figures = ofSeat(form);
	if (figures.length === 0) return [];
	return [...(asksVP(form) ? [{ id: "vp", name: "", range: form.vp }] : []), ...figures];
}

// steps are the questions of the pad, seat after seat. Two short figures that follow each other are asked together.
export function steps(form: TableForm, order: number[]): Step[] {
	const once: Asked[][] = [];
	for (const one of asked(form).filter(fitsPad)) {
		const before = once.at(-1);
		const pair = before?.length === 1 && before[0] && before[0].id !== "vp" && length(before[0].range) * length(one.range) <= pairsOnPad;
		if (pair) before.push(one);
		else once.push([one]);
	}
	return order.flatMap((seat) => once.map((asks) => ({ seat, asks })));
}

// valueOf returns the entered number, null without one.
export const valueOf = (entry: Entry, seat: number, id: string): number | null => (id === "vp" ? entry.seats[seat]?.vp : entry.seats[seat]?.figures[id]) ?? null;

export function put(entry: Entry, seat: number, id: string, value: number | null): void {
	const one = entry.seats[seat];
	if (!one) return;
	if (id === "vp") one.vp = value;
	else one.figures[id] = value;
}

// following is the next step that lacks a number, counted from the given step and starting over at the end; null if none lacks one.
export function following(entry: Entry, all: Step[], after: number): number | null {
	for (let i = 1; i <= all.length; i++) {
		const at = (after + i) % all.length;
		const step = all[at];
		if (step?.asks.some((one) => valueOf(entry, step.seat, one.id) === null)) return at;
	}
	return null;
}

// padPage returns the numbers on one page of the pad.
export function padPage(range: Schema["IntegerRange"], page: number): number[] {
	const from = range.min + page * onPad;
	return Array.from({ length: Math.max(0, Math.min(onPad, range.max - from + 1)) }, (_, i) => from + i);
}
export const padPages = (range: Schema["IntegerRange"]): number => Math.ceil(length(range) / onPad);

// fresh is an empty entry in which the players known to have left are marked, or an entry with a result that is to be corrected.
export function fresh(form: TableForm, seats: number[], result?: Schema["NewResult"] | Schema["Result"], left: number[] = []): Entry {
	const entry: Entry = { seats: {}, holders: {}, ended: "", declaredBy: 0, wonAtOnce: "", gone: [...left], void: null };
	for (const number of seats) {
		const said = result?.seats.find((one) => one.entry === number);
		entry.seats[number] = {
			vp: said ? said.vp : asksVP(form) ? null : form.vp.min,
			figures: Object.fromEntries(ofSeat(form).map((one) => [one.id, said?.figures?.[one.id] ?? null])),
			objective: said?.objective ?? "",
			points: said?.points && form.points ? said.points : "",
		};
	}
	for (const one of single(form)) entry.holders[one.id] = result ? (result.seats.find((seat) => (seat.figures?.[one.id] ?? 0) > 0)?.entry ?? 0) : null;
	if (!result) return entry;
	entry.ended = result.ended;
	entry.declaredBy = result.declaredBy ?? 0;
	entry.wonAtOnce = result.wonAtOnce ?? "";
	entry.gone = result.seats.filter((one) => one.left).sort((a, b) => (a.left ?? 0) - (b.left ?? 0)).map((one) => one.entry);
	if (result.void) entry.void = { for: result.void.for, atFault: result.void.atFault ?? [], othersScored: result.void.othersScored ?? false };
	return entry;
}

const fewest = (form: TableForm): boolean => form.placeBy?.[0]?.best === "fewest";
const reaches = (form: TableForm, vp: number | null): boolean => vp !== null && (fewest(form) ? vp <= form.target : vp >= form.target);
const numbers = (entry: Entry): number[] => Object.keys(entry.seats).map(Number);

// asksVPOf reports whether the form asks for the points of a seat: not for a player who has left, if the points of leavers do not count.
export const asksVPOf = (form: TableForm, entry: Entry, number: number): boolean => asksVP(form) && !(form.leaversWithoutVp && entry.gone.includes(number));

// vpOf returns the points of a seat, null while they are missing.
export const vpOf = (form: TableForm, entry: Entry, number: number): number | null => (asksVPOf(form, entry, number) ? (entry.seats[number]?.vp ?? null) : form.vp.min);

// candidates are the players who may have declared victory.
export const candidates = (form: TableForm, entry: Entry): number[] => numbers(entry).filter((one) => !entry.gone.includes(one) && reaches(form, entry.seats[one]?.vp ?? null));

// ending returns how the game ended: the chosen way, else the one that follows from the points.
export function ending(form: TableForm, entry: Entry): Ending {
	if (entry.ended) return entry.ended;
	if (form.endings.includes("completed")) return "completed";
	const all = numbers(entry).every((one) => vpOf(form, entry, one) !== null);
	if (all && form.endings.includes("time-limit") && candidates(form, entry).length === 0) return "time-limit";
	return form.endings[0] ?? "declared";
}

// declarer returns the player who declared victory: the chosen one, else the only candidate; 0 while a person has to choose.
export function declarer(form: TableForm, entry: Entry): number {
	if (ending(form, entry) !== "declared") return 0;
	const able = candidates(form, entry);
	if (able.includes(entry.declaredBy)) return entry.declaredBy;
	return able.length === 1 ? (able[0] ?? 0) : 0;
}

// asksDeclarer reports whether a person has to say who declared victory.
export const asksDeclarer = (form: TableForm, entry: Entry): boolean => ending(form, entry) === "declared" && candidates(form, entry).length > 1;

// Missing names one missing answer and its seat.
export interface Missing {
	what: "vp" | "figure" | "holder" | "objective" | "points" | "declarer" | "winner" | "void";
	seat?: number;
	figure?: Schema["FormFigure"];
}

export function missing(form: TableForm, entry: Entry, order: number[]): Missing[] {
	const out: Missing[] = [];
	for (const number of order) {
		const seat = entry.seats[number];
		if (!seat) continue;
		if (vpOf(form, entry, number) === null) out.push({ what: "vp", seat: number });
		for (const figure of ofSeat(form)) if (seat.figures[figure.id] == null) out.push({ what: "figure", seat: number, figure });
		if (form.objectives.length > 0 && !seat.objective) out.push({ what: "objective", seat: number });
		if (form.points && !/^-?\d{1,6}(\.\d{1,4})?$/.test(seat.points)) out.push({ what: "points", seat: number });
	}
	for (const figure of single(form)) if (entry.holders[figure.id] == null) out.push({ what: "holder", figure });
	if (entry.void && entry.void.for.length === 0) out.push({ what: "void" });
	if (out.length === 0 && ending(form, entry) === "declared" && declarer(form, entry) === 0) out.push({ what: candidates(form, entry).length ? "declarer" : "winner" });
	return out;
}

// said is the result as the console sends it.
export function said(form: TableForm, entry: Entry, order: number[]): Schema["NewResult"] {
	const by = declarer(form, entry);
	const result: Schema["NewResult"] = {
		ended: ending(form, entry),
		seats: order.map((number) => {
			const seat = entry.seats[number] ?? { vp: 0, figures: {}, objective: "", points: "" };
			const out: Schema["NewSeatResult"] = { entry: number, vp: vpOf(form, entry, number) ?? 0 };
			const figures: Record<string, number> = {};
			for (const one of form.figures) figures[one.id] = single(form).includes(one) ? (entry.holders[one.id] === number ? 1 : 0) : (seat.figures[one.id] ?? 0);
			if (form.figures.length > 0) out.figures = figures;
			if (seat.objective) out.objective = seat.objective;
			if (form.points && seat.points) out.points = seat.points;
			if (entry.gone.includes(number)) out.left = entry.gone.indexOf(number) + 1;
			return out;
		}),
	};
	if (by) result.declaredBy = by;
	if (entry.wonAtOnce) result.wonAtOnce = entry.wonAtOnce;
	if (entry.void) result.void = { for: entry.void.for, atFault: entry.void.atFault, othersScored: entry.void.othersScored };
	return result;
}

// Standing is the place of a seat while the result is entered, by the points alone.
export interface Standing {
	place: number;
	shared: boolean;
	share: string; // of all points, in percent; "" without points
}

// standing returns the place of a seat; null while it is unknown, or if the ruleset compares more than the points.
export function standing(form: TableForm, entry: Entry, number: number): Standing | null {
	const all = numbers(entry).map((one) => vpOf(form, entry, one));
	const mine = vpOf(form, entry, number);
	if (!asksVPOf(form, entry, number) || form.placeBy?.length || form.teams.length || mine === null || all.includes(null)) return null;
	const points = all as number[];
	const by = declarer(form, entry);
	const before = numbers(entry).filter((one) => one !== number && (one === by || (number !== by && (vpOf(form, entry, one) ?? 0) > mine))).length;
	const shared = number !== by && numbers(entry).some((one) => one !== number && one !== by && vpOf(form, entry, one) === mine);
	const total = points.reduce((sum, one) => sum + one, 0);
	return { place: before + 1, shared, share: total > 0 && mine >= 0 ? (Math.floor((mine * 10_000) / total) / 100).toFixed(2) : "" };
}

// inOneLine are the figures of a seat in one line: first those asked of every seat, then those that the seat has.
export function inOneLine(form: TableForm | undefined, seat: Schema["NewSeatResult"]): string {
	if (!form) return String(seat.vp);
	const objective = form.objectives.find((one) => one.id === seat.objective)?.name;
	return [
		...(asksVP(form) ? [String(seat.vp)] : []),
		...(form.points && seat.points !== undefined ? [seat.points] : []),
		...(objective ? [objective] : []),
		...form.figures.filter((one) => seat.figures?.[one.id]).map((one) => (single(form).includes(one) ? one.name : `${one.name} ${seat.figures?.[one.id]}`)),
	].join(" · ");
}

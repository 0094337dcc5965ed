// What a person has done and the server has not yet confirmed.
import type { Schema } from "../api";

// Deed says what somebody did in the words of the API: enough to say it to the server and to show it.
export type Deed =
	| { kind: "result"; round: number; table: number; result: Schema["NewResult"] & { reason?: string }; version: number } // version is that of the result which a correction has seen; 0 for the first recording
	| { kind: "clock"; round: number; body: Schema["ClockCommand"] }
	| { kind: "answer"; round: number; call: string }
	| { kind: "sanction"; body: Schema["NewSanction"] }
	| { kind: "confirmation"; sanction: string; entry: number }
	| { kind: "withdrawal"; body: Schema["NewWithdrawal"] }
	| { kind: "attendance"; body: Schema["NewAttendance"] }
	| { kind: "replacement"; entry: number; body: Schema["ReasonGiven"] }
	| { kind: "apart"; body: Schema["NewKeptApart"] }
	| { kind: "mark"; body: Schema["EntryMarks"] }
	| { kind: "ruling"; body: Schema["NewRuling"] }
	| { kind: "appeal"; ruling: string; body: Schema["NewAppeal"] }
	| { kind: "decision"; ruling: string; body: Schema["AppealDecision"] }
	| { kind: "revocation"; what: Revocable; of: string; awaits?: string; entries: number[]; body: Schema["ReasonGiven"] } // of is the id of what is taken back, as doneAt is the moment of a step; while that is not known yet, awaits is the act that makes it
	| { kind: "start"; body: Schema["EventStart"] }
	| { kind: "draw"; round: number; body: Schema["NewRound"] }
	| { kind: "discarding"; round: number; awaits?: string; body: Schema["StepTakenBack"] }
	| { kind: "closing"; round: number }
	| { kind: "reopening"; round: number; awaits?: string; body: Schema["StepTakenBack"] }
	| { kind: "completion" }
	| { kind: "event-reopening"; awaits?: string; body: Schema["StepTakenBack"] };

// Revocable are the acts that the server knows by an id of its own, by which they are taken back.
export type Revocable = "sanction" | "withdrawal" | "attendance" | "apart";

interface Kept {
	// id is the key under which the server does it once, however often it is sent. One key never says two things.
	id: string;
	// place orders the acts: its own id, or that of the act in whose place it was entered.
	place: string;
	// account names the person who did it: it is sent in nobody else's name.
	account: string;
	tenant: string;
	event: string;
	// who names the person or thing that it is about.
	who: string;
	enteredAt: string;
	// sent says that it may have reached the server: from then on it is not changed any more.
	sent: boolean;
	// refused is why the server does not take it, which a person has to see to; null while it waits.
	refused: Schema["Problem"] | null;
	// current is the result that stands instead, where that is why.
	current: Schema["Result"] | null;
	// instead is what stands instead of anything else, where that is why.
	instead?: Standing | null;
}

// Standings are what the server may have instead, by kind.
export interface Standings {
	sanction: Schema["Sanction"];
	withdrawal: Schema["Withdrawal"];
	attendance: Schema["Attendance"];
	apart: Schema["KeptApart"];
	ruling: Schema["Ruling"];
	entry: Schema["Entry"] & { by?: string | undefined; at?: string | undefined }; // with who changed it last, and when
	call: Schema["RefereeCall"];
	clock: Schema["Clock"];
	step: { by: string; at: string }; // that was done since what was to be taken back
}

// Standing is one of them.
export type Standing = { [K in keyof Standings]: { of: K; is: Standings[K] } }[keyof Standings];

// Act is one act. It is kept on the device before anything says that it is done, and goes only when the server has
// confirmed it, or the person has given it up.
export type Act = Kept & Deed;

// Of is an act of some kinds.
export type Of<K extends Deed["kind"]> = Extract<Act, { kind: K }>;

export const isOf = <K extends Deed["kind"]>(kind: K) => (act: Act): act is Of<K> => act.kind === kind;

// restored is an act as it was stored: the first ones were all results.
export const restored = (stored: Act): Act => ({ ...{ kind: "result", who: "", place: stored.id }, ...stored }) as Act;

// entriesOf are the start numbers of those an act is about.
export function entriesOf(act: Deed): number[] {
	switch (act.kind) {
		case "result": return act.result.seats.map((seat) => seat.entry);
		case "sanction": case "withdrawal": case "attendance": return [act.body.entry];
		case "confirmation": case "replacement": return [act.entry];
		case "apart": return [act.body.entry, act.body.other];
		case "mark": return act.body.marks.map((one) => one.entry);
		case "revocation": return act.entries;
		default: return [];
	}
}

// steps are the acts that change what can be done at all.
const steps: Deed["kind"][] = ["start", "draw", "discarding", "closing", "reopening", "completion", "event-reopening"];

// awaited is the act that has to be done before it is known what an act takes back; "" where that is known.
export const awaited = (act: Act): string => ("awaits" in act ? (act.awaits ?? "") : "");

// isStep reports whether everything else of the event waits for an act.
export const isStep = (act: Act): boolean => steps.includes(act.kind);

function things(act: Act): string[] {
	const people = entriesOf(act).map((entry) => `entry ${entry}`);
	switch (act.kind) {
		case "result": return [`table ${act.round}/${act.table}`, ...people];
		case "clock": return [`clock ${act.round}`];
		case "replacement": return ["reserves", ...people]; // the first of them plays
		case "appeal": case "decision": return [`ruling ${act.ruling}`];
		default: return people;
	}
}

// follows reports whether an act waits for one that the same person entered before it: at the same event, about the same person, table, clock
// or ruling, so that the server hears of each in the order in which it happened. A step waits for everything before it, and
// everything after waits for the step: no round is closed before its results, and nothing of the next is said before it is
// drawn. All others know nothing of each other, so that what is refused holds only what has to do with it.
export function follows(later: Act, earlier: Act): boolean {
	if (later.account !== earlier.account || later.tenant !== earlier.tenant || later.event !== earlier.event) return false;
	if (isStep(later) || isStep(earlier)) return true;
	const before = new Set(things(earlier));
	return things(later).some((one) => before.has(one));
}

// same reports whether a result that stands says what an act wants to have said.
export function same(act: Act, stands: Schema["Result"]): boolean {
	if (act.kind !== "result") return false;
	const { result } = act;
	if (stands.ended !== result.ended || (stands.declaredBy ?? 0) !== (result.declaredBy ?? 0) || (stands.wonAtOnce ?? "") !== (result.wonAtOnce ?? "")) return false;
	const voided = (one: { for?: number[]; atFault?: number[]; othersScored?: boolean } | undefined): string =>
		one ? JSON.stringify([[...(one.for ?? [])].sort(), [...(one.atFault ?? [])].sort(), one.othersScored ?? false]) : "";
	if (voided(stands.void) !== voided(result.void) || stands.seats.length !== result.seats.length) return false;
	return result.seats.every((seat) => {
		const there = stands.seats.find((one) => one.entry === seat.entry);
		return (
			there !== undefined &&
			there.vp === seat.vp &&
			(there.left ?? 0) === (seat.left ?? 0) &&
			(there.objective ?? "") === (seat.objective ?? "") &&
			(seat.points === undefined || Number(there.points) === Number(seat.points)) &&
			Object.entries(seat.figures ?? {}).every(([id, value]) => (there.figures?.[id] ?? 0) === value)
		);
	});
}

// Changed is an entry that somebody has changed since a mark was made, as a refusal tells.
interface Changed {
	entry: number;
	version: number;
	by?: string;
	at?: string;
}

export const changedSince = (refused: Schema["Problem"]): Changed[] => (refused.current?.["entries"] ?? []) as Changed[];

// firstAgainst is the first of some marks that was refused: of a list only those are shown one after the other that somebody else has changed.
export const firstAgainst = (marks: Schema["EntryMarks"]["marks"], changes: Changed[]): number =>
	(marks.find((mark) => changes.some((one) => one.entry === mark.entry)) ?? marks[0])?.entry ?? 0;

// Acts that a person has done and the server has not yet confirmed.
import type { Schema } from "../api";

// Deed describes an act in the terms of the API: enough to send it and to show it.
export type Deed =
	| { kind: "result"; round: number; table: number; result: Schema["NewResult"] & { reason?: string }; version: number } // version is the version of the result that a correction has seen; 0 for the first recording
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
	| { kind: "revocation"; what: Revocable; of: string; awaits?: string; entries: number[]; body: Schema["ReasonGiven"] } // of is the id of the record that is taken back, as doneAt is the moment of a step; while it is unknown, awaits is the act that makes the record
	| { kind: "start"; body: Schema["EventStart"] }
	| { kind: "draw"; round: number; body: Schema["NewRound"] }
	| { kind: "discarding"; round: number; awaits?: string; body: Schema["StepTakenBack"] }
	| { kind: "closing"; round: number }
	| { kind: "reopening"; round: number; awaits?: string; body: Schema["StepTakenBack"] }
	| { kind: "completion" }
	| { kind: "event-reopening"; awaits?: string; body: Schema["StepTakenBack"] };

// Revocable are the acts whose records have an id on the server, by which they are taken back.
export type Revocable = "sanction" | "withdrawal" | "attendance" | "apart";

interface Kept {
	// id is the key under which the server does the act once, however often it is sent. No two different acts share a key.
	id: string;
	// place orders the acts: its own id, or the place of the act that it replaces.
	place: string;
	// account is the person who did it: the act is sent only in their name.
	account: string;
	tenant: string;
	event: string;
	// who names the person or thing that the act is about.
	who: string;
	enteredAt: string;
	// sent reports that the act may have reached the server: from then on it never changes.
	sent: boolean;
	// refused is the refusal of the server, which a person has to settle; null without one.
	refused: Schema["Problem"] | null;
	// current is the recorded result that caused the refusal, if one did.
	current: Schema["Result"] | null;
	// instead is any other record that caused the refusal, if one did.
	instead?: Standing | null;
}

// Standings are the records that may stand on the server instead, by kind.
export interface Standings {
	sanction: Schema["Sanction"];
	withdrawal: Schema["Withdrawal"];
	attendance: Schema["Attendance"];
	apart: Schema["KeptApart"];
	ruling: Schema["Ruling"];
	entry: Schema["Entry"] & { by?: string | undefined; at?: string | undefined }; // with the person who changed it last, and the time
	call: Schema["RefereeCall"];
	clock: Schema["Clock"];
	step: { by: string; at: string }; // the step that was done after the one to be taken back
}

// Standing is one of them.
export type Standing = { [K in keyof Standings]: { of: K; is: Standings[K] } }[keyof Standings];

// Act is one act. It is stored on the device before the screen says that it is done, and leaves the queue only when the server has
// confirmed it, or the person has given it up.
export type Act = Kept & Deed;

// Of is an act of certain kinds.
export type Of<K extends Deed["kind"]> = Extract<Act, { kind: K }>;

export const isOf = <K extends Deed["kind"]>(kind: K) => (act: Act): act is Of<K> => act.kind === kind;

// restored is an act as it was stored: the acts of the first release were all results and lacked these members.
export const restored = (stored: Act): Act => ({ ...{ kind: "result", who: "", place: stored.id }, ...stored }) as Act;

// entriesOf are the start numbers of the people whom an act is about.
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

// steps are the acts that move the whole event on or back.
const steps: Deed["kind"][] = ["start", "draw", "discarding", "closing", "reopening", "completion", "event-reopening"];

// awaited is the act that must be done before the id of what this act takes back is known; "" if it is known.
export const awaited = (act: Act): string => ("awaits" in act ? (act.awaits ?? "") : "");

// isStep reports whether all other acts of the event wait for this one.
export const isStep = (act: Act): boolean => steps.includes(act.kind);

function things(act: Act): string[] {
	const people = entriesOf(act).map((entry) => `entry ${entry}`);
	switch (act.kind) {
		case "result": return [`table ${act.round}/${act.table}`, ...people];
		case "clock": return [`clock ${act.round}`];
		case "replacement": return ["reserves", ...people]; // the first reserve plays
		case "appeal": case "decision": return [`ruling ${act.ruling}`];
		default: return people;
	}
}

// follows reports whether an act waits for one that the same person entered before it at the same event, about the same person, table, clock
// or ruling: so the server receives each of them in the order in which they happened. A step waits for all acts before it, and all acts
// after it wait for the step: no round is closed before its results, and no act of the next round is sent before it is
// drawn. Other acts are independent of each other, so that a refused act holds up only those related to it.
export function follows(later: Act, earlier: Act): boolean {
	if (later.account !== earlier.account || later.tenant !== earlier.tenant || later.event !== earlier.event) return false;
	if (isStep(later) || isStep(earlier)) return true;
	const before = new Set(things(earlier));
	return things(later).some((one) => before.has(one));
}

// same reports whether the recorded result equals the result of an act.
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

// Changed is an entry that somebody has changed since a mark was made, as the refusal lists it.
interface Changed {
	entry: number;
	version: number;
	by?: string;
	at?: string;
}

export const changedSince = (refused: Schema["Problem"]): Changed[] => (refused.current?.["entries"] ?? []) as Changed[];

// firstAgainst is the entry of the first refused mark: an act with several marks shows those changed by somebody else one after the other.
export const firstAgainst = (marks: Schema["EntryMarks"]["marks"], changes: Changed[]): number =>
	(marks.find((mark) => changes.some((one) => one.entry === mark.entry)) ?? marks[0])?.entry ?? 0;

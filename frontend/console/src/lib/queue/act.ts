// What a person has done and the server has not yet confirmed.
import type { Schema } from "../api";

// Act is one act at a table. It is kept on the device before anything says that it is done, and goes only when the server
// has confirmed it, or the person has given it up.
export interface Act {
	// id is the key under which the server does it once, however often it is sent. Later acts have greater ids.
	id: string;
	// account is whose act it is: it is sent in nobody else's name.
	account: string;
	tenant: string;
	event: string;
	round: number;
	table: number;
	// result is what it records; with a reason it corrects what stands.
	result: Schema["NewResult"] & { reason?: string };
	// version is that of the result which a correction has seen; 0 for the first recording.
	version: number;
	enteredAt: string;
	// sent says that it may have reached the server: from then on it is not changed any more.
	sent: boolean;
	// refused is why the server does not take it, which a person has to see to; null while it waits.
	refused: Schema["Problem"] | null;
	// current is the result that stands instead, where that is why.
	current: Schema["Result"] | null;
}

// lane is where acts go one after the other: a table of a round. Acts of different lanes know nothing of each other.
export const lane = (act: Pick<Act, "tenant" | "event" | "round" | "table">): string => `${act.tenant}/${act.event}/${act.round}/${act.table}`;

// same reports whether a result that stands says what an act wants to have said.
export function same(act: Act, stands: Schema["Result"]): boolean {
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

// The order in which events come up for a decision.
import type { Schema } from "./api";

// Matter is a played event on its way to homologation.
export interface Matter {
	event: string;
	title: string;
	localDate: string;
	state: Schema["HomologationState"];
	players: number;
	// due is the reader's deadline for the decision; null if the decision is not theirs.
	due: string | null;
	reportBy: string;
	late: boolean;
	// own: the reader had a part in the event, so others decide about it.
	own: boolean;
	// overdue: its report, or the answer to a question about it, is missing and late.
	overdue: boolean;
	clean: boolean; // no demand fails
}

export type Group = "decide" | "others" | "sender" | "decided";
export const groups: Group[] = ["decide", "others", "sender", "decided"];

// matterOf makes the shown matter from an event of the queue and the reader's task about it.
export function matterOf(of: Schema["QueuedHomologation"], waits: Schema["Waiting"] | undefined): Matter {
	const { checklist } = of;
	return {
		event: of.event, title: of.title, localDate: of.localDate, state: checklist.state, players: checklist.inSeason.played,
		due: waits?.dueAt ?? null, reportBy: checklist.reportBy, late: waits?.overdue ?? false, own: of.yours.length > 0,
		overdue: (checklist.state === "awaits-report" && checklist.daysLeft < 0) || (checklist.unanswered ?? false), clean: !checklist.demands.some((one) => one.result === "failed"),
	};
}

export function groupOf(one: Matter): Group {
	if (one.state === "waiting" || one.overdue) return one.own ? "others" : "decide";
	if (one.state === "returned" || one.state === "awaits-report") return "sender";
	return "decided";
}

// ordered puts the events to be decided first, by deadline, and the decided ones last, the latest first.
export function ordered(all: Matter[]): Matter[] {
	const place = (one: Matter): number => groups.indexOf(groupOf(one));
	return [...all].sort((a, b) => {
		if (place(a) !== place(b)) return place(a) - place(b);
		if (groupOf(a) === "decided") return b.localDate.localeCompare(a.localDate);
		return (a.due ?? "9").localeCompare(b.due ?? "9") || a.reportBy.localeCompare(b.reportBy);
	});
}

// beside is the event that many places further in the list, which goes round.
export function beside(all: Matter[], event: string, by: number): Matter | undefined {
	const at = all.findIndex((one) => one.event === event);
	if (all.length === 0) return undefined;
	return at < 0 ? all[0] : all[(at + by + all.length) % all.length];
}

// next is the next event to be decided after the given one, never that one itself.
export function next(all: Matter[], event: string): Matter | undefined {
	const open = all.filter((one) => groupOf(one) === "decide");
	const at = all.findIndex((one) => one.event === event);
	return open.find((one) => all.indexOf(one) > at && one.event !== event) ?? open.find((one) => one.event !== event);
}

// keyOf is the pressed key as a capital letter of the Latin alphabet, a digit or a sign, on any keyboard layout; "" for a key that means
// nothing alone.
export function keyOf(event: Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey">): string {
	if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1) return "";
	if (/^[a-z0-9?]$/i.test(event.key)) return event.key.toUpperCase();
	return /^Key[A-Z]$/.test(event.code) ? event.code.slice(3) : "";
}

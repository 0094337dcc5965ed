// The tasks of a person, by their deadlines.
import type { Schema } from "./api";
import { settings } from "./settings";

export type When = "late" | "today" | "week" | "later" | "undated";
export const whens: When[] = ["late", "today", "week", "later", "undated"];

export const dayLength = 86_400_000;

// midnight is the beginning of a day in the reader's calendar.
const midnight = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

// daysUntil counts the calendar days from now until a deadline.
export const daysUntil = (due: Date, now: Date): number => Math.round((midnight(due) - midnight(now)) / dayLength);

// when returns the group of the list to which a task belongs.
export function when(one: Schema["Waiting"], now: Date): When {
	if (one.overdue) return "late";
	if (!one.dueAt) return "undated";
	const days = daysUntil(new Date(one.dueAt), now);
	return days <= 0 ? "today" : days <= 7 ? "week" : "later";
}

// doneAt is the address of the page for a task; "" if there is none yet.
export function doneAt(one: Schema["MyWaiting"], pages = settings.waiting): string {
	// The page that corrects a refused letter depends on the part of the API that its resource names.
	const [id = "", part = ""] = one.waiting.resource.split("/").reverse();
	const at = pages[one.waiting.kind] ?? pages[`${one.waiting.kind}/${id}`] ?? pages[`${one.waiting.kind}/${part}`];
	if (at === undefined || (at.includes("{event}") && !one.waiting.event)) return "";
	return at.replace("{tenant}", one.tenant.slug).replace("{event}", one.waiting.event?.id ?? "").replace("{id}", id);
}

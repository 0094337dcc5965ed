// What waits, in the order of its time.
import type { Schema } from "./api";
import { settings } from "./settings";

export type When = "late" | "today" | "week" | "later" | "undated";
export const whens: When[] = ["late", "today", "week", "later", "undated"];

export const dayLength = 86_400_000;

// midnight is the beginning of a day on the calendar of the reader.
const midnight = (at: Date): number => new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();

// daysUntil are the days on the calendar from now until something is due.
export const daysUntil = (due: Date, now: Date): number => Math.round((midnight(due) - midnight(now)) / dayLength);

// when says in which group of the list something stands.
export function when(one: Schema["Waiting"], now: Date): When {
	if (one.overdue) return "late";
	if (!one.dueAt) return "undated";
	const days = daysUntil(new Date(one.dueAt), now);
	return days <= 0 ? "today" : days <= 7 ? "week" : "later";
}

// doneAt is the address of the page on which something that waits is done or looked at; "" where there is none yet.
export function doneAt(one: Schema["MyWaiting"], pages = settings.waiting): string {
	// A letter that was refused is put right where the part of the API that tells of it has its page.
	const [id = "", part = ""] = one.waiting.resource.split("/").reverse();
	const at = pages[one.waiting.kind] ?? pages[`${one.waiting.kind}/${id}`] ?? pages[`${one.waiting.kind}/${part}`];
	if (at === undefined || (at.includes("{event}") && !one.waiting.event)) return "";
	return at.replace("{tenant}", one.tenant.slug).replace("{event}", one.waiting.event?.id ?? "").replace("{id}", id);
}

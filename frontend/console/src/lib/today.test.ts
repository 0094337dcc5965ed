import { describe, expect, it } from "vitest";
import { daysUntil, doneAt, when } from "./today";

const waiting = (more: object) => ({ id: "x", kind: "report", title: "", overdue: false, resource: "", explanation: { reason: "", text: "" }, ...more }) as never;
const now = new Date(2009, 2, 1, 23, 30);

describe("what waits", () => {
	it("stands by the days of the calendar, not by hours", () => {
		expect(daysUntil(new Date(2009, 2, 2, 0, 15), now)).toBe(1);
		expect(when(waiting({ dueAt: new Date(2009, 2, 1, 23, 59).toISOString() }), now)).toBe("today");
		expect(when(waiting({ dueAt: new Date(2009, 2, 2, 0, 15).toISOString() }), now)).toBe("week");
		expect(when(waiting({ dueAt: new Date(2009, 2, 8, 23, 59).toISOString() }), now)).toBe("week");
		expect(when(waiting({ dueAt: new Date(2009, 2, 9, 0, 0).toISOString() }), now)).toBe("later");
		expect(when(waiting({ dueAt: "2009-04-01T12:00:00Z", overdue: true }), now)).toBe("late");
		expect(when(waiting({}), now)).toBe("undated");
	});

	it("leads to the page where it is done, if there is one", () => {
		const pages = { report: "/console/t/{tenant}/events/{event}/report", answer: "/t/{tenant}/convocation" };
		const of = (more: object) => ({ tenant: { id: "1", slug: "fic", name: "FIC" }, waiting: waiting(more) }) as never;
		expect(doneAt(of({ event: { id: "7", title: "" } }), pages)).toBe("/console/t/fic/events/7/report");
		expect(doneAt(of({}), pages)).toBe("");
		expect(doneAt(of({ kind: "answer" }), pages)).toBe("/t/fic/convocation");
		expect(doneAt(of({ kind: "pay-refunds" }), pages)).toBe("");
	});

	it("leads to where another address is given for a letter that was refused", () => {
		const pages = { "mail-refused/staff": "/t/{tenant}/staff", "mail-refused/players": "/t/{tenant}/people/{id}" };
		const of = (resource: string) => ({ tenant: { id: "1", slug: "fic", name: "FIC" }, waiting: waiting({ kind: "mail-refused", resource }) }) as never;
		expect(doneAt(of("/v1/tenants/fic/events/7/staff"), pages)).toBe("/t/fic/staff");
		expect(doneAt(of("/v1/tenants/fic/players/9"), pages)).toBe("/t/fic/people/9");
		expect(doneAt(of("/v1/tenants/fic/bans/9"), pages)).toBe("");
	});
});

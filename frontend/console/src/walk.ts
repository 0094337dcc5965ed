// The walk of the README, "A stage with curl", with a client generated from the API
// document. It is compiled and not run: the members that it reads from answers and leaves
// out of requests must fit the types, strictly.
import createClient from "openapi-fetch";
import type { components, paths } from "./lib/schema";

const api = createClient<paths>({ baseUrl: "http://127.0.0.1:8080/v1" });

// A draw without its optional members: those with a default may be left out.
const draw: components["schemas"]["NewRound"] = {};

export async function walk(): Promise<string> {
	const session = await api.POST("/sessions", {
		body: { email: "first-referee@fic.example", password: "due-pecore-per-un-mattone" },
	});
	if (session.data === undefined) {
		return session.error.reason;
	}
	const authorization = { Authorization: `Bearer ${session.data.accessToken}` };

	const events = await api.GET("/tenants/{tenant}/events", {
		params: { path: { tenant: "fic" }, query: { state: "running", kind: "stage", from: "2009-01-01", order: "earliest-first" } },
	});
	const stage = events.data?.items[0];
	if (stage === undefined) {
		return "no stage is running";
	}
	const path = { tenant: "fic", event: stage.id };

	const table = await api.GET("/tenants/{tenant}/events/{event}/rounds/{round}/tables/{table}", {
		params: { path: { ...path, round: 2, table: 1 } },
	});
	const standings = await api.GET("/tenants/{tenant}/events/{event}/standings", { params: { path } });
	const first = table.data?.seats[0];
	if (table.data === undefined || first === undefined || standings.data === undefined) {
		return "nobody sits there";
	}

	const points = [10, 8, 7, 5];
	const recorded = await api.POST("/tenants/{tenant}/events/{event}/rounds/{round}/tables/{table}/result", {
		params: { path: { ...path, round: 2, table: 1 }, header: { "Idempotency-Key": "table-one-of-round-two" } },
		headers: authorization,
		body: { ended: "declared", declaredBy: first.number, seats: table.data.seats.map((seat, i) => ({ entry: seat.number, vp: points[i] ?? 0 })) },
	});
	if (recorded.error !== undefined) {
		return recorded.error.detail ?? recorded.error.title;
	}

	// A member that the document requires is missing here; the compiler must find that.
	await api.POST("/tenants/{tenant}/events/{event}/rounds", {
		// @ts-expect-error the Idempotency-Key is required
		params: { path },
		headers: authorization,
		body: draw,
	});
	const refused = await api.POST("/tenants/{tenant}/events/{event}/rounds", {
		params: { path, header: { "Idempotency-Key": "too-early-a-draw" } },
		headers: { ...authorization, "Accept-Language": "it" },
		body: draw,
	});
	const rule = refused.error?.rule;
	return rule === undefined ? `round ${refused.data?.number ?? 0}` : `${rule.code} ${rule.paragraph}`;
}

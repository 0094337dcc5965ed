// Sends each act to the API. Every operation takes a key, so that an act whose answer was lost is answered again and done once.
import { api, type Schema } from "../api";
import { patience } from "../network.svelte";
import { changedSince, firstAgainst, type Act, type Of, type Standing, type Standings } from "./act";
import type { Answer, Reply } from "./queue";

interface Said {
	data?: unknown;
	error?: Schema["Problem"];
	response: Response;
}

// deliver sends an act under its id.
export async function deliver(act: Act): Promise<Reply> {
	try {
		const { data, error, response } = await say(act);
		if (response.ok) return { kind: "done", answer: answered(act, data) };
		if (response.status === 401 || response.status === 429 || response.status >= 500 || !error) return { kind: "later" };
		if (response.status !== 409 && response.status !== 412) return { kind: "refused", problem: error, stands: null };
		if (act.kind === "result") return await beside(act, error);
		const there = await already(act);
		return there ? { kind: "done", answer: there } : { kind: "refused", problem: error, stands: null, instead: await instead(act, error) };
	} catch {
		return { kind: "later" };
	}
}

function answered(act: Act, data: unknown): Answer {
	if (act.kind === "result") return { table: data as Schema["Table"] };
	if (act.kind === "clock") return { clock: data as Schema["Clock"] };
	if (act.kind === "mark") return { entries: (data as Schema["ListedEntries"]).items };
	if (act.kind === "draw") return { id: (data as Schema["Round"]).drawnAt };
	if (act.kind === "closing") return closed(data as Schema["Round"]);
	const { id } = (data ?? {}) as { id?: unknown };
	return typeof id === "string" ? { id } : {};
}

const closed = (round: Schema["Round"]): Answer => (round.closedAt ? { id: round.closedAt } : {});

function say(act: Act): Promise<Said> {
	const event = { tenant: act.tenant, event: act.event };
	const header = { "Idempotency-Key": act.id };
	const under = { headers: header, signal: AbortSignal.timeout(patience) };
	switch (act.kind) {
		case "result": {
			const path = { ...event, round: act.round, table: act.table };
			if (act.version === 0) return api.POST("/tenants/{tenant}/events/{event}/rounds/{round}/tables/{table}/result", { ...under, params: { path, header }, body: act.result });
			return api.PUT("/tenants/{tenant}/events/{event}/rounds/{round}/tables/{table}/result", { ...under, params: { path, header: { "If-Match": `"${act.version}"` } }, body: { ...act.result, reason: act.result.reason ?? "" } });
		}
		case "clock": return api.POST("/tenants/{tenant}/events/{event}/rounds/{round}/clock/commands", { ...under, params: { path: { ...event, round: act.round } }, body: act.body });
		case "answer": return api.POST("/tenants/{tenant}/events/{event}/rounds/{round}/referee-calls/{call}/answer", { ...under, params: { path: { ...event, round: act.round, call: act.call } } });
		case "sanction": return api.POST("/tenants/{tenant}/events/{event}/sanctions", { ...under, params: { path: event, header }, body: act.body });
		case "confirmation": return api.POST("/tenants/{tenant}/events/{event}/sanctions/{sanction}/confirmation", { ...under, params: { path: { ...event, sanction: act.sanction } } });
		case "withdrawal": return api.POST("/tenants/{tenant}/events/{event}/withdrawals", { ...under, params: { path: event, header }, body: act.body });
		case "attendance": return api.POST("/tenants/{tenant}/events/{event}/attendance", { ...under, params: { path: event, header }, body: act.body });
		case "replacement": return api.POST("/tenants/{tenant}/events/{event}/entries/{entry}/replacement", { ...under, params: { path: { ...event, entry: act.entry } }, body: act.body });
		case "apart": return api.POST("/tenants/{tenant}/events/{event}/kept-apart", { ...under, params: { path: event, header }, body: act.body });
		case "mark": return api.POST("/tenants/{tenant}/events/{event}/entry-marks", { ...under, params: { path: event }, body: act.body });
		case "ruling": return api.POST("/tenants/{tenant}/events/{event}/rulings", { ...under, params: { path: event }, body: act.body });
		case "appeal": return api.POST("/tenants/{tenant}/events/{event}/rulings/{ruling}/appeal", { ...under, params: { path: { ...event, ruling: act.ruling } }, body: act.body });
		case "decision": return api.POST("/tenants/{tenant}/events/{event}/rulings/{ruling}/appeal-decision", { ...under, params: { path: { ...event, ruling: act.ruling } }, body: act.body });
		case "revocation": {
			const { of, body } = act;
			switch (act.what) {
				case "sanction": return api.POST("/tenants/{tenant}/events/{event}/sanctions/{sanction}/revocation", { ...under, params: { path: { ...event, sanction: of } }, body });
				case "withdrawal": return api.POST("/tenants/{tenant}/events/{event}/withdrawals/{withdrawal}/revocation", { ...under, params: { path: { ...event, withdrawal: of } }, body });
				case "attendance": return api.POST("/tenants/{tenant}/events/{event}/attendance/{record}/revocation", { ...under, params: { path: { ...event, record: of } }, body });
				case "apart": return api.POST("/tenants/{tenant}/events/{event}/kept-apart/{pair}/revocation", { ...under, params: { path: { ...event, pair: of } }, body });
			}
		}
		case "start": return api.POST("/tenants/{tenant}/events/{event}/start", { ...under, params: { path: event, header }, body: act.body });
		case "draw": return api.POST("/tenants/{tenant}/events/{event}/rounds", { ...under, params: { path: event, header }, body: act.body });
		case "discarding": return api.POST("/tenants/{tenant}/events/{event}/rounds/{round}/discarding", { ...under, params: { path: { ...event, round: act.round } }, body: act.body });
		case "closing": return api.POST("/tenants/{tenant}/events/{event}/rounds/{round}/closing", { ...under, params: { path: { ...event, round: act.round } } });
		case "reopening": return api.POST("/tenants/{tenant}/events/{event}/rounds/{round}/reopening", { ...under, params: { path: { ...event, round: act.round } }, body: act.body });
		case "completion": return api.POST("/tenants/{tenant}/events/{event}/completion", { ...under, params: { path: event } });
		case "event-reopening": return api.POST("/tenants/{tenant}/events/{event}/reopening", { ...under, params: { path: event }, body: act.body });
	}
}

// beside is a refusal because of another result, together with that result.
async function beside(act: Of<"result">, problem: Schema["Problem"]): Promise<Reply> {
	const path = { tenant: act.tenant, event: act.event, round: act.round, table: act.table };
	const now = await api.GET("/tenants/{tenant}/events/{event}/rounds/{round}/tables/{table}", { params: { path } });
	return now.data ? { kind: "refused", problem, stands: now.data.result ?? null } : { kind: "later" };
}

const phaseAfter: Partial<Record<Schema["ClockCommand"]["command"], string>> = { start: "running", resume: "running", pause: "paused", end: "ended" };

// already returns an answer if the state on the server is already the one that the act wants: somebody else did the same first. It returns null
// for another state, and throws when the server cannot be asked.
async function already(act: Act): Promise<Answer | null> {
	const path = { tenant: act.tenant, event: act.event };
	if (act.kind === "start" || act.kind === "completion") {
		const { data } = await api.GET("/tenants/{tenant}/events/{event}", { params: { path } });
		return data?.state === (act.kind === "start" ? "running" : "finished") ? {} : null;
	}
	if (act.kind !== "clock" && act.kind !== "closing" && act.kind !== "reopening") return null;
	const { data } = await api.GET("/tenants/{tenant}/events/{event}/rounds/{round}", { params: { path: { ...path, round: act.round } } });
	if (act.kind === "clock") return data?.state === "open" && data.clock.phase === (act.body.command === "last-turn" ? data.clock.phases?.[0]?.phase : phaseAfter[act.body.command]) ? {} : null;
	return data?.state === (act.kind === "closing" ? "closed" : "open") ? closed(data) : null;
}

// instead returns the record that stands instead of what an act wanted, if it can be asked and the person may see it.
async function instead(act: Act, refused: Schema["Problem"]): Promise<Standing | null> {
	const path = { tenant: act.tenant, event: act.event };
	switch (act.kind) {
		case "sanction": case "withdrawal": return left(path, act.body.entry);
		case "replacement": return left(path, act.entry);
		case "attendance": return (await of("attendance", path, (one) => !one.revokedAt && one.entry.number === act.body.entry && one.round === act.body.round)) ?? left(path, act.body.entry);
		case "apart": return of("apart", path, (one) => !one.revokedAt && [one.entry.number, one.other.number].every((number) => number === act.body.entry || number === act.body.other));
		case "confirmation": return of("sanction", path, (one) => one.id === act.sanction);
		case "appeal": case "decision": return of("ruling", path, (one) => one.id === act.ruling);
		case "discarding": case "reopening": case "event-reopening": {
			const { by, at } = (refused.current ?? {}) as Partial<Standings["step"]>;
			return refused.reason === "done-since" && at ? { of: "step", is: { by: by ?? "", at } } : null;
		}
		case "revocation": return of(act.what, path, (one) => one.id === act.of);
		case "mark": {
			const changes = changedSince(refused);
			const { data } = await api.GET("/tenants/{tenant}/events/{event}/entries/{entry}", { params: { path: { ...path, entry: firstAgainst(act.body.marks, changes) } } });
			if (!data) return null;
			// The refusal names who changed an entry; if it was changed again since, nobody is named.
			const change = changes.find((one) => one.entry === data.number && one.version === data.version);
			return { of: "entry", is: { ...data, by: change?.by, at: change?.at } };
		}
		case "clock": {
			const { data } = await api.GET("/tenants/{tenant}/events/{event}/rounds/{round}/clock", { params: { path: { ...path, round: act.round } } });
			return data ? { of: "clock", is: data } : null;
		}
		case "answer": {
			const { data } = await api.GET("/tenants/{tenant}/events/{event}/rounds/{round}/at-tables", { params: { path: { ...path, round: act.round } } });
			const call = data?.tables.flatMap((one) => one.calls).find((one) => one.id === act.call);
			return call ? { of: "call", is: call } : null;
		}
		default: return null;
	}
}

type Path = { tenant: string; event: string };

// left returns the record by which a person stopped playing.
const left = async (path: Path, entry: number): Promise<Standing | null> =>
	(await of("withdrawal", path, (one) => !one.revokedAt && one.entry.number === entry)) ?? of("sanction", path, (one) => !one.revokedAt && one.expels && one.entry.number === entry);

const lists = { sanction: "sanctions", withdrawal: "withdrawals", attendance: "attendance", apart: "kept-apart", ruling: "rulings" } as const;

// of returns the latest record of a kind that fulfills a condition.
async function of<K extends keyof typeof lists>(kind: K, path: Path, is: (one: Standings[K]) => boolean): Promise<Standing | null> {
	const list: (typeof lists)[keyof typeof lists] = lists[kind];
	const { data } = await api.GET(`/tenants/{tenant}/events/{event}/${list}`, { params: { path } });
	const items: unknown = data?.items ?? [];
	const found = (items as Standings[K][]).findLast(is);
	return found ? ({ of: kind, is: found } as Standing) : null;
}

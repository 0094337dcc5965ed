// The queue of this browser: what was entered here and has not arrived yet.
import { api, type Schema } from "./api";
import type { Act } from "./queue/act";
import { Queue, type Reply } from "./queue/queue";
import { onDevice } from "./queue/store";
import { session } from "./session.svelte";
import { uuidv7 } from "./uuid";

const soonest = 5_000; // milliseconds until what did not arrive is sent again; each time twice as long
const latest = 60_000;

type Listener = (act: Act, table: Schema["Table"] | null) => void;

class Outbox {
	// acts are those of whoever has signed in, oldest first.
	acts = $state.raw<Act[]>([]);
	#queue: Promise<Queue> | null = null;
	#listeners = new Set<Listener>();
	#pause = soonest;
	#again: ReturnType<typeof setTimeout> | undefined;

	// open takes up what is left of earlier visits, and begins to send it.
	async open(): Promise<Queue> {
		this.#queue ??= this.#begin();
		return this.#queue;
	}

	async #begin(): Promise<Queue> {
		const queue = new Queue({
			store: await onDevice(),
			send: (act) => transport(act),
			account: () => (session.state === "in" ? session.account : ""),
			changed: (acts) => (this.acts = acts.filter((one) => !session.account || one.account === session.account)),
			confirmed: (act, table) => this.#listeners.forEach((one) => one(act, table)),
			newId: () => uuidv7(),
		});
		await queue.load();
		const now = () => document.hidden || this.send();
		addEventListener("online", now);
		document.addEventListener("visibilitychange", now);
		this.send();
		return queue;
	}

	// heard calls a listener with what the server confirms, until the returned function is called.
	heard(listener: Listener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	// enter returns when the act is safe on the device.
	async enter(act: Act): Promise<void> {
		await (await this.open()).add(act);
		this.#pause = soonest;
		this.send();
	}

	// send tries to send what waits now, and again later as long as something is left that can be sent.
	async send(): Promise<void> {
		clearTimeout(this.#again);
		const queue = await this.open();
		if (this.acts.length > 0 && session.state !== "in") await session.access().catch(() => {}); // it stays here until somebody has signed in
		await one(() => queue.send());
		clearTimeout(this.#again);
		if (!this.acts.some((act) => !act.refused)) {
			this.#pause = soonest;
			return;
		}
		this.#again = setTimeout(() => this.send(), this.#pause);
		this.#pause = Math.min(2 * this.#pause, latest);
	}
}

// one lets one tab of the browser send at a time, where tabs can agree. Where they cannot, an act that two of them send is still
// done once, since both send it under one key.
async function one(send: () => Promise<unknown>): Promise<void> {
	if (navigator.locks) await navigator.locks.request("referto:outbox", send);
	else await send();
}

async function transport(act: Act): Promise<Reply> {
	const path = { tenant: act.tenant, event: act.event, round: act.round, table: act.table };
	try {
		const { data, error, response } =
			act.version === 0
				? await api.POST("/tenants/{tenant}/events/{event}/rounds/{round}/tables/{table}/result", { params: { path, header: { "Idempotency-Key": act.id } }, body: act.result })
				: await api.PUT("/tenants/{tenant}/events/{event}/rounds/{round}/tables/{table}/result", {
						params: { path, header: { "If-Match": `"${act.version}"` } },
						body: { ...act.result, reason: act.result.reason ?? "" },
					});
		if (data) return { kind: "done", table: data };
		if (response.status === 401 || response.status === 429 || response.status >= 500 || !error) return { kind: "later" };
		if (response.status !== 409 && response.status !== 412) return { kind: "refused", problem: error, stands: null };
		// Something else stands there, which the act is shown beside.
		const now = await api.GET("/tenants/{tenant}/events/{event}/rounds/{round}/tables/{table}", { params: { path } });
		return now.data ? { kind: "refused", problem: error, stands: now.data.result ?? null } : { kind: "later" };
	} catch {
		return { kind: "later" };
	}
}

export const outbox = new Outbox();

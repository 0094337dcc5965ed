// The queue of this browser: what was entered here and has not arrived yet.
import { Refused } from "./api";
import { entriesOf, type Act, type Deed, type Of, type Revocable } from "./queue/act";
import { deliver } from "./queue/deliver";
import { Queue, type Answer, type Done } from "./queue/queue";
import { NotKept, onDevice } from "./queue/store";
import { session } from "./session.svelte";
import { uuidv7 } from "./uuid";

const soonest = 5_000; // milliseconds until what did not arrive is sent again; each time twice as long
const latest = 60_000;
export const patience = 2_500; // milliseconds for which a screen waits for an answer; whoever acts does not stand about longer

// tabs is how the tabs of this browser tell each other that what is kept on the device has changed.
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("referto:outbox") : null;

type Listener = (act: Act, answer: Answer | null) => void;

// Place is the event at which something is done.
export interface Place {
	tenant: string;
	event: string;
}

class Outbox {
	// acts are those of whoever has signed in, oldest first.
	acts = $state.raw<Act[]>([]);
	#queue: Promise<Queue> | null = null;
	#listeners = new Set<Listener>();
	#pause = soonest;
	#again: ReturnType<typeof setTimeout> | undefined;

	// open takes up what is left of earlier visits, and begins to send it. Where the device keeps nothing it throws [NotKept], and is tried anew next time.
	async open(): Promise<Queue> {
		this.#queue ??= this.#begin().catch((error: unknown) => {
			this.#queue = null;
			throw error;
		});
		return this.#queue;
	}

	// begin is open for a screen, which shows whatever there is: whether the device keeps anything is said when something is done.
	begin(): void {
		this.open().catch(() => {});
	}

	async #begin(): Promise<Queue> {
		const queue = new Queue({
			store: await onDevice(),
			send: deliver,
			account: () => (session.state === "in" ? session.account : ""),
			kept: (done) => tabs?.postMessage(done),
			changed: (acts) => (this.acts = acts.filter((one) => !session.account || one.account === session.account)),
			confirmed: (act, answer) => this.#listeners.forEach((one) => one(act, answer)),
			newId: () => uuidv7(),
		});
		await queue.load();
		tabs?.addEventListener("message", ({ data }: MessageEvent<Done | undefined>) => queue.reload(data));
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

	// enter returns when what was done is safe on the device, and as what.
	async enter(at: Place, deed: Deed, who: string): Promise<Act> {
		const id = uuidv7();
		const act: Act = { id, place: id, account: session.account, tenant: at.tenant, event: at.event, who, enteredAt: new Date().toISOString(), sent: false, refused: null, current: null, instead: null, ...deed };
		await (await this.open()).add(act);
		this.#pause = soonest;
		this.send();
		return act;
	}

	// act enters what was done and waits a little for the answer, as settled does.
	async act(at: Place, deed: Deed, who: string): Promise<Act> {
		return this.settled(await this.enter(at, deed, who));
	}

	// settled waits a little for the answer to an act. What is refused meanwhile is thrown, with what stands instead, so that whoever did it sees it where they are, and
	// leaves the queue; what has no answer stays in it.
	async settled(act: Act): Promise<Act> {
		await Promise.race([this.send(), new Promise((resolve) => setTimeout(resolve, patience))]);
		const now = this.find(act.id);
		if (!now?.refused) return act;
		await (await this.open()).giveUp(act.id);
		throw new Refused(now.refused, now);
	}

	// find is an act that has not arrived.
	find(id: string): Act | undefined {
		return this.acts.find((one) => one.id === id);
	}

	// of are the acts of an event that have not arrived.
	of(at: Place): Act[] {
		return this.acts.filter((one) => one.tenant === at.tenant && one.event === at.event);
	}

	// about are those about a person, other than results.
	about(at: Place, entry: number): Act[] {
		return this.of(at).filter((one) => one.kind !== "result" && entriesOf(one).includes(entry));
	}

	// takeBack takes an act back: where it never left the device it is gone, otherwise it is revoked as soon as the server has it.
	async takeBack(act: Of<Revocable>, reason: string): Promise<void> {
		if (await (await this.open()).takeBack(act.id)) return;
		await this.act(act, { kind: "revocation", what: act.kind, of: "", awaits: act.id, entries: entriesOf(act), body: { reason } }, act.who);
	}

	// send tries to send what waits now, and again later as long as something is left that can be sent.
	async send(): Promise<void> {
		clearTimeout(this.#again);
		const queue = await this.open().catch(() => null);
		if (!queue) return; // nothing is kept here
		if (this.acts.length > 0 && session.state !== "in") await session.access().catch(() => {}); // it stays here until somebody has signed in
		try {
			await one(async () => {
				await queue.reload(); // what another tab has sent since is not sent again
				await queue.send();
			});
		} catch (error) {
			if (!(error instanceof NotKept)) throw error; // what waits stays, and goes on when the device keeps again what has become of it
		}
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

export const outbox = new Outbox();

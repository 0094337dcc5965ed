// The queue of this browser: the acts entered here that have not arrived yet.
import { Refused } from "./api";
import { entriesOf, type Act, type Deed, type Of, type Revocable } from "./queue/act";
import { deliver } from "./queue/deliver";
import { Queue, type Answer, type Done } from "./queue/queue";
import { NotKept, onDevice } from "./queue/store";
import { session } from "./session.svelte";
import { uuidv7 } from "./uuid";

const soonest = 5_000; // milliseconds until acts that did not arrive are sent again; each time twice as long
const latest = 60_000;
export const patience = 2_500; // milliseconds for which a screen waits for an answer; the person who acts should not stand about longer

// tabs tells the other tabs of this browser that the stored acts have changed.
const tabs = "BroadcastChannel" in globalThis ? new BroadcastChannel("referto:outbox") : null;

type Listener = (act: Act, answer: Answer | null) => void;

// Place is the event in which somebody acts.
export interface Place {
	tenant: string;
	event: string;
}

class Outbox {
	// acts are the acts of the person who is signed in, oldest first.
	acts = $state.raw<Act[]>([]);
	#queue: Promise<Queue> | null = null;
	#listeners = new Set<Listener>();
	#pause = soonest;
	#again: ReturnType<typeof setTimeout> | undefined;

	// open loads the acts of earlier visits, and begins to send them. When the device stores nothing it throws [NotKept], and the next call tries anew.
	async open(): Promise<Queue> {
		this.#queue ??= this.#begin().catch((error: unknown) => {
			this.#queue = null;
			throw error;
		});
		return this.#queue;
	}

	// begin is open for a screen, which shows what it can: whether the device stores anything is told at the next act.
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

	// heard calls a listener with each confirmation of the server, until the returned function is called.
	heard(listener: Listener): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	// enter stores an act and returns it once it is safe on the device.
	async enter(at: Place, deed: Deed, who: string): Promise<Act> {
		const id = uuidv7();
		const act: Act = { id, place: id, account: session.account, tenant: at.tenant, event: at.event, who, enteredAt: new Date().toISOString(), sent: false, refused: null, current: null, instead: null, ...deed };
		await (await this.open()).add(act);
		this.#pause = soonest;
		this.send();
		return act;
	}

	// act enters an act and waits a little for the answer, as settled does.
	async act(at: Place, deed: Deed, who: string): Promise<Act> {
		return this.settled(await this.enter(at, deed, who));
	}

	// settled waits a little for the answer to an act. When the server refuses it in that time, settled throws the refusal with what stands instead, so that the person sees it where they are, and
	// the act leaves the queue; an act without an answer stays in it.
	async settled(act: Act): Promise<Act> {
		await Promise.race([this.send(), new Promise((resolve) => setTimeout(resolve, patience))]);
		const now = this.find(act.id);
		if (!now?.refused) return act;
		await (await this.open()).giveUp(act.id);
		throw new Refused(now.refused, now);
	}

	// find returns an act that has not arrived, by its id.
	find(id: string): Act | undefined {
		return this.acts.find((one) => one.id === id);
	}

	// of are the acts of an event that have not arrived.
	of(at: Place): Act[] {
		return this.acts.filter((one) => one.tenant === at.tenant && one.event === at.event);
	}

	// about are the acts about a person that have not arrived, without results.
	about(at: Place, entry: number): Act[] {
		return this.of(at).filter((one) => one.kind !== "result" && entriesOf(one).includes(entry));
	}

	// takeBack takes an act back: an act that never left the device is dropped, any other is revoked as soon as the server has it.
	async takeBack(act: Of<Revocable>, reason: string): Promise<void> {
		if (await (await this.open()).takeBack(act.id)) return;
		await this.act(act, { kind: "revocation", what: act.kind, of: "", awaits: act.id, entries: entriesOf(act), body: { reason } }, act.who);
	}

	// send tries to send the waiting acts now, and again later as long as sendable acts are left.
	async send(): Promise<void> {
		clearTimeout(this.#again);
		const queue = await this.open().catch(() => null);
		if (!queue) return; // nothing is stored here
		if (this.acts.length > 0 && session.state !== "in") await session.access().catch(() => {}); // the acts stay here until somebody has signed in
		try {
			await one(async () => {
				await queue.reload(); // so that acts that another tab has sent are not sent again
				await queue.send();
			});
		} catch (error) {
			if (!(error instanceof NotKept)) throw error; // the waiting acts stay, and go on when the device can store their outcome
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

// one lets one tab of the browser send at a time, if tabs can agree. Otherwise two tabs may send the same act; it is still
// done once, since both send it under the same key.
async function one(send: () => Promise<unknown>): Promise<void> {
	if (navigator.locks) await navigator.locks.request("referto:outbox", send);
	else await send();
}

export const outbox = new Outbox();

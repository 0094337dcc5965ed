// The queue of acts on their way to the server. An act is on the device before anything says that it is done; it is
// sent under one key until the server has answered, those of one table in their order; and it leaves the queue only when it is
// confirmed, or when whoever entered it gives it up.
import type { Schema } from "../api";
import { lane, same, type Act } from "./act";
import type { Store } from "./store";

// Reply is what came of sending an act.
export type Reply =
	| { kind: "done"; table: Schema["Table"] }
	| { kind: "refused"; problem: Schema["Problem"]; stands: Schema["Result"] | null } // the server will not take it as it is; and the result that stands, where that is why
	| { kind: "later" }; // not reached, too busy, signed out: it is worth another try

// Transport sends an act under its id as key.
export type Transport = (act: Act) => Promise<Reply>;

export interface Surroundings {
	store: Store;
	send: Transport;
	// account is who has signed in now; "" for nobody.
	account: () => string;
	// changed tells whoever shows the queue what is in it now.
	changed: (acts: Act[]) => void;
	// confirmed tells what the server says about a table.
	confirmed: (act: Act, table: Schema["Table"] | null) => void;
	// newId makes the id of an act that replaces another.
	newId: () => string;
}

export class Queue {
	#around: Surroundings;
	#acts: Act[] = [];
	#sending: Promise<boolean> | null = null;

	constructor(around: Surroundings) {
		this.#around = around;
	}

	// load takes up what an earlier page has left.
	async load(): Promise<void> {
		this.#acts = await this.#around.store.all();
		this.#tell();
	}

	// add keeps an act. When it returns the act is on the device and will be sent. The one before it at the same table is replaced where it
	// has not happened: it was never sent, or was refused.
	async add(act: Act): Promise<void> {
		const before = this.#acts.filter((one) => lane(one) === lane(act)).at(-1);
		if (!before) return this.#change([], [act]);
		if (before.refused) return this.#change([before.id], [act]);
		if (before.sent) return this.#change([], [{ ...act, version: before.version + 1 }]);
		await this.#change([before.id], [{ ...act, version: before.version, result: before.version ? act.result : withoutReason(act.result) }]);
	}

	// giveUp lets what stands stand.
	async giveUp(id: string): Promise<void> {
		const act = this.#acts.find((one) => one.id === id);
		await this.#change([id], []);
		if (act) this.#around.confirmed(act, null);
	}

	// insist enters the act once more, as a correction of what stands now.
	async insist(id: string, reason: string): Promise<void> {
		const act = this.#acts.find((one) => one.id === id);
		if (!act?.current) return;
		await this.#change([id], [{ ...act, id: this.#around.newId(), version: act.current.version, result: { ...act.result, reason }, sent: false, refused: null, current: null }]);
	}

	// retry tries an act again that was refused for what may have been mended since.
	async retry(id: string): Promise<void> {
		const act = this.#acts.find((one) => one.id === id);
		if (act) await this.#change([], [{ ...act, refused: null, current: null }]);
	}

	// send sends what waits and reports whether nothing is left that could be sent. Those who ask meanwhile wait for the same.
	send(): Promise<boolean> {
		this.#sending ??= this.#drain().finally(() => (this.#sending = null));
		return this.#sending;
	}

	async #drain(): Promise<boolean> {
		const held = new Set<string>(); // lanes that have to wait
		for (;;) {
			const account = this.#around.account();
			const next = this.#acts.find((act) => act.account === account && !held.has(lane(act)) && this.#first(act));
			if (!next) return held.size === 0;
			if (next.refused || !(await this.#sendOne(next))) held.add(lane(next));
		}
	}

	// first reports whether nothing of the same table goes before an act.
	#first(act: Act): boolean {
		return this.#acts.find((one) => lane(one) === lane(act))?.id === act.id;
	}

	// sendOne reports whether the act has left the queue.
	async #sendOne(act: Act): Promise<boolean> {
		if (!act.sent) {
			act = { ...act, sent: true };
			await this.#change([], [act]);
		}
		const reply = await this.#around.send(act);
		if (reply.kind === "later") return false;
		if (reply.kind === "done") {
			await this.#change([act.id], []);
			this.#around.confirmed(act, reply.table);
			return true;
		}
		const { stands } = reply;
		if (stands && same(act, stands)) { // it was done, and the answer lost
			await this.#change([act.id], []);
			this.#around.confirmed(act, null);
			return true;
		}
		await this.#change([], [{ ...act, refused: reply.problem, current: stands }]);
		return false;
	}

	async #change(away: string[], kept: Act[]): Promise<void> {
		await this.#around.store.change(away, kept);
		const replaced = new Set([...away, ...kept.map((one) => one.id)]);
		this.#acts = [...this.#acts.filter((one) => !replaced.has(one.id)), ...kept].sort((a, b) => (a.id < b.id ? -1 : 1));
		this.#tell();
	}

	#tell(): void {
		this.#around.changed(this.#acts);
	}
}

function withoutReason(result: Act["result"]): Act["result"] {
	const { reason: _, ...rest } = result;
	return rest;
}

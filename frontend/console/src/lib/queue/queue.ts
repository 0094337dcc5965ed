// The queue of acts on their way to the server. An act is on the device before anything says that it is done; it is
// sent under one key until the server has answered, after all those on which it depends; and it leaves the queue only when it is
// confirmed, or when whoever entered it gives it up.
import type { Schema } from "../api";
import { awaited, follows, same, type Act, type Of, type Standing } from "./act";
import type { Store } from "./store";

// Answer comes from the server once it has done an act.
export interface Answer {
	id?: string; // of what the act has made; of a step the moment at which it was done
	table?: Schema["Table"];
	clock?: Schema["Clock"];
	entries?: Schema["Entry"][]; // as the marks have left them
}

// Reply says how sending an act ended.
export type Reply =
	| { kind: "done"; answer: Answer }
	| { kind: "refused"; problem: Schema["Problem"]; stands: Schema["Result"] | null; instead?: Standing | null } // the server will not take it as it is; and the result, or whatever else stands, where that is why
	| { kind: "later" }; // not reached, too busy, signed out: it is worth another try

// Transport sends an act under its id as key.
export type Transport = (act: Act) => Promise<Reply>;

export interface Surroundings {
	store: Store;
	send: Transport;
	// account returns the person who has signed in now; "" for nobody.
	account: () => string;
	// changed tells whoever shows the queue what is in it now.
	changed: (acts: Act[]) => void;
	// kept tells the other tabs that the device has something else now; done is what the server has done, with the id of what came of it.
	kept: (done?: Done) => void;
	// confirmed tells what the server says to an act; null where the act has only left the queue.
	confirmed: (act: Act, answer: Answer | null) => void;
	// newId makes the id of an act that replaces another.
	newId: () => string;
}

// Done is an act that the server has done.
export interface Done {
	act: string;
	id: string | undefined; // of what it has made, as in the answer
	steps?: Step[];
}

// Step is what an act of this device has made of the version of an entry: who marks it next has seen that.
interface Step {
	event: string;
	entry: number;
	from: number;
	to: number;
}

export class Queue {
	#around: Surroundings;
	#acts: Act[] = [];
	#made = new Map<string, string | undefined>(); // by act that was done, the id of what came of it
	#steps: Step[] = []; // that marks of this device have made
	#sending: Promise<boolean> | null = null;
	#begun = 0; // changes of what is on the device
	#ended = 0;

	constructor(around: Surroundings) {
		this.#around = around;
	}

	// load takes up what an earlier page has left.
	async load(): Promise<void> {
		this.#acts = inOrder(await this.#around.store.all());
		this.#tell();
	}

	// reload takes up what other tabs have kept and let go since.
	async reload(done?: Done): Promise<void> {
		if (done) this.#made.set(done.act, done.id);
		if (done?.steps) this.#steps.push(...done.steps);
		let [acts, quiet, begun]: [Act[], boolean, number] = [[], false, 0];
		while (!quiet || begun !== this.#begun) { // what this tab changes meanwhile may or may not have been read
			begun = this.#begun;
			quiet = begun === this.#ended;
			acts = await this.#around.store.all();
		}
		const gone = this.#acts.filter((act) => !acts.some((one) => one.id === act.id));
		this.#acts = inOrder(acts);
		this.#tell();
		for (const act of gone) this.#around.confirmed(act, null);
		// They were entered while another tab had done what they take back, or mark.
		const late = this.#acts.flatMap((one): Act[] => (this.#made.get(awaited(one)) ? [named(one, this.#made.get(awaited(one)))] : stepped(one, this.#steps)));
		if (late.length) await this.#change([], late);
	}

	// add keeps an act. When it returns the act is on the device and will be sent.
	async add(act: Act): Promise<void> {
		if (act.kind === "result") return this.#addResult(act);
		act = named(act, this.#made.get(awaited(act)));
		await this.#change([], [stepped(act, this.#steps)[0] ?? act]);
	}

	// addResult puts a result in place of the one before it at the same table where that has not happened: it was never sent, or was refused.
	async #addResult(act: Of<"result">): Promise<void> {
		const before = this.#acts.findLast((one): one is Of<"result"> => one.kind === "result" && one.account === act.account && one.event === act.event && one.round === act.round && one.table === act.table);
		if (!before) return this.#change([], [act]);
		const { place } = before;
		if (before.refused) return this.#change([before.id], [{ ...act, place }]);
		if (before.sent) return this.#change([], [{ ...act, version: before.version + 1 }]);
		await this.#change([before.id], [{ ...act, place, version: before.version, result: before.version ? act.result : withoutReason(act.result) }]);
	}

	// takeBack reports whether an act does not happen, because it has left the queue before; otherwise it may have, and has to be revoked.
	async takeBack(id: string): Promise<boolean> {
		await this.reload(); // another tab may be sending it
		const act = this.#acts.find((one) => one.id === id);
		if (!act) return !this.#made.has(id); // somebody has given it up
		if (act.sent && !act.refused) return false;
		await this.giveUp(id);
		return true;
	}

	// giveUp lets what stands stand, and lets go what was to take the act back.
	async giveUp(id: string): Promise<void> {
		const act = this.#acts.find((one) => one.id === id);
		await this.#change([id, ...this.#acts.filter((one) => awaited(one) === id).map((one) => one.id)], []);
		if (act) this.#around.confirmed(act, null);
	}

	// insist enters a result once more, as a correction of what stands now.
	async insist(id: string, reason: string): Promise<void> {
		const act = this.#acts.find((one) => one.id === id);
		if (act?.kind !== "result" || !act.current) return;
		await this.#change([id], [{ ...act, id: this.#around.newId(), version: act.current.version, result: { ...act.result, reason }, sent: false, refused: null, current: null }]);
	}

	// retry tries an act again that was refused for what may have been mended since. A mark is made anew of what was shown to stand instead.
	async retry(id: string): Promise<void> {
		const act = this.#acts.find((one) => one.id === id);
		const stands = act?.kind === "mark" && act.instead?.of === "entry" ? act.instead.is : null;
		if (act?.kind === "mark" && stands) {
			const marks = act.body.marks.map((one) => (one.version && one.entry === stands.number ? { ...one, version: stands.version } : one));
			return this.#change([id], [{ ...act, id: this.#around.newId(), body: { marks }, sent: false, refused: null, current: null, instead: null }]);
		}
		if (act) await this.#change([], [{ ...act, refused: null, current: null, instead: null }]);
	}

	// send sends what waits and reports whether nothing is left that could be sent. Those who ask meanwhile wait for the same.
	send(): Promise<boolean> {
		this.#sending ??= this.#drain().finally(() => (this.#sending = null));
		return this.#sending;
	}

	async #drain(): Promise<boolean> {
		const held = new Set<string>(); // acts that stay for now
		for (;;) {
			const account = this.#around.account();
			const next = this.#acts.find((act) => act.account === account && !held.has(act.id) && !this.#waits(act));
			if (!next) return !this.#acts.some((act) => act.account === account && held.has(act.id));
			if (next.refused || !(await this.#sendOne(next))) held.add(next.id);
		}
	}

	// waits reports whether something goes before an act.
	#waits(act: Act): boolean {
		return this.#acts.slice(0, this.#acts.indexOf(act)).some((one) => follows(act, one));
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
			await this.#done(act, reply.answer);
			return true;
		}
		const { stands } = reply;
		if (stands && same(act, stands)) { // it was done, and the answer lost
			await this.#done(act, null);
			return true;
		}
		await this.#change([], [{ ...act, refused: reply.problem, current: stands, instead: reply.instead ?? null }]);
		return false;
	}

	// done lets a confirmed act go. What takes it back learns, in the same stroke, under which id, and what marks the same entry, at which version.
	async #done(act: Act, answer: Answer | null): Promise<void> {
		const { id } = answer ?? {};
		this.#made.set(act.id, id);
		const steps = made(act, answer);
		this.#steps.push(...steps);
		const learn = this.#acts.flatMap((one): Act[] => (one.id === act.id ? [] : awaited(one) === act.id ? [named(one, id)] : stepped(one, steps)));
		await this.#change([act.id], learn, { act: act.id, id, ...(steps.length ? { steps } : {}) });
		this.#around.confirmed(act, answer);
	}

	async #change(away: string[], kept: Act[], done?: Done): Promise<void> {
		this.#begun++;
		try {
			await this.#around.store.change(away, kept);
			const replaced = new Set([...away, ...kept.map((one) => one.id)]);
			this.#acts = inOrder([...this.#acts.filter((one) => !replaced.has(one.id)), ...kept]);
		} finally {
			this.#ended++;
		}
		this.#tell();
		this.#around.kept(done);
	}

	#tell(): void {
		this.#around.changed(this.#acts);
	}
}

const inOrder = (acts: Act[]): Act[] => acts.sort((a, b) => (a.place < b.place ? -1 : a.place > b.place ? 1 : a.id < b.id ? -1 : 1));

function withoutReason(result: Of<"result">["result"]): Of<"result">["result"] {
	const { reason: _, ...rest } = result;
	return rest;
}

// named is an act that knows what it takes back.
function named(act: Act, id: string | undefined): Act {
	if (!id || !("awaits" in act)) return act;
	const { awaits: _, ...rest } = act;
	return rest.kind === "revocation" ? { ...rest, of: id } : { ...rest, body: { ...rest.body, doneAt: id } };
}

// made are the versions to which an act has brought the entries that it marked.
function made(act: Act, answer: Answer | null): Step[] {
	if (act.kind !== "mark") return [];
	return act.body.marks.flatMap(({ entry, version: from }) => {
		const to = answer?.entries?.find((one) => one.number === entry)?.version;
		return from && to && from !== to ? [{ event: act.event, entry, from, to }] : [];
	});
}

// stepped is a mark that has not left the device, at the versions to which this device has brought its entries; nothing where it is there.
function stepped(act: Act, steps: Step[]): Of<"mark">[] {
	if (act.kind !== "mark" || act.sent) return [];
	const of = steps.filter((one) => one.event === act.event);
	const marks = act.body.marks.map((one) => of.reduce((mark, step) => (step.entry === mark.entry && step.from === mark.version ? { ...mark, version: step.to } : mark), one));
	return marks.some((one, i) => one !== act.body.marks[i]) ? [{ ...act, body: { marks } }] : [];
}

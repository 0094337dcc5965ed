// The queue of acts on their way to the server. An act is on the device before the screen says that it is done; it is
// sent under one key until the server has answered, after all acts that it depends on; and it leaves the queue only when it is
// confirmed, or when the person who entered it gives it up.
import type { Schema } from "../api";
import { awaited, follows, same, type Act, type Of, type Standing } from "./act";
import type { Store } from "./store";

// Answer is the answer of the server once it has done an act.
export interface Answer {
	id?: string; // of the record that the act made; for a step the moment at which it was done
	table?: Schema["Table"];
	clock?: Schema["Clock"];
	entries?: Schema["Entry"][]; // as the marks left them
}

// Reply tells how sending an act ended.
export type Reply =
	| { kind: "done"; answer: Answer }
	| { kind: "refused"; problem: Schema["Problem"]; stands: Schema["Result"] | null; instead?: Standing | null } // the server does not take the act as it is; stands or instead is the record that caused the refusal, if one did
	| { kind: "later" }; // not reached, too busy, signed out: another try may succeed

// Transport sends an act under its id as key.
export type Transport = (act: Act) => Promise<Reply>;

export interface Surroundings {
	store: Store;
	send: Transport;
	// account returns the person who is signed in now; "" for nobody.
	account: () => string;
	// changed shows the present contents of the queue.
	changed: (acts: Act[]) => void;
	// kept tells the other tabs that the stored acts have changed; done is an act that the server has done, with the id of its record.
	kept: (done?: Done) => void;
	// confirmed reports the answer of the server to an act; null if the act has only left the queue.
	confirmed: (act: Act, answer: Answer | null) => void;
	// newId returns an id for an act that replaces another.
	newId: () => string;
}

// Done is an act that the server has done.
export interface Done {
	act: string;
	id: string | undefined; // of the record that it made, as in the answer
	steps?: Step[];
}

// Step is the change of the version of an entry by an act of this device: the next mark of that entry has seen it.
interface Step {
	event: string;
	entry: number;
	from: number;
	to: number;
}

export class Queue {
	#around: Surroundings;
	#acts: Act[] = [];
	#made = new Map<string, string | undefined>(); // by the act that was done, the id of its record
	#steps: Step[] = []; // made by the marks of this device
	#sending: Promise<boolean> | null = null;
	#begun = 0; // counts begun changes of the stored acts
	#ended = 0;

	constructor(around: Surroundings) {
		this.#around = around;
	}

	// load reads the acts that an earlier page has stored.
	async load(): Promise<void> {
		this.#acts = inOrder(await this.#around.store.all());
		this.#tell();
	}

	// reload reads the acts again, after other tabs have stored or removed some.
	async reload(done?: Done): Promise<void> {
		if (done) this.#made.set(done.act, done.id);
		if (done?.steps) this.#steps.push(...done.steps);
		let [acts, quiet, begun]: [Act[], boolean, number] = [[], false, 0];
		while (!quiet || begun !== this.#begun) { // the read may or may not include a change that this tab makes meanwhile
			begun = this.#begun;
			quiet = begun === this.#ended;
			acts = await this.#around.store.all();
		}
		const gone = this.#acts.filter((act) => !acts.some((one) => one.id === act.id));
		this.#acts = inOrder(acts);
		this.#tell();
		for (const act of gone) this.#around.confirmed(act, null);
		// These acts were entered while another tab had already done the act that they take back, or marked the same entry.
		const late = this.#acts.flatMap((one): Act[] => (this.#made.get(awaited(one)) ? [named(one, this.#made.get(awaited(one)))] : stepped(one, this.#steps)));
		if (late.length) await this.#change([], late);
	}

	// add stores an act. When it returns the act is on the device and will be sent.
	async add(act: Act): Promise<void> {
		if (act.kind === "result") return this.#addResult(act);
		act = named(act, this.#made.get(awaited(act)));
		await this.#change([], [stepped(act, this.#steps)[0] ?? act]);
	}

	// addResult replaces the earlier result of the same table if the server has not taken that one: it was never sent, or was refused.
	async #addResult(act: Of<"result">): Promise<void> {
		const before = this.#acts.findLast((one): one is Of<"result"> => one.kind === "result" && one.account === act.account && one.event === act.event && one.round === act.round && one.table === act.table);
		if (!before) return this.#change([], [act]);
		const { place } = before;
		if (before.refused) return this.#change([before.id], [{ ...act, place }]);
		if (before.sent) return this.#change([], [{ ...act, version: before.version + 1 }]);
		await this.#change([before.id], [{ ...act, place, version: before.version, result: before.version ? act.result : withoutReason(act.result) }]);
	}

	// takeBack reports whether an act will not take effect, because it left the queue in time; otherwise it may have, and has to be revoked.
	async takeBack(id: string): Promise<boolean> {
		await this.reload(); // another tab may be sending it
		const act = this.#acts.find((one) => one.id === id);
		if (!act) return !this.#made.has(id); // whether somebody has given it up
		if (act.sent && !act.refused) return false;
		await this.giveUp(id);
		return true;
	}

	// giveUp drops an act, and with it the act that was to take it back.
	async giveUp(id: string): Promise<void> {
		const act = this.#acts.find((one) => one.id === id);
		await this.#change([id, ...this.#acts.filter((one) => awaited(one) === id).map((one) => one.id)], []);
		if (act) this.#around.confirmed(act, null);
	}

	// insist enters a refused result once more, as a correction of the recorded one.
	async insist(id: string, reason: string): Promise<void> {
		const act = this.#acts.find((one) => one.id === id);
		if (act?.kind !== "result" || !act.current) return;
		await this.#change([id], [{ ...act, id: this.#around.newId(), version: act.current.version, result: { ...act.result, reason }, sent: false, refused: null, current: null }]);
	}

	// retry sends a refused act again, after its cause may have been corrected. A mark is made anew on the version that was shown beside it.
	async retry(id: string): Promise<void> {
		const act = this.#acts.find((one) => one.id === id);
		const stands = act?.kind === "mark" && act.instead?.of === "entry" ? act.instead.is : null;
		if (act?.kind === "mark" && stands) {
			const marks = act.body.marks.map((one) => (one.version && one.entry === stands.number ? { ...one, version: stands.version } : one));
			return this.#change([id], [{ ...act, id: this.#around.newId(), body: { marks }, sent: false, refused: null, current: null, instead: null }]);
		}
		if (act) await this.#change([], [{ ...act, refused: null, current: null, instead: null }]);
	}

	// send sends the waiting acts and reports whether no sendable one is left. Simultaneous calls share the same run.
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

	// waits reports whether an earlier act must go first.
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
		if (stands && same(act, stands)) { // it was done, and its answer was lost
			await this.#done(act, null);
			return true;
		}
		await this.#change([], [{ ...act, refused: reply.problem, current: stands, instead: reply.instead ?? null }]);
		return false;
	}

	// done removes a confirmed act. In the same change, the act that takes it back gets the id of its record, and marks of the same entries get the new version.
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

// named is an act with the id of the record that it takes back.
function named(act: Act, id: string | undefined): Act {
	if (!id || !("awaits" in act)) return act;
	const { awaits: _, ...rest } = act;
	return rest.kind === "revocation" ? { ...rest, of: id } : { ...rest, body: { ...rest.body, doneAt: id } };
}

// made lists the changes of version of the entries that an act has marked.
function made(act: Act, answer: Answer | null): Step[] {
	if (act.kind !== "mark") return [];
	return act.body.marks.flatMap(({ entry, version: from }) => {
		const to = answer?.entries?.find((one) => one.number === entry)?.version;
		return from && to && from !== to ? [{ event: act.event, entry, from, to }] : [];
	});
}

// stepped is an unsent mark with the versions that earlier marks of this device have made; empty if nothing changes.
function stepped(act: Act, steps: Step[]): Of<"mark">[] {
	if (act.kind !== "mark" || act.sent) return [];
	const of = steps.filter((one) => one.event === act.event);
	const marks = act.body.marks.map((one) => of.reduce((mark, step) => (step.entry === mark.entry && step.from === mark.version ? { ...mark, version: step.to } : mark), one));
	return marks.some((one, i) => one !== act.body.marks[i]) ? [{ ...act, body: { marks } }] : [];
}

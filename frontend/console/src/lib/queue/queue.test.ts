import { describe, expect, it } from "vitest";
import type { Schema } from "../api";
import { changedSince, firstAgainst, follows, isOf, restored, type Act, type Deed, type Of, type Standing } from "./act";
import { Queue, type Done, type Reply } from "./queue";
import type { Store } from "./store";

// A device that can be killed, and a server that answers like the API: it does an act once for each key, takes only corrections
// for a table with a result, closes a round only with all its results, and records one leaving for each person.
const killed = new Error("killed");

class World {
	kept = new Map<string, Act>(); // on the device
	answers = new Map<string, string>(); // on the server, by key
	tables = new Map<string, { version: number; said: string; results: Schema["Result"][] }>();
	done: Act[] = []; // the acts that the server did, in this order
	round = { number: 1, open: true };
	clock = "ready";
	made = new Map<string, { kind: string; revoked: boolean }>(); // the records that can be taken back, by id
	gone = new Set<number>();
	here = new Map<number, boolean>();
	versions = new Map<number, number>(); // of entries
	stands: (act: Act) => Standing | null = () => null; // the record shown beside a refusal
	started = false;
	finished = false;
	network = true;
	steps = 0;
	killAt = Infinity; // the step at which the tab is killed
	shown: Act[] = [];
	now = 0;
	tried: Record<number, number> = {}; // how often a result was entered, by table

	// step is a moment at which the tab may be killed.
	async step(): Promise<void> {
		await Promise.resolve();
		if (++this.steps === this.killAt) throw killed;
		if (this.steps > this.killAt) await new Promise(() => {}); // the killed tab never goes on
	}

	store(): Store {
		return {
			all: async () => {
				await this.step();
				return [...this.kept.values()].map((one) => restored(structuredClone(one)));
			},
			change: async (away, kept) => {
				await this.step();
				for (const id of away) this.kept.delete(id);
				for (const one of kept) this.kept.set(one.id, structuredClone(one));
				await this.step();
			},
		};
	}

	async send(act: Act): Promise<Reply> {
		await this.step();
		if (!this.network) return { kind: "later" };
		const reply = this.serve(structuredClone(act));
		await this.step(); // the answer may never be read
		return reply;
	}

	serve(act: Act): Reply {
		const { sent: _, refused: __, current: ___, instead: ____, ...said } = act;
		const wire = JSON.stringify(Object.entries(said).sort());
		const before = this.answers.get(act.id);
		if (before !== undefined && before !== wire) throw new Error("one key for two acts");
		if (before !== undefined) return this.answer(act);
		const why = act.kind === "result" ? this.record(act) : this.does(act);
		if (why) return { kind: "refused", problem: { type: "", title: "", status: 409, reason: why, requestId: "" }, stands: act.kind === "result" ? (this.tables.get(`${act.table}`)?.results.at(-1) ?? null) : null, instead: this.stands(act) };
		if (act.kind !== "result" || act.version === 0) this.answers.set(act.id, wire); // corrections are known by their version, too
		this.done.push(act);
		return this.answer(act);
	}

	answer(act: Act): Reply {
		if (act.kind === "result") return { kind: "done", answer: { table: this.view(act.table) } };
		if (act.kind === "mark") return { kind: "done", answer: { entries: act.body.marks.map((one) => ({ number: one.entry, version: this.version(one.entry) }) as Schema["Entry"]) } };
		return { kind: "done", answer: this.made.has(`of ${act.id}`) ? { id: `of ${act.id}` } : {} };
	}

	// record returns the reason why a result is not taken; "" if it is.
	record(act: Of<"result">): string {
		if (!this.round.open) return "round-closed";
		const table = this.tables.get(`${act.table}`) ?? { version: 0, said: "", results: [] };
		if (table.version !== act.version) return "conflict";
		if (act.version > 0 && !act.result.reason) return "reason";
		table.version++;
		table.results.push(result(table.version, act.result.seats.map((seat) => seat.vp), act.table));
		this.tables.set(`${act.table}`, table);
		return "";
	}

	// does returns the reason why any other act is not done; "" if it is.
	does(act: Exclude<Act, Of<"result">>): string {
		const make = (): string => (this.made.set(`of ${act.id}`, { kind: act.kind, revoked: false }), "");
		switch (act.kind) {
			case "clock": {
				const [from, to] = { start: ["ready", "running"], pause: ["running", "paused"], resume: ["paused", "running"] }[act.body.command as "start"] ?? [];
				if (this.clock !== from) return "clock-phase";
				this.clock = to ?? "";
				return "";
			}
			case "sanction": case "apart": case "attendance": return make();
			case "withdrawal":
				if (this.gone.has(act.body.entry)) return "not-playing";
				this.gone.add(act.body.entry);
				return make();
			case "revocation": {
				const there = this.made.get(act.of);
				if (there?.kind !== act.what || there.revoked) return "unknown";
				there.revoked = true;
				return "";
			}
			case "mark":
				if (act.body.marks.some((one) => one.version && one.version !== this.version(one.entry) && one.here !== this.here.get(one.entry))) return "marked-since";
				for (const one of act.body.marks) {
					if (one.here !== this.here.get(one.entry)) this.versions.set(one.entry, this.version(one.entry) + 1);
					this.here.set(one.entry, one.here ?? false);
				}
				return "";
			case "start":
				if (this.started) return "event-started";
				this.started = true;
				return "";
			case "closing":
				if (!this.round.open || this.tables.size < 2) return "tables-open";
				this.round.open = false;
				return "";
			case "reopening":
				if (this.round.open) return "round-open";
				this.round.open = true;
				return "";
			case "draw":
				if (this.round.open) return "round-open";
				this.round = { number: this.round.number + 1, open: true };
				return make();
			case "discarding":
				this.round = { number: act.round - 1, open: false };
				return "";
			case "completion":
				if (this.finished || this.round.open) return "round-open";
				this.finished = true;
				return "";
			case "event-reopening":
				if (!this.finished) return "running";
				this.finished = false;
				return "";
			default: return ""; // acts that need nothing done before
		}
	}

	version = (entry: number): number => this.versions.get(entry) ?? 1;

	view(table: number): Schema["Table"] {
		return { round: 1, number: table, seats: [], version: this.tables.get(`${table}`)?.version ?? 0 };
	}

	// tab is a reopened page.
	async tab(account = "anna", kept: (done?: Done) => void = () => {}, confirmed: (act: Act) => void = () => {}): Promise<Queue> {
		const queue = new Queue({
			store: this.store(), send: (act) => this.send(act), account: () => account, changed: (acts) => (this.shown = acts),
			confirmed, kept, newId: () => this.id(),
		});
		await queue.load();
		return queue;
	}

	id(): string {
		return `${++this.now}`.padStart(8, "0");
	}

	kind(deed: Deed, who = "", more: Partial<Act> = {}): Act {
		const id = this.id();
		return { id, place: id, account: "anna", tenant: "fic", event: "e", who, enteredAt: "", sent: false, refused: null, current: null, ...deed, ...more } as Act;
	}

	act(table: number, points: number[], more: Partial<Of<"result">> = {}): Of<"result"> {
		const deed: Deed = { kind: "result", round: 1, table, version: 0, result: { ended: "declared", seats: points.map((vp, i) => ({ entry: 10 * table + i, vp })), reason: "mistyped" } };
		return this.kind(deed, "", more) as Of<"result">;
	}

	points(table: number): number[] | undefined {
		return this.tables.get(`${table}`)?.results.at(-1)?.seats.map((seat) => seat.vp);
	}
}

const result = (version: number, points: number[], table = 1): Schema["Result"] => ({
	version, ended: "declared", total: "0", enteredBy: "", enteredAt: "",
	seats: points.map((vp, i) => ({ entry: 10 * table + i, vp, counted: vp, win: "0", place: i + 1 })),
});

describe("the queue", () => {
	it("keeps an act before it says so, and sends it when there is network", async () => {
		const world = new World();
		world.network = false;
		const queue = await world.tab();
		await queue.add(world.act(3, [10, 8, 7, 6]));
		expect([...world.kept.values()].filter(isOf("result")).map((one) => one.table)).toEqual([3]);
		expect(await queue.send()).toBe(false);
		expect(world.shown).toHaveLength(1);
		world.network = true;
		expect(await queue.send()).toBe(true);
		expect(world.shown).toEqual([]);
		expect(world.kept.size).toBe(0);
		expect(world.points(3)).toEqual([10, 8, 7, 6]);
	});

	// An evening with two tables and a correction; each of its steps kills the tab once, and then each pair of steps does.
	const evening = async (world: World, queue: Queue, entered: Set<string>): Promise<void> => {
		for (const [name, table, points] of [["a", 1, [10, 8, 7, 6]], ["b", 2, [9, 10, 4, 5]], ["c", 1, [10, 7, 7, 6]]] as const) {
			if (entered.has(name)) continue;
			world.tried[table] = (world.tried[table] ?? 0) + 1;
			await queue.add(world.act(table, [...points], { version: world.tables.get(`${table}`)?.version ?? 0 })); // the version that the screen shows
			entered.add(name);
			await queue.send();
		}
	};
	const live = async (world: World, kills: number[]): Promise<void> => {
		const entered = new Set<string>();
		for (const at of [...kills, Infinity]) {
			world.steps = 0;
			world.killAt = at;
			try {
				await evening(world, await world.tab(), entered);
			} catch (error) {
				if (error !== killed) throw error;
			}
		}
		const last = await world.tab();
		expect(await last.send()).toBe(true);
		expect(world.kept.size).toBe(0);
		expect(world.points(1)).toEqual([10, 7, 7, 6]);
		expect(world.points(2)).toEqual([9, 10, 4, 5]);
		for (const table of [1, 2]) expect(world.tables.get(`${table}`)?.version).toBeLessThanOrEqual(world.tried[table] ?? 0); // nothing twice
	};

	it("loses and doubles nothing whenever the tab is killed", async () => {
		for (let first = 1; first <= 24; first++) {
			await live(new World(), [first]);
			for (let second = 1; second <= 24; second++) await live(new World(), [first, second]);
		}
	});

	it("survives twenty kills, one after the other", async () => {
		for (let seed = 1; seed <= 200; seed++) {
			let random = seed;
			const kills = Array.from({ length: 20 }, () => ((random = (random * 48271) % 2147483647) % 14) + 1);
			await live(new World(), kills);
		}
	});

	it("replaces what was never sent, and corrects what may have been", async () => {
		const world = new World();
		const queue = await world.tab();
		await queue.add(world.act(1, [10, 8, 7, 6]));
		await queue.add(world.act(1, [10, 9, 7, 6]));
		expect(world.shown.filter(isOf("result")).map((one) => [one.version, one.result.reason])).toEqual([[0, undefined]]);
		world.network = false;
		await queue.send();
		await queue.add(world.act(1, [10, 5, 7, 6]));
		expect(world.shown.filter(isOf("result")).map((one) => [one.version, one.result.reason])).toEqual([[0, undefined], [1, "mistyped"]]);
		world.network = true;
		expect(await queue.send()).toBe(true);
		expect(world.points(1)).toEqual([10, 5, 7, 6]);
	});

	it("holds one table for a conflict and sends the others", async () => {
		const world = new World();
		world.serve(world.act(1, [5, 6, 7, 10], { account: "berta" })); // another device
		const queue = await world.tab();
		const mine = world.act(1, [10, 8, 7, 6]);
		await queue.add(mine);
		await queue.add(world.act(2, [10, 8, 7, 6]));
		expect(await queue.send()).toBe(false);
		expect(world.shown.filter(isOf("result")).map((one) => [one.table, one.refused?.reason, one.current?.seats[0]?.vp])).toEqual([[1, "conflict", 5]]);
		expect(world.points(2)).toEqual([10, 8, 7, 6]);
		const again = await world.tab(); // it is there after a reload, too
		await again.insist(mine.id, "the sheet says so");
		expect(await again.send()).toBe(true);
		expect(world.points(1)).toEqual([10, 8, 7, 6]);
		expect(world.tables.get("1")?.version).toBe(2);
	});

	it("lets go what the other device has said as well, and what is given up", async () => {
		const world = new World();
		world.serve(world.act(1, [10, 8, 7, 6], { account: "berta" }));
		world.serve(world.act(2, [10, 8, 7, 6], { account: "berta" }));
		const queue = await world.tab();
		await queue.add(world.act(1, [10, 8, 7, 6]));
		expect(await queue.send()).toBe(true);
		const other = world.act(2, [10, 8, 7, 5]);
		await queue.add(other);
		expect(await queue.send()).toBe(false);
		await queue.giveUp(other.id);
		expect(world.kept.size).toBe(0);
		expect(world.points(2)).toEqual([10, 8, 7, 6]);
	});

	it("takes what is entered anew in place of what was refused", async () => {
		const world = new World();
		world.serve(world.act(1, [5, 6, 7, 10], { account: "berta" }));
		const queue = await world.tab();
		await queue.add(world.act(1, [10, 8, 7, 6]));
		await queue.send();
		await queue.add(world.act(1, [10, 8, 7, 5], { version: 1 }));
		expect(await queue.send()).toBe(true);
		expect(world.points(1)).toEqual([10, 8, 7, 5]);
	});

	it("says what stands instead, with what was sent", async () => {
		const world = new World();
		const queue = await world.tab();
		const instead = { of: "withdrawal" as const, is: { id: "w", entry: { number: 3, player: { id: "p", name: "Carla" } }, afterRound: 1, moment: "after-round" as const, by: "Berta", at: "2026-11-27T15:13:00Z" } };
		world.gone.add(3);
		const serve = world.serve.bind(world);
		world.serve = (act) => ({ ...serve(act), instead }) as Reply;
		const act = world.kind({ kind: "withdrawal", body: { entry: 3 } });
		await queue.add(act);
		await queue.send();
		expect(world.shown.map((one) => one.instead)).toEqual([instead]);
		await queue.retry(act.id);
		expect(world.shown.map((one) => one.instead)).toEqual([null]);
	});

	// Two tabs of a browser; the second is told what the first stores.
	const pair = async (world: World): Promise<{ one: Queue; other: Queue; seen: string[]; told: () => Promise<void> }> => {
		const seen: string[] = [];
		let told: Promise<void> = Promise.resolve();
		const other: Queue = await world.tab("anna", () => {}, (act) => seen.push(act.id));
		const one = await world.tab("anna", (done) => (told = told.then(() => other.reload(done))));
		return { one, other, seen, told: () => told };
	};

	it("sees at once what another tab keeps, and that it has arrived", async () => {
		const world = new World();
		const { one, other, seen, told } = await pair(world);
		const act = world.act(1, [10, 8, 7, 6]);
		await one.add(act);
		await told();
		expect(world.shown.map((act) => act.id)).toEqual([act.id]); // shown by the other tab, which was told last
		expect(await one.send()).toBe(true);
		await told();
		expect([world.shown, seen]).toEqual([[], [act.id]]);
		expect(await other.send()).toBe(true);
		expect(world.tables.get("1")?.version).toBe(1);
	});

	it("takes back what another tab has sent, by what came of it", async () => {
		const world = new World();
		const { one, other, told } = await pair(world);
		const act = world.kind({ kind: "sanction", body: { entry: 3, kind: "warning", moment: "during-game", reason: "slow play" } });
		await one.add(act);
		await told();
		world.network = false;
		await one.send();
		expect(await other.takeBack(act.id)).toBe(false); // it may have arrived, though this tab has not sent it
		await other.add(world.kind({ kind: "revocation", what: "sanction", of: "", awaits: act.id, entries: [3], body: { reason: "mistaken" } }));
		world.network = true;
		await one.send(); // this tab does not know of the revocation
		await told();
		expect(await other.send()).toBe(true);
		expect(world.made.get(`of ${act.id}`)?.revoked).toBe(true);
		expect(world.kept.size).toBe(0);
	});

	it("sends nothing in the name of somebody else", async () => {
		const world = new World();
		world.network = false;
		await (await world.tab()).add(world.act(1, [10, 8, 7, 6]));
		world.network = true;
		await (await world.tab("berta")).send();
		expect(world.done).toEqual([]);
		expect(await (await world.tab()).send()).toBe(true);
		expect(world.points(1)).toEqual([10, 8, 7, 6]);
	});

	it("takes up what an earlier console has kept", async () => {
		const world = new World();
		const { kind: _, who: __, place: ___, ...old } = world.act(1, [10, 8, 7, 6]);
		world.kept.set(old.id, old as unknown as Act);
		const queue = await world.tab();
		expect(world.shown.map((one) => [one.kind, one.place])).toEqual([["result", old.id]]);
		expect(await queue.send()).toBe(true);
		expect(world.points(1)).toEqual([10, 8, 7, 6]);
	});
});

const why = { reason: "by mistake" };
const seats = (table: number): Deed => ({ kind: "result", round: 1, table, version: 0, result: { ended: "declared", seats: [{ entry: 10 * table, vp: 10 }, { entry: 10 * table + 1, vp: 7 }] } });
const warning: Deed = { kind: "sanction", body: { entry: 10, kind: "warning", moment: "during-game", reason: "slow play" } };

// A day with every kind of act, each with its name.
const day: [string, Deed][] = [
	["here", { kind: "mark", body: { marks: [{ entry: 10, here: true, feePaid: true }, { entry: 20, here: true }] } }],
	["not here", { kind: "mark", body: { marks: [{ entry: 20, here: false }] } }],
	["begins", { kind: "start", body: {} }],
	["late", { kind: "attendance", body: { entry: 21, round: 1, minutesLate: 5 } }],
	["starts", { kind: "clock", round: 1, body: { command: "start" } }],
	["warned", warning],
	["confirmed", { kind: "confirmation", sanction: "s", entry: 10 }],
	["apart", { kind: "apart", body: { entry: 11, other: 21, relation: "siblings" } }],
	["goes", { kind: "answer", round: 1, call: "c" }],
	["rules", { kind: "ruling", body: { question: "whose turn", decision: "hers" } }],
	["appeals", { kind: "appeal", ruling: "r", body: { entry: 10, reason: "not so" } }],
	["decides", { kind: "decision", ruling: "r", body: { upheld: true, decision: "so" } }],
	["pauses", { kind: "clock", round: 1, body: { command: "pause" } }],
	["replaced", { kind: "replacement", entry: 22, body: why }],
	["table 1", seats(1)],
	["table 2", seats(2)],
	["leaves", { kind: "withdrawal", body: { entry: 20 } }],
	["closes", { kind: "closing", round: 1 }],
	["opens", { kind: "reopening", round: 1, body: why }],
	["closes again", { kind: "closing", round: 1 }],
	["draws", { kind: "draw", round: 2, body: {} }],
	["discards", { kind: "discarding", round: 2, body: why }],
	["finishes", { kind: "completion" }],
	["not yet", { kind: "event-reopening", body: why }],
	["finishes again", { kind: "completion" }],
];

// enter enters those acts of a list that neither the server nor the device has yet, as a person does who looks at the screen after each kill.
async function enter(world: World, queue: Queue, list: [string, Deed][]): Promise<void> {
	for (const [who, deed] of list) {
		if (world.done.some((one) => one.who === who) || [...world.kept.values()].some((one) => one.who === who)) continue;
		await queue.add(world.kind(deed, who));
		await queue.send();
	}
}

// lived returns the acts that the server did when a list was entered in tabs that were killed at these steps.
async function lived(world: World, list: [string, Deed][], kills: number[]): Promise<string[]> {
	for (const at of kills) {
		world.steps = 0;
		world.killAt = at;
		try {
			await enter(world, await world.tab(), list);
		} catch (error) {
			if (error !== killed) throw error;
		}
	}
	world.killAt = Infinity;
	const last = await world.tab();
	await enter(world, last, list);
	expect(await last.send()).toBe(true);
	expect(world.kept.size).toBe(0);
	return world.done.map((one) => one.who);
}

describe("marks at the door", () => {
	const mark = (entry: number, here: boolean, version = 1): Deed => ({ kind: "mark", body: { marks: [{ entry, here, version }] } });
	const marks = (act: Act | undefined) => (act?.kind === "mark" ? act.body.marks : undefined);

	it("are made of what this device has marked before, however it is interrupted", async () => {
		const list: [string, Deed][] = [["here", mark(20, true)], ["not here", mark(20, false)], ["here after all", mark(20, true)]];
		for (let kill = 1; kill <= 24; kill++) {
			const world = new World();
			world.network = false;
			await enter(world, await world.tab(), list); // all with the same version, the only one that the device was told
			world.network = true;
			world.steps = 0;
			world.killAt = kill;
			await world.tab().then((tab) => tab.send()).catch((error: unknown) => { if (error !== killed) throw error; });
			world.killAt = Infinity;
			expect(await (await world.tab()).send()).toBe(true);
			expect(world.done.map((one) => one.who)).toEqual(list.map(([who]) => who));
			expect([world.here.get(20), world.version(20), world.kept.size]).toEqual([true, 4, 0]);
		}
	});

	it("are made of what another tab of this device has marked, before and after they were entered", async () => {
		const world = new World();
		const tabs: Queue[] = [];
		const told: Done[] = [];
		const [one, other] = [await world.tab("anna", (done) => void (done && told.push(done))), await world.tab()];
		tabs.push(one, other);
		await one.add(world.kind(mark(20, true), "here"));
		await one.send();
		await other.add(world.kind(mark(20, false), "not here")); // not told yet
		await other.reload(told[0]);
		expect(await other.send()).toBe(true);
		expect([world.here.get(20), world.version(20)]).toEqual([false, 3]);
		await one.add(world.kind(mark(20, true, 3), "seen anew"));
		expect(await one.send()).toBe(true);
		expect(world.here.get(20)).toBe(true);
	});

	it("are refused where another device has marked since, and made anew of what is shown then", async () => {
		const world = new World();
		world.network = false;
		const queue = await world.tab();
		await queue.add(world.kind(mark(20, false), "not here"));
		const [first] = [...world.kept.keys()];
		world.serve(world.kind(mark(20, true), "on another device"));
		world.network = true;
		world.stands = (act) => (act.kind === "mark" ? ({ of: "entry", is: { number: 20, version: world.version(20), state: "checked-in" } } as Standing) : null);
		expect(await queue.send()).toBe(false);
		expect([world.here.get(20), world.shown[0]?.refused?.reason]).toEqual([true, "marked-since"]);
		await queue.retry(first ?? "");
		expect(world.shown[0]?.id).not.toBe(first); // no key for two different acts
		expect(marks(world.shown[0])).toEqual([{ entry: 20, here: false, version: 2 }]);
		expect(await queue.send()).toBe(true);
		expect(world.here.get(20)).toBe(false);
	});

	it("show of a list the first that somebody else has changed", () => {
		const marks = [4, 20, 21].map((entry) => ({ entry, here: true, version: 1 }));
		const plain = { type: "", title: "", status: 409, reason: "marked-since", requestId: "" };
		const refused = { ...plain, current: { entries: [{ entry: 21, version: 2 }, { entry: 20, version: 3, by: "Olga" }] } };
		expect(firstAgainst(marks, changedSince(refused))).toBe(20);
		expect(firstAgainst(marks, changedSince(plain))).toBe(4);
	});
});

describe("acts of every kind", () => {
	it("are lost and doubled by no kill, whatever is done", async () => {
		const kinds = new Set(day.map(([, deed]) => deed.kind));
		expect(kinds.size).toBe(20); // all kinds but the revocation, which the next tests have
		for (const entry of day) {
			const world = () => {
				const one = new World();
				const before = day.slice(0, day.indexOf(entry)).map(([who, deed]) => one.kind(deed, who));
				for (const act of before) if (one.serve(act).kind !== "done") throw new Error(act.who);
				one.done = [];
				return one;
			};
			for (let first = 1; first <= 8; first++) {
				for (let second = 1; second <= 8; second++) expect(await lived(world(), [entry], [first, second])).toEqual([entry[0]]);
			}
		}
	});

	it("arrive once each and in their order, with twenty kills a day", async () => {
		for (let seed = 1; seed <= 60; seed++) {
			let random = seed;
			const kills = Array.from({ length: 20 }, () => ((random = (random * 48271) % 2147483647) % 40) + 1);
			expect(await lived(new World(), day, kills)).toEqual(day.map(([who]) => who));
		}
	});

	it("are kept through a day without network, and then arrive in their order", async () => {
		const world = new World();
		world.network = false;
		await enter(world, await world.tab(), day);
		expect(world.kept.size).toBe(day.length);
		world.network = true;
		const queue = await world.tab();
		expect(await queue.send()).toBe(true);
		expect(world.done.map((one) => one.who)).toEqual(day.map(([who]) => who));
	});

	it("are taken back once, whenever the tab is killed", async () => {
		const taken = async (kills: number[]): Promise<void> => {
			const world = new World();
			const given = world.kind(warning, "warned");
			const back = (id: string): Deed => ({ kind: "revocation", what: "sanction", of: "", awaits: id, entries: [10], body: why });
			world.network = false;
			const queue = await world.tab();
			await queue.add(given);
			await queue.send(); // it may have arrived
			expect(await queue.takeBack(given.id)).toBe(false);
			await queue.add(world.kind(back(given.id), "taken back"));
			world.network = true;
			expect(await lived(world, [], kills)).toEqual(["warned", "taken back"]);
			expect([...world.made.values()]).toEqual([{ kind: "sanction", revoked: true }]);
		};
		for (let first = 1; first <= 14; first++) for (let second = 1; second <= 14; second++) await taken([first, second]);
	});

	it("are simply gone where they never left the device, and revoked by their id where they have arrived", async () => {
		const world = new World();
		world.network = false;
		const queue = await world.tab();
		const first = world.kind(warning, "warned");
		await queue.add(first);
		expect(await queue.takeBack(first.id)).toBe(true);
		expect(world.kept.size).toBe(0);
		world.network = true;
		const second = world.kind(warning, "warned again");
		await queue.add(second);
		await queue.send();
		expect(await queue.takeBack(second.id)).toBe(false);
		await queue.add(world.kind({ kind: "revocation", what: "sanction", of: "", awaits: second.id, entries: [10], body: why }, "taken back"));
		expect(await queue.send()).toBe(true);
		expect(world.done.map((one) => one.who)).toEqual(["warned again", "taken back"]);
	});

	it("take back the step that this person has done, of which the moment is known once it has arrived", async () => {
		const world = new World();
		world.network = false;
		const queue = await world.tab();
		const draw = world.kind({ kind: "draw", round: 2, body: {} }, "draws");
		await queue.add(draw);
		await queue.send(); // it may have arrived
		expect(await queue.takeBack(draw.id)).toBe(false);
		await queue.add(world.kind({ kind: "discarding", round: 2, awaits: draw.id, body: why }, "discards"));
		world.network = true;
		world.round = { number: 1, open: false };
		expect(await queue.send()).toBe(true);
		const back = world.done.at(-1);
		expect(back?.kind === "discarding" && back.body).toEqual({ ...why, doneAt: `of ${draw.id}` });
		expect(back).not.toHaveProperty("awaits");
	});

	it("go with the step that they would take back, where that is given up", async () => {
		const world = new World();
		world.round = { number: 1, open: true }; // nothing is drawn over it
		const queue = await world.tab();
		const draw = world.kind({ kind: "draw", round: 2, body: {} }, "draws");
		await queue.add(draw);
		await queue.send();
		await queue.add(world.kind({ kind: "discarding", round: 2, awaits: draw.id, body: why }, "discards"));
		await queue.giveUp(draw.id);
		expect(world.kept.size).toBe(0);
	});

	it("are not taken back once they were given up", async () => {
		const world = new World();
		world.gone.add(10);
		const queue = await world.tab();
		const act = world.kind({ kind: "withdrawal", body: { entry: 10 } }, "leaves");
		await queue.add(act);
		await queue.send();
		await queue.giveUp(act.id);
		expect(await queue.takeBack(act.id)).toBe(true);
		expect(world.kept.size).toBe(0);
	});

	it("hold what depends on a refused one, and nothing else", async () => {
		const world = new World();
		world.gone.add(10);
		const queue = await world.tab();
		const refused = world.kind({ kind: "withdrawal", body: { entry: 10 } }, "leaves");
		for (const act of [refused, world.kind(seats(1), "table 1"), world.kind(seats(2), "table 2"), world.kind({ kind: "closing", round: 1 }, "closes")]) await queue.add(act);
		expect(await queue.send()).toBe(false);
		expect(world.done.map((one) => one.who)).toEqual(["table 2"]); // the person who could not leave sits at table 1
		expect(world.shown.map((one) => [one.who, one.refused?.reason])).toEqual([["leaves", "not-playing"], ["table 1", undefined], ["closes", undefined]]);
		await queue.giveUp(refused.id);
		expect(await queue.send()).toBe(true);
		expect(world.done.map((one) => one.who)).toEqual(["table 2", "table 1", "closes"]);
	});

	it("keep a result that is entered anew before the closing which waits for it", async () => {
		const world = new World();
		world.network = false;
		const queue = await world.tab();
		for (const act of [world.kind(seats(1), "table 1"), world.kind(seats(2), "table 2"), world.kind({ kind: "closing", round: 1 }, "closes"), world.kind(seats(2), "table 2 anew")]) await queue.add(act);
		world.network = true;
		expect(await queue.send()).toBe(true);
		expect(world.done.map((one) => one.who)).toEqual(["table 1", "table 2 anew", "closes"]);
	});

	it("follow each other where they are about the same", () => {
		const world = new World();
		const act = (deed: Deed, more: Partial<Act> = {}) => world.kind(deed, "", more);
		const table = act(seats(1));
		expect(follows(act(warning), table)).toBe(true); // about a person who sits there
		expect(follows(act({ kind: "withdrawal", body: { entry: 20 } }), table)).toBe(false);
		expect(follows(act({ kind: "clock", round: 1, body: { command: "pause" } }), table)).toBe(false);
		expect(follows(act({ kind: "start", body: {} }), act({ kind: "mark", body: { marks: [{ entry: 20, here: true }] } }))).toBe(true);
		expect(follows(act({ kind: "closing", round: 1 }), table)).toBe(true);
		expect(follows(act(seats(2)), act({ kind: "draw", round: 2, body: {} }))).toBe(true);
		expect(follows(act({ kind: "closing", round: 1 }, { event: "another" }), table)).toBe(false);
		expect(follows(act({ kind: "closing", round: 1 }, { account: "berta" }), table)).toBe(false);
	});
});

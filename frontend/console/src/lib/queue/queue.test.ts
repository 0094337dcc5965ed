import { describe, expect, it } from "vitest";
import type { Schema } from "../api";
import type { Act } from "./act";
import { Queue, type Reply } from "./queue";
import type { Store } from "./store";

// A device that can be killed, and a server that answers like the API: an act is done once under one key, a table with a result
// takes a correction of what stands only.
const killed = new Error("killed");

class World {
	kept = new Map<string, Act>(); // what is on the device
	answers = new Map<string, string>(); // the server's, by key
	tables = new Map<string, { version: number; said: string; results: Schema["Result"][] }>();
	done: string[] = []; // keys in the order in which the server did them
	network = true;
	steps = 0;
	killAt = Infinity; // the step at which the tab is killed
	shown: Act[] = [];
	confirmed: string[] = [];
	now = 0;
	tried: Record<number, number> = {}; // how often something was entered, by table

	// step is a moment at which the tab may be killed.
	async step(): Promise<void> {
		await Promise.resolve();
		if (++this.steps === this.killAt) throw killed;
		if (this.steps > this.killAt) await new Promise(() => {}); // it does not go on
	}

	store(): Store {
		return {
			all: async () => {
				await this.step();
				return [...this.kept.values()].map((one) => structuredClone(one)).sort((a, b) => (a.id < b.id ? -1 : 1));
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
		const wire = JSON.stringify([act.table, act.version, act.result]);
		const before = this.answers.get(act.id);
		if (before !== undefined) {
			if (before !== wire) throw new Error("one key for two acts");
			return { kind: "done", table: this.view(act.table) };
		}
		const table = this.tables.get(`${act.table}`) ?? { version: 0, said: "", results: [] };
		if (table.version !== act.version) {
			return { kind: "refused", problem: { type: "", title: "", status: 409, reason: "conflict", requestId: "" }, stands: table.results.at(-1) ?? null };
		}
		if (act.version > 0 && !act.result.reason) return { kind: "refused", problem: { type: "", title: "", status: 422, reason: "reason", requestId: "" }, stands: null };
		table.version++;
		table.results.push(result(table.version, act.result.seats.map((seat) => seat.vp)));
		this.tables.set(`${act.table}`, table);
		if (act.version === 0) this.answers.set(act.id, wire); // corrections are known by their version
		this.done.push(act.id);
		return { kind: "done", table: this.view(act.table) };
	}

	view(table: number): Schema["Table"] {
		return { round: 1, number: table, seats: [], version: this.tables.get(`${table}`)?.version ?? 0 };
	}

	// tab is a page that is opened anew.
	async tab(account = "anna"): Promise<Queue> {
		const queue = new Queue({
			store: this.store(), send: (act) => this.send(act), account: () => account, changed: (acts) => (this.shown = acts),
			confirmed: (act) => this.confirmed.push(act.id), newId: () => this.id(),
		});
		await queue.load();
		return queue;
	}

	id(): string {
		return `${++this.now}`.padStart(8, "0");
	}

	act(table: number, points: number[], more: Partial<Act> = {}): Act {
		return {
			id: this.id(), account: "anna", tenant: "fic", event: "e", round: 1, table, version: 0, enteredAt: "", sent: false, refused: null, current: null,
			result: { ended: "declared", seats: points.map((vp, i) => ({ entry: i + 1, vp })), reason: "mistyped" }, ...more,
		};
	}

	points(table: number): number[] | undefined {
		return this.tables.get(`${table}`)?.results.at(-1)?.seats.map((seat) => seat.vp);
	}
}

const result = (version: number, points: number[]): Schema["Result"] => ({
	version, ended: "declared", total: "0", enteredBy: "", enteredAt: "",
	seats: points.map((vp, i) => ({ entry: i + 1, vp, counted: vp, win: "0", place: i + 1 })),
});

describe("the queue", () => {
	it("keeps an act before it says so, and sends it when there is network", async () => {
		const world = new World();
		world.network = false;
		const queue = await world.tab();
		await queue.add(world.act(3, [10, 8, 7, 6]));
		expect([...world.kept.values()].map((one) => one.table)).toEqual([3]);
		expect(await queue.send()).toBe(false);
		expect(world.shown).toHaveLength(1);
		world.network = true;
		expect(await queue.send()).toBe(true);
		expect(world.shown).toEqual([]);
		expect(world.kept.size).toBe(0);
		expect(world.points(3)).toEqual([10, 8, 7, 6]);
	});

	// An evening with two tables and a correction, of which each step kills the tab once, and then two of them.
	const evening = async (world: World, queue: Queue, entered: Set<string>): Promise<void> => {
		for (const [name, table, points] of [["a", 1, [10, 8, 7, 6]], ["b", 2, [9, 10, 4, 5]], ["c", 1, [10, 7, 7, 6]]] as const) {
			if (entered.has(name)) continue;
			world.tried[table] = (world.tried[table] ?? 0) + 1;
			await queue.add(world.act(table, [...points], { version: world.tables.get(`${table}`)?.version ?? 0 })); // the screen shows what stands
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
		expect(world.shown.map((one) => [one.version, one.result.reason])).toEqual([[0, undefined]]);
		world.network = false;
		await queue.send();
		await queue.add(world.act(1, [10, 5, 7, 6]));
		expect(world.shown.map((one) => [one.version, one.result.reason])).toEqual([[0, undefined], [1, "mistyped"]]);
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
		expect(world.shown.map((one) => [one.table, one.refused?.reason, one.current?.seats[0]?.vp])).toEqual([[1, "conflict", 5]]);
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
});

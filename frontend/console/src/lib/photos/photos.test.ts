import { describe, expect, it } from "vitest";
import { drawn, fits, formatOf, sizeOf } from "./format";
import { PhotoQueue, type Reply, type Shelf } from "./queue";
import { least, most, Parts, percent, type Shot } from "./shot";

const killed = new Error("killed");

// A device whose page can be killed, and a server that takes parts like the API: it does an announcement once for each key, ignores a part
// that has arrived before, and answers a part that starts elsewhere with the place to go on from.
class World {
	kept = new Map<string, Shot>(); // on the device
	files = new Map<string, Blob>();
	keys = new Map<string, string>(); // on the server: key to photo
	photos = new Map<string, { bytes: number; parts: string[]; received: number }>();
	network = true;
	forgets = false; // the server has forgotten all uploads
	refuses = false;
	steps = 0;
	killAt = Infinity;
	shown: Shot[] = [];
	arrived: string[] = [];
	clock = 0;
	names = 0;

	// step is a moment at which the page may be killed.
	async step(): Promise<void> {
		await Promise.resolve();
		if (++this.steps === this.killAt) throw killed;
		if (this.steps > this.killAt) await new Promise(() => {}); // the killed page never goes on
	}

	shelf(): Shelf {
		return {
			all: async () => (await this.step(), [...this.kept.values()].map((one) => structuredClone(one)).sort((a, b) => (a.file < b.file ? -1 : 1))),
			keep: async (shot, file) => {
				await this.step();
				this.kept.set(shot.file, structuredClone(shot));
				if (file) this.files.set(shot.file, file);
				await this.step();
			},
			drop: async (file) => {
				await this.step();
				this.kept.delete(file);
				this.files.delete(file);
				await this.step();
			},
			read: async (file) => {
				const found = this.files.get(file);
				if (!found) throw new Error("gone");
				return found;
			},
		};
	}

	async announce(shot: Shot): Promise<Reply> {
		await this.step();
		if (!this.network) return { kind: "later" };
		if (this.refuses) return { kind: "refused", why: { reason: "photos-too-many", text: "Too many" } };
		const photo = this.keys.get(shot.key) ?? `photo ${this.photos.size + 1}`;
		this.keys.set(shot.key, photo);
		if (!this.photos.has(photo)) this.photos.set(photo, { bytes: shot.bytes, parts: [], received: 0 });
		await this.step(); // the answer may never be read
		return { kind: "has", photo, received: 0 }; // the first answer, repeated
	}

	async part(shot: Shot, from: number, bytes: Blob): Promise<Reply> {
		await this.step();
		if (!this.network) return { kind: "later" };
		const photo = this.photos.get(shot.photo);
		if (!photo || this.forgets) return { kind: "unknown" };
		if (from === photo.received) {
			photo.parts.push(await bytes.text());
			photo.received += bytes.size;
		}
		this.clock += 1_000;
		await this.step();
		return { kind: "has", photo: shot.photo, received: photo.received };
	}

	// page is a reopened page.
	async page(account = "anna"): Promise<PhotoQueue> {
		const queue = new PhotoQueue({
			shelf: this.shelf(), announce: (shot) => this.announce(shot), part: (shot, from, bytes) => this.part(shot, from, bytes), account: () => account,
			changed: (shots) => (this.shown = shots), arrived: (shot) => this.arrived.push(shot.photo), newKey: () => `key ${++this.names}`, now: () => this.clock,
		});
		await queue.load();
		return queue;
	}

	shot(content: string, more: Partial<Shot> = {}): [Shot, Blob] {
		const file = new Blob([content]);
		const name = `${++this.names}`.padStart(4, "0");
		const what = { kind: "winner", alternativeText: "The winner", consent: { people: true, minors: false, guardians: false } };
		return [{ file: name, key: `key ${name}`, account: "anna", tenant: "fic", event: "e", what, bytes: file.size, photo: "", received: 0, lost: 0, refused: null, ...more }, file];
	}

	// whole are the contents of the photos that the server has completely.
	get whole(): string[] {
		return [...this.photos.values()].filter((one) => one.received === one.bytes).map((one) => one.parts.join(""));
	}
}

const large = (letter: string): string => letter.repeat(500_000); // three parts

describe("photos on their way", () => {
	it("are kept before it is said so, sent in parts, and go when all has arrived", async () => {
		const world = new World();
		world.network = false;
		const queue = await world.page();
		await queue.add(...world.shot(large("a")));
		expect(world.kept.size).toBe(1);
		expect(await queue.send()).toBe(false);
		world.network = true;
		expect(await queue.send()).toBe(true);
		expect(world.whole).toEqual([large("a")]);
		expect(world.photos.get("photo 1")?.parts.length).toBeGreaterThan(1);
		expect([world.kept.size, world.files.size, world.shown.length, world.arrived]).toEqual([0, 0, 0, ["photo 1"]]);
	});

	it("are neither lost nor doubled whenever the page is killed", async () => {
		for (let at = 1; at <= 45; at++) {
			for (const again of [0, 3, 7, 11]) {
				const world = new World();
				const first = await world.page();
				await first.add(...world.shot(large("a")));
				await first.add(...world.shot(large("b")));
				for (const kill of again ? [at, again] : [at]) {
					world.steps = 0;
					world.killAt = kill;
					await world.page().then((page) => page.send()).catch((error: unknown) => expect(error).toBe(killed));
				}
				world.killAt = Infinity;
				expect(await (await world.page()).send()).toBe(true);
				expect(world.whole).toEqual([large("a"), large("b")]);
				expect(world.photos.size).toBe(2);
				expect(world.kept.size).toBe(0);
			}
		}
	});

	it("go on where the server has got to", async () => {
		const world = new World();
		const queue = await world.page();
		const [shot, file] = world.shot(large("a"));
		await queue.add({ ...shot, photo: "photo 1", received: 0 }, file); // the answer with the received bytes was never read
		world.photos.set("photo 1", { bytes: file.size, parts: [large("a").slice(0, 300_000)], received: 300_000 });
		expect(await queue.send()).toBe(true);
		expect(world.whole).toEqual([large("a")]);
	});

	it("are announced anew when the server has forgotten them, but not for ever", async () => {
		const world = new World();
		const queue = await world.page();
		const [shot, file] = world.shot("small");
		await queue.add({ ...shot, photo: "photo 99" }, file);
		expect(await queue.send()).toBe(true);
		expect(world.whole).toEqual(["small"]);
		world.forgets = true;
		await queue.add(...world.shot("other"));
		expect(await queue.send()).toBe(true);
		expect(world.shown.map((one) => one.refused?.reason)).toEqual(["unknown"]);
	});

	it("hold nobody up when one is refused, which stays until somebody sees to it", async () => {
		const world = new World();
		const queue = await world.page();
		world.refuses = true;
		await queue.add(...world.shot("one"));
		expect(await queue.send()).toBe(true);
		world.refuses = false;
		await queue.add(...world.shot("two"));
		expect(await queue.send()).toBe(true);
		expect(world.whole).toEqual(["two"]);
		const [refused] = world.shown;
		expect(refused?.refused?.text).toBe("Too many");
		await queue.retry(refused?.file ?? "");
		expect(await queue.send()).toBe(true);
		expect(world.whole).toEqual(["two", "one"]);
	});

	it("are refused here when the device cannot read them any more, and can be given up", async () => {
		const world = new World();
		const queue = await world.page();
		const [shot, file] = world.shot("one");
		await queue.add(shot, file);
		world.files.clear();
		expect(await queue.send()).toBe(true);
		expect(world.shown[0]?.refused?.reason).toBe("unreadable");
		await queue.giveUp(shot.file);
		expect([world.kept.size, world.shown.length]).toEqual([0, 0]);
	});

	it("are sent in nobody else's name", async () => {
		const world = new World();
		await (await world.page()).add(...world.shot("one"));
		await (await world.page("berta")).send();
		expect(world.whole).toEqual([]);
		expect(await (await world.page()).send()).toBe(true);
		expect(world.whole).toEqual(["one"]);
	});

	it("come in parts of 32 KB to a megabyte", () => {
		const parts = new Parts();
		for (let i = 0; i < 9; i++) parts.took(500);
		expect(parts.size).toBe(most);
		parts.took(9_000);
		expect(parts.size).toBe(most / 2);
		for (let i = 0; i < 9; i++) parts.failed();
		expect(parts.size).toBe(least);
		parts.took(3_000);
		expect(parts.size).toBe(least);
		expect(percent({ received: 2, bytes: 3 })).toBe(66);
	});
});

describe("a file", () => {
	const bytes = (...parts: (string | number[])[]): Uint8Array => new Uint8Array(parts.flatMap((one) => (typeof one === "string" ? [...one].map((letter) => letter.charCodeAt(0)) : one)));
	const jpeg = bytes([0xff, 0xd8, 0xff, 0xe1, 0, 6], "Exif", [0xff, 0xc0, 0, 17, 8, 0x0b, 0xd0, 0x0f, 0xc0, 3, 1, 0, 0, 0, 0]);
	const png = bytes([0x89], "PNG\r\n", [0x1a, 0x0a, 0, 0, 0, 13], "IHDR", [0, 0, 4, 0, 0, 0, 3, 0]);

	it("is what its first bytes say", () => {
		expect([formatOf(jpeg), formatOf(png), formatOf(bytes([0, 0, 0, 24], "ftypheic")), formatOf(bytes([0, 0, 0, 24], "ftypmp42")), formatOf(bytes(""))]).toEqual(["jpeg", "png", "heic", "other", "other"]);
	});

	it("says how large its picture is", () => {
		expect(sizeOf(jpeg)).toEqual({ width: 4032, height: 3024 });
		expect(sizeOf(png)).toEqual({ width: 1024, height: 768 });
		expect(sizeOf(jpeg.subarray(0, 10))).toBeNull();
		expect(sizeOf(bytes("GIF89a"))).toBeNull();
	});

	it("is drawn smaller where the server would not take it", () => {
		expect(fits({ width: 8000, height: 5000 })).toBe(true);
		expect(fits({ width: 8000, height: 6000 })).toBe(false);
		expect(fits({ width: 12_001, height: 10 })).toBe(false);
		expect(drawn({ width: 8000, height: 6000 })).toEqual({ width: 3200, height: 2400 });
		expect(drawn({ width: 900, height: 700 })).toEqual({ width: 900, height: 700 });
	});
});

// The queue of photos on their way to the server. A photo is announced without its bytes under one key, which may be repeated safely,
// and sent in parts from the byte that the server has reached. So sending goes on after a closed page, a lost answer or a lost network.
import { Parts, type Refusal, type Shot } from "./shot";

// Shelf keeps photos on the device. Each call takes effect as a whole or not at all, and its effect is stored when it returns.
export interface Shelf {
	// all returns the stored photos, in the order in which they were taken.
	all(): Promise<Shot[]>;
	// keep stores the state of a photo, and its file if the photo is new.
	keep(shot: Shot, file?: Blob): Promise<void>;
	// drop deletes a photo with its file.
	drop(file: string): Promise<void>;
	// read returns the file; it fails if the device can no longer read it.
	read(file: string): Promise<Blob>;
}

// Reply tells how an announcement or a part ended.
export type Reply =
	| { kind: "has"; photo: string; received: number } // the server has that many bytes of it
	| { kind: "unknown" } // the server has forgotten it: it has waited too long
	| { kind: "refused"; why: Refusal } // the server will not take it as it is
	| { kind: "later" }; // not reached, too busy, signed out: another try may succeed

export interface Surroundings {
	shelf: Shelf;
	announce: (shot: Shot) => Promise<Reply>;
	part: (shot: Shot, from: number, bytes: Blob) => Promise<Reply>;
	// account returns the person who is signed in now; "" for nobody.
	account: () => string;
	// changed shows the present contents of the queue.
	changed: (shots: Shot[]) => void;
	// arrived reports that the server has a whole photo.
	arrived: (shot: Shot) => void;
	newKey: () => string;
	now: () => number; // milliseconds
}

const patience = 3; // how often a photo is announced anew after the server has forgotten it

export class PhotoQueue {
	#around: Surroundings;
	#shots: Shot[] = [];
	#sending: Promise<boolean> | null = null;
	#parts = new Parts();

	constructor(around: Surroundings) {
		this.#around = around;
	}

	// load reads the stored photos, from an earlier page or another tab.
	async load(): Promise<void> {
		this.#shots = await this.#around.shelf.all();
		this.#tell();
	}

	// add stores a photo. When it returns the photo is on the device and will be sent.
	async add(shot: Shot, file: Blob): Promise<void> {
		await this.#around.shelf.keep(shot, file);
		this.#shots = [...this.#shots, shot];
		this.#tell();
	}

	async giveUp(file: string): Promise<void> {
		await this.#around.shelf.drop(file);
		this.#shots = this.#shots.filter((one) => one.file !== file);
		this.#tell();
	}

	// retry announces a refused photo anew, after its cause may have been corrected.
	async retry(file: string): Promise<void> {
		const shot = this.#find(file);
		if (shot) await this.#change(this.#anew(shot, 0));
	}

	// send sends the waiting photos, one after the other, and reports whether no sendable one is left. Simultaneous calls
	// share the same run.
	send(): Promise<boolean> {
		this.#sending ??= this.#drain().finally(() => (this.#sending = null));
		return this.#sending;
	}

	async #drain(): Promise<boolean> {
		for (;;) {
			const account = this.#around.account();
			const next = this.#shots.find((one) => one.account === account && !one.refused);
			if (!next) return true;
			if (!(await this.#sendOne(next.file))) return false; // the obstacle would stop the others too
		}
	}

	// sendOne reports whether the photo has arrived or was refused, so that the next one can be sent.
	async #sendOne(file: string): Promise<boolean> {
		let bytes: Blob;
		try {
			bytes = await this.#around.shelf.read(file);
		} catch {
			const shot = this.#find(file);
			if (shot) await this.#change({ ...shot, refused: { reason: "unreadable", text: "" } });
			return true;
		}
		for (let shot = this.#find(file); shot && !shot.refused; shot = this.#find(file)) {
			if (shot.photo && shot.received >= shot.bytes) {
				await this.giveUp(file);
				this.#around.arrived(shot);
				return true;
			}
			const began = this.#around.now();
			const size = this.#parts.size;
			const reply = shot.photo ? await this.#around.part(shot, shot.received, bytes.slice(shot.received, shot.received + size)) : await this.#around.announce(shot);
			if (!this.#find(file)) return true; // it was given up meanwhile
			if (reply.kind === "later") {
				if (shot.photo) this.#parts.failed();
				return false;
			}
			if (reply.kind === "has" && shot.photo) {
				if (reply.received === shot.received) return false; // no progress now
				this.#parts.took(this.#around.now() - began);
			}
			await this.#change(this.#after(shot, reply));
		}
		return true;
	}

	#after(shot: Shot, reply: Exclude<Reply, { kind: "later" }>): Shot {
		if (reply.kind === "has") return { ...shot, photo: reply.photo, received: reply.received };
		if (reply.kind === "refused") return { ...shot, refused: reply.why };
		return shot.lost < patience ? this.#anew(shot, shot.lost + 1) : { ...shot, refused: { reason: "unknown", text: "" } };
	}

	#anew(shot: Shot, lost: number): Shot {
		return { ...shot, key: this.#around.newKey(), photo: "", received: 0, lost, refused: null };
	}

	#find(file: string): Shot | undefined {
		return this.#shots.find((one) => one.file === file);
	}

	async #change(shot: Shot): Promise<void> {
		await this.#around.shelf.keep(shot);
		this.#shots = this.#shots.map((one) => (one.file === shot.file ? shot : one));
		this.#tell();
	}

	#tell(): void {
		this.#around.changed(this.#shots);
	}
}

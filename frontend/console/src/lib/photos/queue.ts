// The queue of photos on their way to the server. A photo is announced without its bytes under one key, which may be done again and
// again, and sent in parts from where the server has got to. So it goes on after a closed page, a lost answer and a lost network.
import { Parts, type Refusal, type Shot } from "./shot";

// Shelf keeps photos on the device. Each call happens as a whole or not at all, and is on the device when it returns.
export interface Shelf {
	// all are the photos that are kept, in the order in which they were taken.
	all(): Promise<Shot[]>;
	// keep writes down what is known of one, with its file when it is new.
	keep(shot: Shot, file?: Blob): Promise<void>;
	// drop takes it away with its file.
	drop(file: string): Promise<void>;
	// read is the file; it fails where the device cannot read it any more.
	read(file: string): Promise<Blob>;
}

// Reply says how an announcement or a part ended.
export type Reply =
	| { kind: "has"; photo: string; received: number } // the server has so many bytes of it
	| { kind: "unknown" } // it knows nothing of it any more: it has waited too long
	| { kind: "refused"; why: Refusal } // it will not take it as it is
	| { kind: "later" }; // not reached, too busy, signed out: it is worth another try

export interface Surroundings {
	shelf: Shelf;
	announce: (shot: Shot) => Promise<Reply>;
	part: (shot: Shot, from: number, bytes: Blob) => Promise<Reply>;
	// account returns the person who has signed in now; "" for nobody.
	account: () => string;
	// changed tells whoever shows the queue what is in it now.
	changed: (shots: Shot[]) => void;
	// arrived tells that the server has all of a photo.
	arrived: (shot: Shot) => void;
	newKey: () => string;
	now: () => number; // milliseconds
}

const patience = 3; // how often a photo is announced anew that the server has forgotten

export class PhotoQueue {
	#around: Surroundings;
	#shots: Shot[] = [];
	#sending: Promise<boolean> | null = null;
	#parts = new Parts();

	constructor(around: Surroundings) {
		this.#around = around;
	}

	// load takes up what is on the device, from an earlier page or another tab.
	async load(): Promise<void> {
		this.#shots = await this.#around.shelf.all();
		this.#tell();
	}

	// add keeps a photo. When it returns the photo is on the device and will be sent.
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

	// retry announces a photo anew that was refused for what may have been mended since.
	async retry(file: string): Promise<void> {
		const shot = this.#find(file);
		if (shot) await this.#change(this.#anew(shot, 0));
	}

	// send sends what waits, one photo after the other, and reports whether nothing is left that could be sent. Those who ask
	// meanwhile wait for the same.
	send(): Promise<boolean> {
		this.#sending ??= this.#drain().finally(() => (this.#sending = null));
		return this.#sending;
	}

	async #drain(): Promise<boolean> {
		for (;;) {
			const account = this.#around.account();
			const next = this.#shots.find((one) => one.account === account && !one.refused);
			if (!next) return true;
			if (!(await this.#sendOne(next.file))) return false; // what stops one stops the others
		}
	}

	// sendOne reports whether the photo has arrived or was refused, so that the next one has its turn.
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
				if (reply.received === shot.received) return false; // it goes nowhere now
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

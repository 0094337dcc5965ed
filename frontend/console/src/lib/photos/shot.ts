// A photo that somebody has taken or chosen and that the server does not have yet.
import type { Schema } from "../api";

// Shot is a photo on its way. It is stored with its file before the screen says that it will be sent, and leaves the device only after
// every byte has arrived, or when its owner gives it up.
export interface Shot {
	// file is the name under which the device stores it. Later photos have greater names.
	file: string;
	// key is the key of every announcement of the photo.
	key: string;
	// account is the owner of the photo: it is sent only in their name.
	account: string;
	tenant: string;
	event: string;
	// what holds the announcement without its length and its bytes.
	what: Pick<Schema["NewPhoto"], "kind" | "round" | "alternativeText" | "consent" | "takenAt">;
	bytes: number;
	// photo is its id on the server; "" until it is announced.
	photo: string;
	// received counts the bytes that the server has.
	received: number;
	// lost counts how often the server had forgotten it.
	lost: number;
	// refused is the reason why the server does not take it; null without one.
	refused: Refusal | null;
}

export interface Refusal {
	reason: string;
	text: string;
	rule?: Schema["Rule"] | undefined;
}

export const percent = (shot: Pick<Shot, "received" | "bytes">): number => Math.floor((100 * shot.received) / shot.bytes);

// The size of a part adapts, so that the network takes it in a few seconds.
export const least = 32 * 1024;
export const most = 1024 * 1024;
const first = 128 * 1024;
const quick = 2_000; // milliseconds within which a part of twice the size is tried next
const slow = 6_000; // and beyond which a part of half the size

export class Parts {
	size = first;

	// took adapts the size to the time that a part took to arrive.
	took(milliseconds: number): void {
		if (milliseconds < quick) this.size = Math.min(most, 2 * this.size);
		else if (milliseconds > slow) this.failed();
	}

	// failed adapts the size after a part that did not arrive.
	failed(): void {
		this.size = Math.max(least, this.size / 2);
	}
}

// A photo that somebody has taken or chosen and that the server does not have yet.
import type { Schema } from "../api";

// Shot is a photo on its way. It is kept on the device with its file before anything says that it will be sent, and goes only when
// every byte has arrived, or when whoever took it gives it up.
export interface Shot {
	// file is the name under which the device keeps it. Later ones have greater names.
	file: string;
	// key is the one under which it is announced, however often.
	key: string;
	// account names the owner of the photo: it is sent in nobody else's name.
	account: string;
	tenant: string;
	event: string;
	// what holds the announcement without its length and its bytes.
	what: Pick<Schema["NewPhoto"], "kind" | "round" | "alternativeText" | "consent" | "takenAt">;
	bytes: number;
	// photo is the id that the server gave it; "" until it is announced.
	photo: string;
	// received is how much of it the server has.
	received: number;
	// lost counts how often the server did not know it any more.
	lost: number;
	// refused is why the server does not take it; null while it goes on.
	refused: Refusal | null;
}

export interface Refusal {
	reason: string;
	text: string;
	rule?: Schema["Rule"] | undefined;
}

export const percent = (shot: Pick<Shot, "received" | "bytes">): number => Math.floor((100 * shot.received) / shot.bytes);

// Parts are as large as the network takes them in a few seconds.
export const least = 32 * 1024;
export const most = 1024 * 1024;
const first = 128 * 1024;
const quick = 2_000; // milliseconds within which a part of twice the size is tried next
const slow = 6_000; // and beyond which one of half

export class Parts {
	size = first;

	// took learns from a part of this size that has arrived.
	took(milliseconds: number): void {
		if (milliseconds < quick) this.size = Math.min(most, 2 * this.size);
		else if (milliseconds > slow) this.failed();
	}

	// failed learns from one that has not.
	failed(): void {
		this.size = Math.max(least, this.size / 2);
	}
}

// The photos of this browser that have not arrived yet.
import { api, type Schema } from "../api";
import { patience } from "../network.svelte";
import { session } from "../session.svelte";
import { kept } from "../settings";
import { uuidv7 } from "../uuid";
import { PhotoQueue, type Reply, type Shelf } from "./queue";
import { onDevice } from "./shelf";
import type { Shot } from "./shot";

const soonest = 3_000; // milliseconds until photos that did not arrive are sent again; each time twice as long
const latest = 60_000;

class Film {
	// shots are the photos of the person who is signed in, the first taken first.
	shots = $state.raw<Shot[]>([]);
	#queue: Promise<PhotoQueue> | null = null;
	#shelf: Shelf | null = null;
	#listeners = new Set<(shot: Shot) => void>();
	#pause = soonest;
	#again: ReturnType<typeof setTimeout> | undefined;

	// open loads the photos of earlier visits, and begins to send them.
	async open(): Promise<PhotoQueue> {
		this.#queue ??= this.#begin();
		return this.#queue;
	}

	async #begin(): Promise<PhotoQueue> {
		const shelf = (this.#shelf = await onDevice());
		const queue = new PhotoQueue({
			shelf,
			announce,
			part,
			account: () => (session.state === "in" ? session.account : ""),
			changed: (shots) => {
				kept.set("photos", shots.length ? "1" : "");
				this.shots = shots.filter((one) => !session.account || one.account === session.account);
			},
			arrived: (shot) => this.#listeners.forEach((one) => one(shot)),
			newKey: () => uuidv7(),
			now: () => performance.now(),
		});
		await queue.load();
		const now = () => {
			if (document.hidden) return;
			this.#pause = soonest;
			this.send();
		};
		addEventListener("online", now);
		document.addEventListener("visibilitychange", now);
		this.send();
		return queue;
	}

	// heard calls a listener with each photo that has arrived, until the returned function is called.
	heard(listener: (shot: Shot) => void): () => void {
		this.#listeners.add(listener);
		return () => this.#listeners.delete(listener);
	}

	// take stores a photo and returns once it is safe on the device. It fails when the device has no room.
	async take(tenant: string, event: string, what: Shot["what"], file: Blob): Promise<void> {
		const queue = await this.open();
		await queue.add({ file: uuidv7(), key: uuidv7(), account: session.account, tenant, event, what, bytes: file.size, photo: "", received: 0, lost: 0, refused: null }, file);
		this.#pause = soonest;
		this.send();
	}

	// look returns the file of a photo that is on its way.
	async look(file: string): Promise<Blob | null> {
		await this.open();
		return this.#shelf?.read(file).catch(() => null) ?? null;
	}

	async giveUp(file: string): Promise<void> {
		await (await this.open()).giveUp(file);
	}

	async retry(file: string): Promise<void> {
		await (await this.open()).retry(file);
		this.send();
	}

	// send sends the waiting photos now, and again later as long as sendable ones are left.
	async send(): Promise<void> {
		clearTimeout(this.#again);
		const queue = await this.open();
		if (this.shots.length > 0 && session.state !== "in") await session.access().catch(() => {}); // the photos stay here until somebody has signed in
		const all = await one(queue);
		clearTimeout(this.#again);
		if (all || !this.shots.some((shot) => !shot.refused)) {
			this.#pause = soonest;
			return;
		}
		this.#again = setTimeout(() => this.send(), this.#pause);
		this.#pause = Math.min(2 * this.#pause, latest);
	}
}

// one lets one tab of the browser send at a time, if tabs can agree; a tab first loads what the others have sent. Otherwise two tabs
// may send the same part, which still arrives once.
async function one(queue: PhotoQueue): Promise<boolean> {
	if (!navigator.locks) return queue.send();
	return navigator.locks.request("referto:photos", async () => {
		await queue.load();
		return queue.send();
	});
}

async function announce(shot: Shot): Promise<Reply> {
	const path = { tenant: shot.tenant, event: shot.event };
	return answered(() => api.POST("/tenants/{tenant}/events/{event}/photos", { params: { path, header: { "Idempotency-Key": shot.key } }, body: { ...shot.what, bytes: shot.bytes }, signal: AbortSignal.timeout(patience) }), shot);
}

async function part(shot: Shot, from: number, bytes: Blob): Promise<Reply> {
	const path = { tenant: shot.tenant, event: shot.event, upload: shot.photo };
	return answered(
		() =>
			api.PATCH("/tenants/{tenant}/events/{event}/uploads/{upload}", {
				params: { path, header: { "Upload-Offset": from } },
				headers: { "Content-Type": "application/octet-stream" },
				body: bytes as unknown as string,
				bodySerializer: (body: unknown) => body as Blob,
				signal: AbortSignal.timeout(patience),
			}),
		shot,
	);
}

async function answered(call: () => Promise<{ data?: Schema["Photo"]; error?: Schema["Problem"]; response: Response }>, shot: Shot): Promise<Reply> {
	try {
		const { data, error, response } = await call();
		if (data) return { kind: "has", photo: data.id, received: data.state === "uploading" ? (data.upload?.received ?? 0) : shot.bytes };
		if (response.status === 401 || response.status === 408 || response.status === 429 || response.status >= 500 || !error) return { kind: "later" };
		if (shot.photo && (response.status === 404 || error.reason === "photo-expired")) return { kind: "unknown" };
		const received = error.current?.["received"];
		if (response.status === 409 && typeof received === "number" && shot.photo) return { kind: "has", photo: shot.photo, received };
		return { kind: "refused", why: { reason: error.reason, text: error.errors?.[0]?.text ?? error.detail ?? error.title, rule: error.rule } };
	} catch {
		return { kind: "later" };
	}
}

export const film = new Film();

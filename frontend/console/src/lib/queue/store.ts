// Where acts are kept until they are confirmed: the database of the browser, which survives a closed tab and a crash.
import { restored, type Act } from "./act";

// Store keeps acts. Each call happens as a whole or not at all, and is on the device when it returns.
export interface Store {
	// all are the acts that are kept, in any order.
	all(): Promise<Act[]>;
	// change takes some acts away and keeps others, at once.
	change(away: string[], kept: Act[]): Promise<void>;
}

const acts = "acts";

// NotKept says that this device keeps nothing at the moment: it has no room, or the browser does not let the page keep anything. What was to be
// kept has not happened.
export class NotKept extends Error {
	readonly full: boolean;

	constructor(cause: unknown) {
		super("not kept on this device", { cause });
		this.full = (cause as { name?: string } | null)?.name === "QuotaExceededError";
	}
}

// kept is what the database of the browser answers; whatever it throws or refuses is a [NotKept].
async function kept<T>(does: () => Promise<T>): Promise<T> {
	try {
		return await does();
	} catch (error) {
		throw error instanceof NotKept ? error : new NotKept(error);
	}
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

function open(name: string): Promise<IDBDatabase> {
	const request = indexedDB.open(name, 1);
	request.onupgradeneeded = () => request.result.createObjectStore(acts, { keyPath: "id" });
	return settled(request);
}

// onDevice is the store of this browser. Where that keeps nothing, this and all its calls throw [NotKept].
export async function onDevice(name = "referto-console"): Promise<Store> {
	let db: IDBDatabase | null = null;
	// at is the database; one that the browser has closed, because what pages keep was cleared, is opened again.
	const at = async (): Promise<IDBDatabase> => {
		db ??= await open(name);
		db.onclose = () => (db = null);
		return db;
	};
	await kept(at);
	return {
		all: () => kept(async () => (await settled<Act[]>((await at()).transaction(acts).objectStore(acts).getAll())).map(restored)),
		change: (away, changed) =>
			kept(async () => {
				const change = (await at()).transaction(acts, "readwrite", { durability: "strict" });
				const ended = new Promise<void>((resolve, reject) => {
					change.oncomplete = () => resolve();
					change.onabort = () => reject(change.error); // an error of a request ends here, too
				});
				for (const id of away) change.objectStore(acts).delete(id);
				for (const one of changed) change.objectStore(acts).put(one);
				await ended;
			}),
	};
}

// Acts are stored in the database of the browser until they are confirmed; it survives a closed tab and a crash.
import { restored, type Act } from "./act";

// Store keeps acts. Each call takes effect as a whole or not at all, and its effect is stored when it returns.
export interface Store {
	// all returns the stored acts, in any order.
	all(): Promise<Act[]>;
	// change removes some acts and stores others, in one transaction.
	change(away: string[], kept: Act[]): Promise<void>;
}

const acts = "acts";

// NotKept reports that this device stores nothing at the moment: it has no room, or the browser does not let the page store anything. The change
// that failed has not happened.
export class NotKept extends Error {
	readonly full: boolean;

	constructor(cause: unknown) {
		super("not kept on this device", { cause });
		this.full = (cause as { name?: string } | null)?.name === "QuotaExceededError";
	}
}

// kept returns the result of a call to the browser's database; it turns any error into a [NotKept].
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

// onDevice opens the store of this browser. When the browser stores nothing, this and all calls of the store throw [NotKept].
export async function onDevice(name = "referto-console"): Promise<Store> {
	let db: IDBDatabase | null = null;
	// at returns the database; it opens it again if the browser has closed it, because the data of pages were cleared.
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
					change.onabort = () => reject(change.error); // the error of a request arrives here, too
				});
				for (const id of away) change.objectStore(acts).delete(id);
				for (const one of changed) change.objectStore(acts).put(one);
				await ended;
			}),
	};
}

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

// onDevice is the store of this browser.
export async function onDevice(name = "referto-console"): Promise<Store> {
	const db = await open(name);
	return {
		all: async () => (await settled<Act[]>(db.transaction(acts).objectStore(acts).getAll())).map(restored),
		change(away, kept) {
			return new Promise((resolve, reject) => {
				const change = db.transaction(acts, "readwrite", { durability: "strict" });
				change.oncomplete = () => resolve();
				change.onabort = change.onerror = () => reject(change.error);
				for (const id of away) change.objectStore(acts).delete(id);
				for (const one of kept) change.objectStore(acts).put(one);
			});
		},
	};
}

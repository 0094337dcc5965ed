// Copies of the API's last answers, for a start without network. They lie in the database of the browser until the person
// signs out.
import { Refused } from "./api";

const name = "referto-copies";
const store = "copies";

function opened(): Promise<IDBDatabase> {
	return new Promise((resolve, reject) => {
		const request = indexedDB.open(name, 1);
		request.onupgradeneeded = () => request.result.createObjectStore(store);
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

let db: Promise<IDBDatabase> | null = null;

async function within<T>(mode: IDBTransactionMode, what: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | undefined> {
	try {
		const request = what((await (db ??= opened())).transaction(store, mode).objectStore(store));
		return await new Promise((resolve, reject) => {
			request.onsuccess = () => resolve(request.result);
			request.onerror = () => reject(request.error);
		});
	} catch {
		return undefined; // a browser without storage starts with network only
	}
}

// through returns the answer to a request and keeps a copy of it; when the API cannot be reached it returns the copy.
async function through<T>(key: string, ask: () => Promise<T>): Promise<T> {
	try {
		const now = await ask();
		copies.keep(key, now);
		return now;
	} catch (error) {
		const copy = error instanceof Refused ? undefined : await copies.find<T>(key);
		if (copy === undefined) throw error;
		return copy;
	}
}

export const copies = {
	through,
	keep: (key: string, value: unknown) => within("readwrite", (all) => all.put(value, key)),
	find: <T>(key: string) => within<T>("readonly", (all) => all.get(key)),
	forget: () => within("readwrite", (all) => all.clear()),
};

// Photos are stored in the database of the browser until they have arrived; it survives a closed page and a crash.
import type { Shelf } from "./queue";
import type { Shot } from "./shot";

const shots = "shots"; // the state of each photo
const files = "files"; // the bytes of each, which are written once

function settled<T>(request: IDBRequest<T>): Promise<T> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error);
	});
}

function open(name: string): Promise<IDBDatabase> {
	const request = indexedDB.open(name, 1);
	request.onupgradeneeded = () => {
		request.result.createObjectStore(shots, { keyPath: "file" });
		request.result.createObjectStore(files);
	};
	return settled(request);
}

// onDevice is the shelf of this browser.
export async function onDevice(name = "referto-photos"): Promise<Shelf> {
	const db = await open(name);
	const change = (what: (change: IDBTransaction) => void): Promise<void> =>
		new Promise((resolve, reject) => {
			const all = db.transaction([shots, files], "readwrite", { durability: "strict" });
			all.oncomplete = () => resolve();
			all.onabort = all.onerror = () => reject(all.error);
			what(all);
		});
	return {
		all: () => settled(db.transaction(shots).objectStore(shots).getAll() as IDBRequest<Shot[]>),
		keep: (shot, file) =>
			change((all) => {
				all.objectStore(shots).put(shot);
				if (file) all.objectStore(files).put(file, shot.file);
			}),
		drop: (file) =>
			change((all) => {
				all.objectStore(shots).delete(file);
				all.objectStore(files).delete(file);
			}),
		async read(file) {
			const found: unknown = await settled(db.transaction(files).objectStore(files).get(file));
			if (!(found instanceof Blob)) throw new Error("the file is gone");
			return found;
		},
	};
}

import { afterEach, describe, expect, it, vi } from "vitest";
import type { Act } from "./act";
import { NotKept, onDevice } from "./store";

// A browser database with the parts that the store uses: it may be denied, full, or closed by the browser.
class Device {
	denied = false;
	full = false;
	rows = new Map<string, unknown>();
	opened = 0;
	last: { onclose?: () => void } = {};

	open(): object {
		if (this.denied) throw new DOMException("no storage here", "SecurityError");
		this.opened++;
		return this.request(() => (this.last = this.database()));
	}

	request(does: () => unknown): object {
		const request: { result?: unknown; onsuccess?: () => void } = {};
		queueMicrotask(() => {
			request.result = does();
			request.onsuccess?.();
		});
		return request;
	}

	database(): object {
		return {
			transaction: () => {
				const changed = new Map(this.rows);
				const transaction: { error: unknown; oncomplete?: () => void; onabort?: () => void; objectStore: () => object } = {
					error: null,
					objectStore: () => ({
						getAll: () => this.request(() => [...this.rows.values()]),
						delete: (id: string) => changed.delete(id),
						put: (one: { id: string }) => changed.set(one.id, one),
					}),
				};
				setTimeout(() => {
					if (this.full) {
						transaction.error = new DOMException("no room", "QuotaExceededError");
						return transaction.onabort?.();
					}
					this.rows = changed;
					transaction.oncomplete?.();
				});
				return transaction;
			},
		};
	}
}

const act = { id: "1", kind: "mark", body: { marks: [] } } as unknown as Act;
const why = (does: Promise<unknown>): Promise<unknown> => does.then(() => null, (error: unknown) => error);

describe("the store of the device", () => {
	const device = (): Device => {
		const one = new Device();
		vi.stubGlobal("indexedDB", one);
		return one;
	};
	afterEach(() => vi.unstubAllGlobals());

	it("says that it is denied, and opens once it is not", async () => {
		const one = device();
		one.denied = true;
		const error = await why(onDevice());
		expect(error).toBeInstanceOf(NotKept);
		expect((error as NotKept).full).toBe(false);
		one.denied = false;
		const store = await onDevice();
		await store.change([], [act]);
		expect((await store.all()).map((kept) => kept.id)).toEqual(["1"]);
	});

	it("says that it is full, keeps nothing of the change, and keeps the next one", async () => {
		const one = device();
		const store = await onDevice();
		one.full = true;
		const error = await why(store.change([], [act]));
		expect(error).toBeInstanceOf(NotKept);
		expect((error as NotKept).full).toBe(true);
		expect(await store.all()).toEqual([]);
		one.full = false;
		await store.change([], [act]);
		expect(await store.all()).toHaveLength(1);
	});

	it("opens again what the browser has closed", async () => {
		const one = device();
		const store = await onDevice();
		await store.change([], [act]);
		one.last.onclose?.();
		expect(await store.all()).toHaveLength(1);
		expect(one.opened).toBe(2);
	});

	it("is denied where the browser has no database", async () => {
		vi.stubGlobal("indexedDB", undefined);
		expect(await why(onDevice())).toBeInstanceOf(NotKept);
	});
});

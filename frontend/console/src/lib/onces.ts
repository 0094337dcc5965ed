// A repeated request has the key of its first attempt: the answer may have been lost, and the request must act only once.
import { uuidv7 } from "./uuid";

const remembered = 2 * 24 * 60 * 60 * 1000; // milliseconds; the server keeps its answers for three days

interface Place {
	get(name: string): string;
	set(name: string, value: string): void;
}

type Keys = Record<string, { key: string; at: number }>;

// Onces gives each request of an account its key until it is answered.
export class Onces {
	constructor(
		readonly place: Place,
		readonly account: () => string,
		readonly now: () => number = Date.now,
	) {}

	#all(): Keys {
		try {
			const held = Object.entries(JSON.parse(this.place.get(this.#name()) || "{}") as Keys);
			return Object.fromEntries(held.filter(([, one]) => this.now() - one.at < remembered));
		} catch {
			return {};
		}
	}

	#name = (): string => `keys.${this.account()}`;

	#keep(keys: Keys): void {
		this.place.set(this.#name(), Object.keys(keys).length ? JSON.stringify(keys) : "");
	}

	// send sends a request under a key. A request gets another key when its content changes, or after the server has answered.
	async send<T>(what: string, body: unknown, ask: (header: { "Idempotency-Key": string }) => Promise<T>): Promise<T> {
		const name = `${what} ${JSON.stringify(body)}`;
		const key = this.#all()[name]?.key ?? uuidv7();
		this.#keep({ ...this.#all(), [name]: { key, at: this.now() } });
		try {
			const answer = await ask({ "Idempotency-Key": key });
			this.#forget(name);
			return answer;
		} catch (error) {
			if (answered(error)) this.#forget(name);
			throw error;
		}
	}

	#forget(name: string): void {
		const { [name]: _, ...rest } = this.#all();
		this.#keep(rest);
	}
}

// answered reports whether the server has refused a request: the corrected request is another one.
function answered(error: unknown): boolean {
	const { status = 500 } = (error as { problem?: { status: number } } | null)?.problem ?? {};
	return status < 500 && ![401, 408, 429].includes(status);
}

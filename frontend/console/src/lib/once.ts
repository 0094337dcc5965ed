// Text typed on a screen without a queue: it stays in this browser until the server has it, and the request acts once.
import { Onces } from "./onces";
import { session } from "./session.svelte";
import { kept } from "./settings";

const onces = new Onces(kept, () => session.account);

// once sends a request so that it acts once, however often it is sent.
export const once = <T>(what: string, body: unknown, ask: (header: { "Idempotency-Key": string }) => Promise<T>): Promise<T> => onces.send(what, body, ask);

// typed keeps the text that somebody has typed on a screen and not sent; only they read it.
export function typed<T>(screen: string): { left: () => T | null; keep: (value: T | null) => void } {
	const name = (): string => `typed.${session.account}.${screen}`;
	return {
		left: () => {
			try {
				return JSON.parse(kept.get(name()) || "null") as T | null;
			} catch {
				return null;
			}
		},
		keep: (value) => kept.set(name(), value === null ? "" : JSON.stringify(value)),
	};
}

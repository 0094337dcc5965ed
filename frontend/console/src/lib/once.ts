// What somebody types on a screen without a queue: it stays in this browser until the server has it, and is done once.
import { Onces } from "./onces";
import { session } from "./session.svelte";
import { kept } from "./settings";

const onces = new Onces(kept, () => session.account);

// once sends a request so that it is done once, however often it has to be sent.
export const once = <T>(what: string, body: unknown, ask: (header: { "Idempotency-Key": string }) => Promise<T>): Promise<T> => onces.send(what, body, ask);

// typed is what somebody has written on a screen and not sent: a place that only they read.
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

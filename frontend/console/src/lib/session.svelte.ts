// The session of the browser, as the console uses it: an access token kept only in memory, which the server gives in
// exchange for the cookie that no script can read.
import { network, patience } from "./network.svelte";

// SignedOut says that the browser holds no session.
export class SignedOut extends Error {}

interface Access {
	accessToken: string;
	expiresAt: string;
	account: string;
}

const early = 30_000; // milliseconds before its end from which a token is no longer used

class Session {
	state = $state<"unknown" | "in" | "out">("unknown");
	// account is the id of the person who is signed in, or was last.
	account = $state("");
	#access: Access | null = null;
	#asking: Promise<Access> | null = null;

	// access returns a token that is valid for a while. Simultaneous calls share one request.
	async access(): Promise<string> {
		if (this.#access && Date.parse(this.#access.expiresAt) - Date.now() > early) return this.#access.accessToken;
		this.#asking ??= this.#ask().finally(() => (this.#asking = null));
		return (await this.#asking).accessToken;
	}

	// refused discards a token that the API no longer takes.
	refused(token: string): void {
		if (this.#access?.accessToken === token) this.#access = null;
	}

	// presume names the person who is signed in, while the server cannot be asked.
	presume(account: string): void {
		this.account ||= account;
	}

	out(): void {
		this.#access = null;
		this.state = "out";
	}

	async #ask(): Promise<Access> {
		let answer: Response;
		try {
			answer = await fetch("/console/token", { method: "POST", headers: { Accept: "application/json" }, cache: "no-store", signal: AbortSignal.timeout(patience) });
		} catch (error) {
			network.failed();
			throw error;
		}
		network.reached();
		if (answer.status === 401) {
			this.out();
			throw new SignedOut();
		}
		if (!answer.ok) throw new Error(`the session is not exchanged: ${answer.status}`);
		const access: Access = await answer.json();
		if (this.account && this.account !== access.account) location.reload(); // somebody else has signed in
		this.#access = access;
		this.account = access.account;
		this.state = "in";
		return access;
	}
}

export const session = new Session();

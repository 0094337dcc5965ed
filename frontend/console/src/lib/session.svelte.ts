// The session of the browser, as the console uses it: an access token in memory and nowhere else, which the server
// gives for the cookie that no script can read.
import { network } from "./network.svelte";

// SignedOut says that the browser holds no session.
export class SignedOut extends Error {}

interface Access {
	accessToken: string;
	expiresAt: string;
	account: string;
}

const early = 30_000; // milliseconds before its end a token is no longer used

class Session {
	state = $state<"unknown" | "in" | "out">("unknown");
	// account is the id of whoever has signed in, or had.
	account = $state("");
	#access: Access | null = null;
	#asking: Promise<Access> | null = null;

	// access is a token that works for a while. All that ask at once share one.
	async access(): Promise<string> {
		if (this.#access && Date.parse(this.#access.expiresAt) - Date.now() > early) return this.#access.accessToken;
		this.#asking ??= this.#ask().finally(() => (this.#asking = null));
		return (await this.#asking).accessToken;
	}

	// refused says that the API took a token no longer.
	refused(token: string): void {
		if (this.#access?.accessToken === token) this.#access = null;
	}

	// presume takes somebody to be who has signed in, while the server cannot be asked.
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
			answer = await fetch("/console/token", { method: "POST", headers: { Accept: "application/json" }, cache: "no-store" });
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

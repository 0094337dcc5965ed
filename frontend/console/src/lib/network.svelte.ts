// patience is after how many milliseconds no answer is expected any more: a connection that a phone has lost can stay open for minutes without a word.
export const patience = 20_000;

// Whether the server can be reached.
class Network {
	// lostSince is when the server was last reached, while it cannot be reached; null otherwise.
	lostSince = $state<Date | null>(null);
	#reachedAt = new Date();

	reached(): void {
		this.#reachedAt = new Date();
		this.lostSince = null;
	}

	failed(): void {
		this.lostSince ??= this.#reachedAt;
	}
}

export const network = new Network();

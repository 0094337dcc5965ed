// The people of an event before it starts, and the event itself, as the server last told.
import { all, api, given, type Schema } from "./api";
import { follow } from "./stream";

export type Entry = Schema["Entry"];

// gone are the states of those who do not come.
const gone: Schema["EntryState"][] = ["cancelled", "no-show", "withdrawn", "expelled"];

export class Gathering {
	event = $state.raw<Schema["Event"] | null>(null);
	entries = $state.raw<Entry[]>([]);
	fault = $state.raw<unknown>(null);
	#asking: Promise<void> | null = null;
	#again = false;

	constructor(
		readonly tenant: string,
		readonly id: string,
	) {}

	get path() {
		return { tenant: this.tenant, event: this.id };
	}

	// open keeps the gathering up to date until the returned function is called.
	open(): () => void {
		this.refresh();
		return follow(`/v1/tenants/${encodeURIComponent(this.tenant)}/events/${this.id}/stream`, () => this.refresh());
	}

	// refresh asks for everything anew; who asks meanwhile makes it ask once more.
	async refresh(): Promise<void> {
		if (this.#asking) {
			this.#again = true;
			return this.#asking;
		}
		this.#asking = this.#ask();
		await this.#asking;
		this.#asking = null;
		if (!this.#again) return;
		this.#again = false;
		return this.refresh();
	}

	async #ask(): Promise<void> {
		try {
			const [event, entries] = await Promise.all([
				given(api.GET("/tenants/{tenant}/events/{event}", { params: { path: this.path } })),
				all((cursor) => given(api.GET("/tenants/{tenant}/events/{event}/entries", { params: { path: this.path, query: { limit: 100, ...(cursor ? { cursor } : {}) } } })), 30),
			]);
			this.event = event;
			this.entries = entries;
			this.fault = null;
		} catch (error) {
			this.fault = error;
		}
	}

	// coming are those who hold a seat.
	get coming(): Entry[] {
		return this.entries.filter((one) => one.state !== "waiting" && !gone.includes(one.state));
	}

	get waiting(): Entry[] {
		return this.entries.filter((one) => one.state === "waiting").sort((a, b) => (a.waitingPosition ?? 0) - (b.waitingPosition ?? 0));
	}

	get gone(): Entry[] {
		return this.entries.filter((one) => gone.includes(one.state));
	}

	get here(): Entry[] {
		return this.coming.filter((one) => one.state === "checked-in" || one.state === "playing");
	}

	// started says that the field is fixed.
	get started(): boolean {
		return ["running", "finished", "cancelled"].includes(this.event?.state ?? "");
	}
}

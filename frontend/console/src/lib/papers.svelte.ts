// The papers of an event that is over, or nearly: its demands, reports and decisions, and its photos.
import { all, api, given, Refused, type Schema } from "./api";
import { copies } from "./copies";
import { follow } from "./stream";

const developing = 1_500; // milliseconds until the state of a photo in processing is asked again

interface Copy {
	event: Schema["Event"];
	known: Schema["Homologation"];
	photos: Schema["Photo"][];
	standings?: Schema["Standings"];
}

export class Papers {
	event = $state.raw<Schema["Event"] | null>(null);
	known = $state.raw<Schema["Homologation"] | null>(null);
	photos = $state.raw<Schema["Photo"][]>([]);
	standings = $state.raw<Schema["Standings"] | null>(null);
	fault = $state.raw<unknown>(null);
	#asking: Promise<void> | null = null;
	#again = false;
	#soon: ReturnType<typeof setTimeout> | undefined;

	constructor(
		readonly tenant: string,
		readonly id: string,
	) {}

	get path() {
		return { tenant: this.tenant, event: this.id };
	}

	// open keeps the papers up to date until the returned function is called.
	open(): () => void {
		this.refresh();
		const gone = follow(this);
		return () => {
			clearTimeout(this.#soon);
			gone();
		};
	}

	// refresh asks for everything anew; a call while it is asking makes it ask once more.
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
		const params = { params: { path: this.path } };
		clearTimeout(this.#soon);
		try {
			const [event, known, photos, standings] = await Promise.all([
				given(api.GET("/tenants/{tenant}/events/{event}", params)),
				given(api.GET("/tenants/{tenant}/events/{event}/homologation", params)),
				all((cursor) => given(api.GET("/tenants/{tenant}/events/{event}/photos", { params: { path: this.path, query: { limit: 100, ...(cursor ? { cursor } : {}) } } }))),
				given(api.GET("/tenants/{tenant}/events/{event}/standings", params)),
			]);
			[this.event, this.known, this.photos, this.standings, this.fault] = [event, known, photos, standings, null];
			copies.keep(`papers/${this.id}`, { event, known, photos, standings } satisfies Copy);
			if (photos.some((one) => one.state === "processing")) this.#soon = setTimeout(() => this.refresh(), developing);
		} catch (error) {
			this.fault = error;
			const copy = this.event || error instanceof Refused ? undefined : await copies.find<Copy>(`papers/${this.id}`);
			if (copy) Object.assign(this, copy);
		}
	}
}

// The people of an event before it starts, and the event itself, from the last answer of the server.
import { all, api, given, type Schema } from "./api";
import { copies } from "./copies";
import { outbox } from "./outbox.svelte";
import { isOf } from "./queue/act";
import { follow } from "./stream";

// Entry is an entry of the event; pencil says that a mark made here has not arrived.
export type Entry = Schema["Entry"] & { pencil?: boolean };

// gone are the states of people who do not come.
const gone: Schema["EntryState"][] = ["cancelled", "no-show", "withdrawn", "expelled"];

export class Gathering {
	event = $state.raw<Schema["Event"] | null>(null);
	#told = $state.raw<Entry[]>([]);
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

	// entries are the entries of the event, each with the marks made here.
	get entries(): Entry[] {
		const marks = outbox.of(this.path).filter(isOf("mark")).filter((act) => !act.refused).flatMap((act) => act.body.marks);
		if (!marks.length) return this.#told;
		return this.#told.map((one) => marks.filter((mark) => mark.entry === one.number).reduce(marked, one));
	}

	// open keeps the gathering up to date until the returned function is called.
	open(): () => void {
		this.refresh();
		outbox.begin();
		const silent = outbox.heard((act, answer) => {
			if (act.event !== this.id) return;
			const { entries = [] } = answer ?? {};
			// Without this, a marked person would be shown unmarked until the next answer.
			this.#told = this.#told.map((one) => entries.find((marked) => marked.number === one.number) ?? one);
			this.refresh();
		});
		const gone = follow(this);
		return () => (silent(), gone());
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
		try {
			const [event, entries] = await copies.through(`gathering/${this.id}`, () =>
				Promise.all([
					given(api.GET("/tenants/{tenant}/events/{event}", { params: { path: this.path } })),
					all((cursor) => given(api.GET("/tenants/{tenant}/events/{event}/entries", { params: { path: this.path, query: { limit: 100, ...(cursor ? { cursor } : {}) } } }))),
				]),
			);
			this.event = event;
			this.#told = entries;
			this.fault = null;
		} catch (error) {
			this.fault = error;
		}
	}

	// coming are the entries that hold a seat.
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

	// started reports whether the field is fixed.
	get started(): boolean {
		return ["running", "finished", "cancelled"].includes(this.event?.state ?? "");
	}
}

function marked(entry: Entry, mark: Schema["EntryMark"]): Entry {
	const state = mark.here === undefined || !["entered", "checked-in"].includes(entry.state) ? entry.state : mark.here ? "checked-in" : "entered";
	return { ...entry, state, feePaid: mark.feePaid ?? entry.feePaid, pencil: true };
}

// The floor of an event: its rounds and tables, from the server's last answer and the entries made on this device since.
import { getContext, setContext } from "svelte";
import { api, given, Refused, type Schema } from "./api";
import { copies } from "./copies";
import { outbox } from "./outbox.svelte";
import { extra, turned } from "./clock";
import { family } from "./names";
import { isOf, type Act, type Of } from "./queue/act";
import { follow } from "./stream";

export type State = "conflict" | "declared" | "playing" | "pencil" | "confirmed";

export interface Line {
	table: Schema["Table"];
	state: State;
	act: Of<"result"> | null; // the latest that has not arrived
}

interface Copy {
	event: Schema["Event"];
	rounds: Schema["Round"][];
	form: Schema["ResultForm"];
	offset: number;
}

export class Floor {
	event = $state.raw<Schema["Event"] | null>(null);
	rounds = $state.raw<Schema["Round"][]>([]);
	form = $state.raw<Schema["ResultForm"] | null>(null);
	// atTables holds the declarations and calls of the tables of the round; null for a person who may not see them.
	atTables = $state.raw<Schema["AtTables"] | null>(null);
	fault = $state.raw<unknown>(null);
	// now is the server's time, as well as this device knows it.
	now = $state(Date.now());
	#offset = 0;
	#revision = 0;
	#asking: Promise<void> | null = null;
	#again = false;

	constructor(
		readonly tenant: string,
		readonly id: string,
	) {}

	get path() {
		return { tenant: this.tenant, event: this.id };
	}

	// open keeps the floor up to date until the returned function is called.
	open(): () => void {
		this.refresh();
		outbox.begin();
		const silent = outbox.heard((act, answer) => {
			if (act.event !== this.id) return;
			if (answer?.table) this.#show(answer.table);
			if (answer?.clock && act.kind === "clock") this.#turn(act.round, answer.clock);
			this.refresh();
		});
		const gone = follow(this);
		const ticking = setInterval(() => (this.now = Date.now() + this.#offset), 250);
		return () => {
			silent();
			gone();
			clearInterval(ticking);
		};
	}

	// refresh asks for everything anew; a call while it is asking makes it ask once more.
	refresh(): Promise<void> {
		if (this.#asking) {
			this.#again = true;
			return this.#asking;
		}
		this.#asking = this.#ask().finally(() => {
			this.#asking = null;
			if (!this.#again) return;
			this.#again = false;
			this.refresh();
		});
		return this.#asking;
	}

	async #ask(): Promise<void> {
		const asked = Date.now();
		try {
			const [event, rounds, form] = await Promise.all([
				given(api.GET("/tenants/{tenant}/events/{event}", { params: { path: this.path } })),
				given(api.GET("/tenants/{tenant}/events/{event}/rounds", { params: { path: this.path } })),
				this.form ?? given(api.GET("/tenants/{tenant}/events/{event}/result-form", { params: { path: this.path } })),
			]);
			this.fault = null;
			if (rounds.revision < this.#revision) return; // a later answer came first
			this.#revision = rounds.revision;
			this.event = event;
			this.rounds = rounds.items;
			this.form = form;
			const told = rounds.items.at(-1)?.clock.now;
			if (told) this.#offset = Date.parse(told) - (asked + Date.now()) / 2;
			copies.keep(`floor/${this.id}`, { event, rounds: rounds.items, form, offset: this.#offset } satisfies Copy);
			this.atTables = await this.#entered(rounds.items.at(-1));
		} catch (error) {
			this.fault = error;
			const copy = this.event || error instanceof Refused ? undefined : await copies.find<Copy>(`floor/${this.id}`);
			if (!copy) return;
			this.#offset = copy.offset ?? 0;
			[this.event, this.rounds, this.form] = [copy.event, copy.rounds, copy.form];
		}
	}

	// entered loads the declarations and calls of a round that is being played.
	async #entered(round: Schema["Round"] | undefined): Promise<Schema["AtTables"] | null> {
		if (!round || round.state !== "open") return null;
		try {
			return await given(api.GET("/tenants/{tenant}/events/{event}/rounds/{round}/at-tables", { params: { path: { ...this.path, round: round.number } } }));
		} catch (error) {
			return error instanceof Refused ? null : this.atTables;
		}
	}

	// declaration is the result that a table of the round has declared itself, whether or not a result is recorded since.
	declaration(table: Schema["Table"]): Schema["Declaration"] | undefined {
		return table.round === this.round?.number ? this.atTables?.tables.find((one) => one.table === table.number)?.declaration : undefined;
	}

	// declared is the declaration of a table without a recorded result.
	declared(table: Schema["Table"]): Schema["Declaration"] | undefined {
		return table.result ? undefined : this.declaration(table);
	}

	// confirm records the result that a table has declared, unchanged. It goes through the queue like every result.
	async confirm(table: Schema["Table"], { result }: Schema["Declaration"]): Promise<void> {
		await outbox.enter(this.path, { kind: "result", round: table.round, table: table.number, result, version: table.version }, table.seats.map((seat) => family(table.seats, seat.number)).join(", "));
	}

	#show(table: Schema["Table"]): void {
		this.rounds = this.rounds.map((round) => (round.number === table.round ? { ...round, tables: round.tables.map((one) => (one.number === table.number ? table : one)) } : round));
	}

	// turn shows the clock that a command has produced: the screen would otherwise show the previous one until the next refresh.
	#turn(number: number, clock: Schema["Clock"]): void {
		this.rounds = this.rounds.map((round) => (round.number === number ? { ...round, clock } : round));
	}

	// round is the round being played, or the last one.
	get round(): Schema["Round"] | undefined {
		return this.rounds.at(-1);
	}

	// moment is the server's time now, as the time of an act.
	moment(): string {
		return new Date(Date.now() + this.#offset).toISOString();
	}

	// waiting are the acts at this event that have not arrived.
	get waiting(): Act[] {
		return outbox.of(this.path);
	}

	line(table: Schema["Table"]): Line {
		const acts = this.waiting.filter(isOf("result")).filter((one) => one.round === table.round && one.table === table.number);
		const act = acts.at(-1) ?? null;
		const state = acts.some((one) => one.refused) ? "conflict" : act ? "pencil" : table.result ? "confirmed" : this.declared(table) ? "declared" : "playing";
		return { table, state, act };
	}

	// lines are the tables of the round: first those that need a person, then those without a result, last those that are done.
	get lines(): Line[] {
		const order: State[] = ["conflict", "declared", "playing", "pencil", "confirmed"];
		return (this.round?.tables ?? []).map((table) => this.line(table)).sort((a, b) => order.indexOf(a.state) - order.indexOf(b.state) || a.table.number - b.table.number);
	}

	// commands are the commands to the clock of the round that have not arrived.
	get commands(): Of<"clock">[] {
		return this.waiting.filter(isOf("clock")).filter((one) => one.round === this.round?.number && !one.refused);
	}

	// clock is the clock of the round, including the commands pressed here.
	get clock(): Schema["Clock"] | undefined {
		const clock = this.round?.clock;
		return clock && this.commands.reduce((clock, one) => turned(clock, one.body, Date.parse(one.body.at ?? one.enteredAt)), clock);
	}

	// left counts the seconds that remain on the clock, for a table with its extra time; null without a limit.
	left(table = 0): number | null {
		const clock = this.clock;
		if (!clock) return null;
		const more = extra(clock, table);
		if (clock.endsAt) return Math.max(0, Math.ceil((Date.parse(clock.endsAt) - this.now) / 1000) + more);
		return clock.remainingSeconds === undefined ? null : clock.remainingSeconds + more;
	}

	formOf(table: Schema["Table"]): Schema["TableForm"] | undefined {
		return this.form?.tables.find((one) => one.seats === table.seats.length);
	}
}

const key = Symbol("floor");
export const lend = (floor: Floor): Floor => setContext(key, floor);
export const borrowed = (): Floor => getContext<Floor>(key);

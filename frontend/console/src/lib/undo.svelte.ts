// What was done last at an event and can be taken back, on whatever screen one is since. It is forgotten when the next act
// is done, and when the event is left.
import { outbox } from "./outbox.svelte";
import type { Act, Deed, Of, Revocable } from "./queue/act";
import { text } from "./words";

interface Done {
	event: string;
	says: string;
	// revoke takes it back for a reason, which the record keeps.
	revoke: (reason: string) => Promise<unknown>;
}

class Undo {
	done = $state.raw<Done | null>(null);
	// says names the act that was taken back last.
	says = $state("");

	#offer(done: Done): void {
		this.says = "";
		this.done = done;
	}

	// offer offers to take back an act that the server knows by an id.
	offer(act: Of<Revocable>, says: string): void {
		this.#offer({ event: act.event, says, revoke: (reason) => outbox.takeBack(act, reason) });
	}

	// offerStep offers to take back a step of the event, by another one: what this person has done, and nothing that somebody else has done since.
	offerStep(act: Act, says: string, back: (reason: string) => Deed): void {
		this.#offer({
			event: act.event, says,
			revoke: async (reason) => {
				if (!(await (await outbox.open()).takeBack(act.id))) await outbox.act(act, back(reason), act.who);
			},
		});
	}

	// take takes it back. What the API refuses is thrown, and the offer stays.
	async take(): Promise<void> {
		if (!this.done) return;
		const { says, revoke } = this.done;
		await revoke(text("console.undo-reason"));
		this.done = null;
		this.says = text("console.undone", { what: says });
	}

	forget(): void {
		this.done = null;
		this.says = "";
	}
}

export const undo = new Undo();

// The last act at an event that can be taken back, from any screen. It is forgotten at the next act
// and when the person leaves the event.
import { outbox } from "./outbox.svelte";
import type { Act, Deed, Of, Revocable } from "./queue/act";
import { text } from "./words";

interface Done {
	event: string;
	says: string;
	// revoke takes the act back for a reason, which the record keeps.
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

	// offerStep offers to take back a step of the event by another step: only a step of this person, with nothing done since by somebody else.
	offerStep(act: Act, says: string, back: (reason: string) => Deed): void {
		this.#offer({
			event: act.event, says,
			revoke: async (reason) => {
				if (!(await (await outbox.open()).takeBack(act.id))) await outbox.act(act, back(reason), act.who);
			},
		});
	}

	// take takes the offered act back. It throws a refusal of the API, and the offer stays.
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

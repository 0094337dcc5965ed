import { tick } from "svelte";

// Clerk does acts on a screen without a queue, one at a time, and tells the outcome of each.
export class Clerk {
	busy = $state(false);
	fault = $state.raw<unknown>(null);
	says = $state("");

	// refresh asks the server for the present state, also after a refused act: a change since may have caused the refusal.
	constructor(readonly refresh: () => Promise<void>) {}

	// act carries out an act and shows the words that it returns. It reports whether the act was done.
	async act(does: () => Promise<string>): Promise<boolean> {
		this.busy = true;
		this.fault = null;
		this.says = "";
		let said = "";
		let refused: unknown = null;
		try {
			said = await does();
		} catch (error) {
			refused = error;
		}
		await this.refresh().catch((error) => (refused ??= error));
		this.busy = false;
		this.fault = refused;
		this.says = said;
		await tick(); // the message stands at the head of the screen, which may be far from the pressed button
		document.querySelector(refused ? "main [role=alert]" : "#says")?.scrollIntoView({ block: "nearest" });
		return said !== "";
	}
}

import { tick } from "svelte";

// Clerk does one act after another on a screen without a queue: one at a time, and what came of it is said.
export class Clerk {
	busy = $state(false);
	fault = $state.raw<unknown>(null);
	says = $state("");

	// refresh asks the server how everything stands, after an act that was refused too: it may have been refused for what has changed.
	constructor(readonly refresh: () => Promise<void>) {}

	// act does something and says the words it gives. It reports whether that was done.
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
		await tick(); // it stands at the head of the screen, which may be far from what was pressed
		document.querySelector(refused ? "main [role=alert]" : "#says")?.scrollIntoView({ block: "nearest" });
		return said !== "";
	}
}

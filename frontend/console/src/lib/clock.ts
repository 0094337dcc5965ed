// The clock of a round as it will be once the server has a command that was pressed here.
import type { Schema } from "./api";

// turned is a clock after a command, as of the moment at which it was pressed.
export function turned(clock: Schema["Clock"], { command }: Schema["ClockCommand"], at: number): Schema["Clock"] {
	const { endsAt, remainingSeconds: _, ...rest } = clock;
	const ends = (seconds: number | undefined) => (clock.limitSeconds && seconds !== undefined ? { endsAt: new Date(at + 1000 * seconds).toISOString() } : {});
	switch (command) {
		case "start": return clock.phase === "ready" ? { ...rest, phase: "running", ...ends(clock.limitSeconds) } : clock;
		case "resume": return clock.phase === "paused" ? { ...rest, phase: "running", ...ends(clock.remainingSeconds) } : clock;
		case "pause": return clock.phase === "running" ? { ...rest, phase: "paused", ...(endsAt ? { remainingSeconds: Math.max(0, Math.floor((Date.parse(endsAt) - at) / 1000)) } : {}) } : clock;
		default: return clock;
	}
}

// The clock of a round as it will be once the server has received the commands that were pressed here.
import type { Schema } from "./api";

type Clock = Schema["Clock"];

// turned is a clock after a command, as of the moment of the press.
export function turned(clock: Clock, { command, seconds = 0, table }: Schema["ClockCommand"], at: number): Clock {
	const { endsAt, remainingSeconds, ...rest } = clock;
	const ends = (seconds: number | undefined) => (clock.limitSeconds && seconds !== undefined ? { endsAt: new Date(at + 1000 * seconds).toISOString() } : {});
	switch (command) {
		case "start": return clock.phase === "ready" ? { ...rest, phase: "running", ...ends(clock.limitSeconds) } : clock;
		case "resume": return clock.phase === "paused" ? { ...rest, phase: "running", ...ends(remainingSeconds) } : clock;
		case "pause": return clock.phase === "running" ? { ...rest, phase: "paused", ...(endsAt ? { remainingSeconds: Math.max(0, Math.floor((Date.parse(endsAt) - at) / 1000)) } : {}) } : clock;
		case "extend": return table ? { ...clock, tables: [...(clock.tables ?? []).filter((one) => one.table !== table), { table, extraSeconds: Math.max(0, extra(clock, table) + seconds) }] } : clock;
		case "last-turn": case "advance": {
			const phase = following(clock);
			return phase ? { ...rest, phase } : clock;
		}
		default: return clock;
	}
}

// extra counts the extra seconds of a table.
export const extra = (clock: Clock, table: number): number => clock.tables?.find((one) => one.table === table)?.extraSeconds ?? 0;

// extensible reports whether tables can be given extra time.
export const extensible = (clock: Clock): boolean => Boolean(clock.limitSeconds) && (clock.phase === "running" || clock.phase === "paused");

// following is the phase after the present one, among those that the ruleset has for the time after the limit; undefined for none.
export function following({ phase, phases = [] }: Clock): Clock["phase"] | undefined {
	if (phase === "running" || phase === "paused") return phases[0]?.phase;
	const at = phases.findIndex((one) => one.phase === phase);
	return at < 0 ? undefined : phases[at + 1]?.phase;
}

// What the regulation proposes for the finals of a season, in the order in which it is done.
import type { Schema } from "./api";

export interface Calls {
	final: Schema["SeasonFinal"];
	region: Schema["Region"] | undefined;
	people: { place: string; player: Schema["PlayerRef"]; explanation: Schema["Explanation"] }[];
}

// callsOf are the people to be convoked, by the final to which they are: each final has its letters, and whoever sends them.
export function callsOf(proposals: Schema["Proposal"][]): Calls[] {
	const calls = new Map<string, Calls>();
	for (const one of proposals) {
		if (one.kind !== "convoke" || !one.place || !one.player) continue;
		const key = `${one.final} ${one.region?.id ?? ""}`;
		const call = calls.get(key) ?? { final: one.final, region: one.region, people: [] };
		call.people.push({ place: one.place, player: one.player, explanation: one.explanation });
		calls.set(key, call);
	}
	return [...calls.values()];
}

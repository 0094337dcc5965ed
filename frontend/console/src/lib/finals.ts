// The regulation's proposals for the finals of a season, in the order in which they are carried out.
import type { Schema } from "./api";

export interface Calls {
	final: Schema["SeasonFinal"];
	region: Schema["Region"] | undefined;
	people: { place: string; player: Schema["PlayerRef"]; explanation: Schema["Explanation"] }[];
}

// callsOf are the people to be convoked, grouped by final: each final has its own letters and its own sender.
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

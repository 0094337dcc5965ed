import { expect, it } from "vitest";
import type { Schema } from "./api";
import { callsOf } from "./finals";

const explanation = { reason: "finalist", text: "won" };
const call = (player: string, final: Schema["SeasonFinal"], region?: string): Schema["Proposal"] => ({
	kind: "convoke", final, place: `${final}.${player}`, player: { id: player, name: player }, explanation, ...(region ? { region: { id: region, name: region } } : {}),
});

it("people are convoked by final and region, in the order in which the regulation names them", () => {
	const calls = callsOf([call("ada", "regional-final", "aosta"), call("bea", "national-final"), call("cleo", "regional-final", "aosta"), call("dora", "regional-final", "piemonte")]);
	expect(calls.map((one) => [one.final, one.region?.name, one.people.map((who) => who.player.name)])).toEqual([
		["regional-final", "aosta", ["ada", "cleo"]],
		["national-final", undefined, ["bea"]],
		["regional-final", "piemonte", ["dora"]],
	]);
});

it("what is no convocation, or about nobody, is none", () => {
	expect(callsOf([{ kind: "merge", final: "regional-final", region: { id: "aosta", name: "aosta" }, explanation }, { kind: "convoke", final: "national-final", explanation }])).toEqual([]);
});

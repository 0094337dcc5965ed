// The parts of a ruleset document that the console reads: the choices left to an event, whether it may have another structure, and whether late arrivals count.
import { api, given, type Schema } from "./api";
import { copies } from "./copies";

interface Document {
	game: { variants: { id: string; name: string; target: number }[] };
	field: { min: number; max?: number };
	format: { formulas: { id: string; name: string }[]; otherStructure?: { allowed: boolean; approvedBy?: string } };
	seating: { pairings: { system: NonNullable<Schema["NewEvent"]["pairing"]>; paragraph?: string; apart?: object | null }[] };
	discipline?: { offenses?: { code: string; name: string; paragraph: string; points?: string }[] };
	attendance?: object | null;
}

export async function regulation(tenant: string, ruleset: string, version: number): Promise<Document> {
	const path = { tenant, ruleset, version };
	return (await copies.through(`regulation/${ruleset}/${version}`, () => given(api.GET("/tenants/{tenant}/rulesets/{ruleset}/versions/{version}", { params: { path } })))) as unknown as Document;
}

export type Regulation = Document;

// The choices that a tenant offers for a new event.
import { all, api, given, type Schema } from "./api";

export interface Choices {
	seasons: Schema["Season"][]; // under way
	regions: Schema["Region"][];
	rulesets: Schema["RulesetSummary"][]; // for new events
}

export async function choices(tenant: string): Promise<Choices> {
	const params = { path: { tenant } };
	const [seasons, regions, rulesets] = await Promise.all([
		all((cursor) => given(api.GET("/tenants/{tenant}/seasons", { params: { ...params, query: { limit: 50, ...(cursor ? { cursor } : {}) } } }))),
		given(api.GET("/tenants/{tenant}/regions", { params })),
		given(api.GET("/tenants/{tenant}/rulesets", { params })),
	]);
	const running = await Promise.all(seasons.filter((one) => one.state === "running").map((one) => given(api.GET("/tenants/{tenant}/seasons/{season}", { params: { path: { tenant, season: one.id } } }))));
	return { seasons: running, regions: regions.items, rulesets: rulesets.items.filter((one) => one.state === "published") };
}

// The events of a tenant that await a decision, as the server last listed them, for the list and the screens beside it.
import { getContext, setContext } from "svelte";
import { all, api, given, type Schema } from "./api";
import { matterOf, ordered, type Matter } from "./docket";

export interface Done {
	event: string;
	title: string;
	says: string;
}

export class Docket {
	matters = $state.raw<Matter[] | null>(null);
	fault = $state.raw<unknown>(null);
	// done is the last decision, to be told on the next screen.
	done = $state.raw<Done | null>(null);

	constructor(readonly tenant: string) {}

	async refresh(): Promise<void> {
		const path = { tenant: this.tenant };
		try {
			const [seasons, waiting] = await Promise.all([
				all((cursor) => given(api.GET("/tenants/{tenant}/seasons", { params: { path, query: { limit: 100, ...(cursor ? { cursor } : {}) } } }))),
				all((cursor) => given(api.GET("/tenants/{tenant}/waiting", { params: { path, query: { limit: 100, ...(cursor ? { cursor } : {}) } } }))),
			]);
			const asked = seasons.filter((one, at) => one.state === "running" || (at === 0 && one.state !== "draft"));
			const queues = await Promise.all(asked.map((season) => all((cursor) => given(api.GET("/tenants/{tenant}/seasons/{season}/homologations", { params: { path: { ...path, season: season.id }, query: { limit: 100, ...(cursor ? { cursor } : {}) } } })))));
			const waits = (event: string): Schema["Waiting"] | undefined => waiting.find((one) => one.kind === "homologate" && one.event?.id === event);
			this.matters = ordered(queues.flat().filter((one) => one.checklist.state !== "none" && one.checklist.state !== "not-played").map((one) => matterOf(one, waits(one.event))));
			this.fault = null;
		} catch (error) {
			this.fault = error;
		}
	}
}

const key = Symbol("docket");
export const lend = (docket: Docket): Docket => setContext(key, docket);
export const borrowed = (): Docket => getContext<Docket>(key);

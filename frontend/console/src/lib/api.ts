// The typed client of the API, generated from its contract. It signs requests, asks in the reader's language and gives
// every unsafe request a key, so that a request sent twice acts once.
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";
import type { Act } from "./queue/act";
import { network, patience } from "./network.svelte";
import { session } from "./session.svelte";
import { uuidv7 } from "./uuid";
import { lang } from "./words";

export type Schema = components["schemas"];

export const api = createClient<paths>({ baseUrl: "/v1", fetch: signed });

async function signed(request: Request): Promise<Response> {
	request.headers.set("Accept-Language", lang);
	if (request.method !== "GET" && !request.headers.has("Idempotency-Key")) request.headers.set("Idempotency-Key", uuidv7());
	const again = request.clone();
	const token = await session.access();
	const answer = await send(request, token);
	if (answer.status !== 401) return answer;
	session.refused(token);
	const once = await send(again, await session.access());
	if (once.status === 401) session.out();
	return once;
}

async function send(request: Request, token: string): Promise<Response> {
	request.headers.set("Authorization", `Bearer ${token}`);
	try {
		const answer = await fetch(request.method === "GET" ? new Request(request, { signal: AbortSignal.timeout(patience) }) : request); // acts have a patience of their own
		network.reached();
		return answer;
	} catch (error) {
		network.failed();
		throw error;
	}
}

// Refused holds the reason for a refusal of the API, in the reader's language, and the refused act, if it was in the queue.
export class Refused extends Error {
	constructor(
		readonly problem: Schema["Problem"],
		readonly act?: Act,
	) {
		super(problem.detail ?? problem.title);
	}
}

// given returns the answer of an operation; it throws when the API refuses.
export async function given<T>(call: Promise<{ data?: T; error?: Schema["Problem"] }>): Promise<T> {
	const { data, error } = await call;
	if (error !== undefined) throw new Refused(error);
	return data as T;
}

// all returns the items of all pages of a list.
export async function all<T>(page: (cursor?: string) => Promise<{ items: T[]; nextCursor?: string }>): Promise<T[]> {
	const items: T[] = [];
	let cursor: string | undefined;
	do {
		const next: { items: T[]; nextCursor?: string } = await page(cursor);
		items.push(...next.items);
		cursor = next.nextCursor;
	} while (cursor);
	return items;
}

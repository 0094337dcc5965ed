import { learn } from "$lib/words";

export const ssr = false;
export const prerender = false;

export async function load({ fetch }: { fetch: typeof globalThis.fetch }): Promise<void> {
	await learn(fetch);
}

/// <reference no-default-lib="true" />
/// <reference lib="esnext" />
/// <reference lib="webworker" />
/// <reference types="@sveltejs/kit" />
// Keeps the files of the console on the device, so that it starts without network. It keeps no answers of the API:
// the console keeps those, since it knows whose they are.
import { build, version } from "$service-worker";

const worker = globalThis.self as unknown as ServiceWorkerGlobalScope;
const kept = `console-${version}`;
const shell = "/console/";
const patience = 4_000; // milliseconds to wait for the network

worker.addEventListener("install", (event) => event.waitUntil(prepare()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("fetch", (event) => {
	const { pathname, origin } = new URL(event.request.url);
	if (event.request.method !== "GET" || origin !== worker.location.origin) return;
	if (event.request.mode === "navigate" && `${pathname}/`.startsWith(shell)) event.respondWith(document(event.request));
	else if (pathname.startsWith("/console/_app/") || pathname.startsWith("/assets/")) event.respondWith(file(event.request));
});

// prepare keeps the document and all files that it names: scripts, styles, the words of every language.
async function prepare(): Promise<void> {
	const cache = await caches.open(kept);
	const answer = await fetch(shell, { cache: "no-cache" });
	if (!answer.ok) throw new Error(`the console answers ${answer.status}`);
	const named = [...(await answer.clone().text()).matchAll(/"(\/(?:assets|console\/_app)\/[^"]+)"/g)].map((match) => match[1] ?? "");
	await cache.put(shell, answer);
	await cache.addAll([...new Set([...build, ...named])]);
	await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
	for (const name of await caches.keys()) if (name.startsWith("console-") && name !== kept) await caches.delete(name);
	await worker.clients.claim();
}

// document returns the answer of the server, or the kept copy if the answer does not come in time.
async function document(request: Request): Promise<Response> {
	const here = await caches.match(shell, { ignoreVary: true });
	if (!here) return fetch(request);
	const late = new Promise<Response>((resolve) => setTimeout(() => resolve(here), patience));
	return Promise.race([fetch(request).catch(() => here), late]);
}

async function file(request: Request): Promise<Response> {
	return (await caches.match(request, { ignoreVary: true })) ?? fetch(request);
}

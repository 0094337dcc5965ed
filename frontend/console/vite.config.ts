import { sveltekit } from "@sveltejs/kit/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { quoted, taken } from "./only.ts";
import { listedParts } from "./parts.js";
import { sheet, sources } from "./sources.js";

// The console is styled by its style sheets only. SvelteKit announces a new screen to screen readers in an element with
// an inline style, which the content policy would refuse; console.css styles that element instead.
const plainAnnouncer: Plugin = {
	name: "plain-announcer",
	enforce: "pre",
	transform: (code, id) => (id.endsWith("/generated/root.svelte") ? code.replace(/(id="svelte-announcer"[^>]*?) style="[^"]*"/, "$1") : null),
};

// The rules that the console takes from the style sheet of the pages: see only.ts.
const onlyWhatFits: Plugin = {
	name: "only-what-fits",
	enforce: "pre",
	load: (id) => (id.split("?")[0]?.endsWith("/assets/referto.css") ? taken(sheet(), new Set(sources().flatMap(quoted))) : null),
};

export default defineConfig({
	plugins: [plainAnnouncer, onlyWhatFits, sveltekit(), listedParts("../../bin")],
	build: { target: "es2022" },
	// The timeouts are long: how long a test takes says nothing while other programs keep the machine busy.
	test: { include: ["src/**/*.test.ts"], testTimeout: 60_000, hookTimeout: 60_000 },
});

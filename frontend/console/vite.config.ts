import { sveltekit } from "@sveltejs/kit/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";
import { quoted, taken } from "./only.ts";
import { sheet, sources } from "./sources.js";

// What the console shows is styled by its style sheets only. The element in which SvelteKit announces a new screen to
// screen readers has a style of its own, which the content policy would refuse; console.css has it instead.
const plainAnnouncer: Plugin = {
	name: "plain-announcer",
	enforce: "pre",
	transform: (code, id) => (id.endsWith("/generated/root.svelte") ? code.replace(/(id="svelte-announcer"[^>]*?) style="[^"]*"/, "$1") : null),
};

// What the console takes of the style sheet of the pages: see only.ts.
const onlyWhatFits: Plugin = {
	name: "only-what-fits",
	enforce: "pre",
	load: (id) => (id.split("?")[0]?.endsWith("/assets/referto.css") ? taken(sheet(), new Set(sources().flatMap(quoted))) : null),
};

export default defineConfig({
	plugins: [plainAnnouncer, onlyWhatFits, sveltekit()],
	build: { target: "es2022" },
	test: { include: ["src/**/*.test.ts"] },
});

import { sveltekit } from "@sveltejs/kit/vite";
import type { Plugin } from "vite";
import { defineConfig } from "vitest/config";

// What the console shows is styled by its style sheets only. The element in which SvelteKit announces a new screen to
// screen readers has a style of its own, which the content policy would refuse; console.css has it instead.
const plainAnnouncer: Plugin = {
	name: "plain-announcer",
	enforce: "pre",
	transform: (code, id) => (id.endsWith("/generated/root.svelte") ? code.replace(/(id="svelte-announcer"[^>]*?) style="[^"]*"/, "$1") : null),
};

export default defineConfig({
	plugins: [plainAnnouncer, sveltekit()],
	build: { target: "es2022" },
	test: { include: ["src/**/*.test.ts"] },
});

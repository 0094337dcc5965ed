import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import adapter from "@sveltejs/adapter-static";

// sources are the files that the console is built from, so that its version changes with them and the same
// sources give the same files.
const sources = ["package-lock.json", "../pages/assets/referto.css", "only.ts", "sources.js", "vite.config.ts", ...readdirSync("src", { recursive: true, withFileTypes: true }).filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name)).sort()];
const version = sources.reduce((hash, name) => hash.update(name).update(readFileSync(name)), createHash("sha256")).digest("hex").slice(0, 16);

/** @type {import('@sveltejs/kit').Config} */
export default {
	kit: {
		adapter: adapter({ pages: "dist/app", fallback: "index.html" }),
		paths: { base: "/console", relative: false },
		version: { name: version },
	},
};

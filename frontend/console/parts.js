// Runs in Node, whose types the console lacks: parts.d.ts declares the types of this file.
// It lists the npm packages whose code is left in the console's bundle. Packages that only build or test the console are not among them.
import { mkdirSync, writeFileSync } from "node:fs";

const folder = "node_modules/";

// packageOf is the folder of the package that a module lies in, relative to the console and as package-lock.json names it; undefined
// for a module of our own.
export const packageOf = (id) => {
	const first = id.indexOf(folder);
	if (first < 0) return undefined;
	const last = id.lastIndexOf(folder) + folder.length;
	const steps = id.slice(last).split("/");
	return id.slice(first, last) + steps.slice(0, steps[0]?.startsWith("@") ? 2 : 1).join("/");
};

// listedParts is a plugin that writes the list into a folder, as console-parts.json, at every build of the console.
export const listedParts = (into) => ({
	name: "listed-parts",
	generateBundle(_options, bundle) {
		if (this.environment.config.consumer === "server") return;
		const parts = new Set();
		for (const chunk of Object.values(bundle)) {
			if (chunk.type !== "chunk") continue;
			for (const [id, module] of Object.entries(chunk.modules)) {
				const found = module.renderedLength > 0 ? packageOf(id) : undefined;
				if (found) parts.add(found);
			}
		}
		mkdirSync(into, { recursive: true });
		writeFileSync(`${into}/console-parts.json`, `${JSON.stringify([...parts].sort(), null, "\t")}\n`);
	},
});

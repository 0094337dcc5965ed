// Run in Node, of which the console has no types: sources.d.ts has those of this file.
// It reads what the console is built of: its sources, without tests and what is generated, and the style sheet of the pages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const sources = () =>
	readdirSync("src", { recursive: true, withFileTypes: true })
		.filter((one) => one.isFile() && /\.(svelte|ts|html)$/.test(one.name) && !/\.(test|d)\.ts$/.test(one.name))
		.map((one) => readFileSync(join(one.parentPath, one.name), "utf8"));

export const sheet = () => readFileSync("../pages/assets/referto.css", "utf8");

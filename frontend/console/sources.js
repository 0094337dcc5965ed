// Runs in Node, whose types the console lacks: sources.d.ts declares the types of this file.
// It reads the console's sources, without tests and generated files, and the style sheet of the pages.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const sources = () =>
	readdirSync("src", { recursive: true, withFileTypes: true })
		.filter((one) => one.isFile() && /\.(svelte|ts|html)$/.test(one.name) && !/\.(test|d)\.ts$/.test(one.name))
		.map((one) => readFileSync(join(one.parentPath, one.name), "utf8"));

export const sheet = () => readFileSync("../pages/assets/referto.css", "utf8");

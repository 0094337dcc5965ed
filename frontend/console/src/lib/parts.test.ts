import { expect, test } from "vitest";
import { packageOf } from "../../parts.js";

test("a module lies in the innermost package, by its scope where it has one", () => {
	expect(packageOf("/home/us/console/node_modules/svelte/src/index.js")).toBe("node_modules/svelte");
	expect(packageOf("/home/us/console/node_modules/@sveltejs/kit/src/a.js")).toBe("node_modules/@sveltejs/kit");
	expect(packageOf("/home/us/console/node_modules/one/node_modules/@two/three/b.js")).toBe("node_modules/one/node_modules/@two/three");
	expect(packageOf("/home/us/console/src/lib/ours.ts")).toBeUndefined();
});

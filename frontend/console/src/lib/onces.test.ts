import { describe, expect, it } from "vitest";
import { Onces } from "./onces";

const problem = (status: number): Error => Object.assign(new Error("refused"), { problem: { status } });

describe("a request that is sent again", () => {
	const held = new Map<string, string>();
	const place = { get: (name: string) => held.get(name) ?? "", set: (name: string, value: string) => void (value ? held.set(name, value) : held.delete(name)) };
	let now = 0;
	let account = "anna";
	const page = () => new Onces(place, () => account, () => now); // a reopened page
	const sent: string[] = [];
	const ask = async (error: unknown = null): Promise<string> => page().send("players", { name: "Anna" }, async (header) => {
		sent.push(header["Idempotency-Key"]);
		if (error) throw error;
		return "done";
	});
	const keys = (): number => new Set(sent).size;

	it("has the same key until the server has answered, and another afterwards", async () => {
		await expect(ask(new TypeError("no network"))).rejects.toThrow();
		await expect(ask(problem(503))).rejects.toThrow();
		await expect(ask(problem(401))).rejects.toThrow();
		expect([await ask(), keys()]).toEqual(["done", 1]);
		expect(held.size).toBe(0);
		await ask();
		expect(keys()).toBe(2);
	});

	it("has another key when it was refused: what is put right is another request", async () => {
		sent.length = 0;
		await expect(ask(problem(409))).rejects.toThrow();
		await ask();
		expect(keys()).toBe(2);
	});

	it("has another key for something else, for somebody else, and when the server has forgotten", async () => {
		sent.length = 0;
		const lost = new TypeError("no network");
		await expect(ask(lost)).rejects.toThrow();
		await page().send("players", { name: "Bruno" }, async (header) => void sent.push(header["Idempotency-Key"]));
		account = "bruno";
		await expect(ask(lost)).rejects.toThrow();
		account = "anna";
		await expect(ask(lost)).rejects.toThrow();
		expect(keys()).toBe(3);
		now += 49 * 60 * 60 * 1000;
		await ask();
		expect(keys()).toBe(4);
	});
});

import { expect, test } from "vitest";
import { meaning, parsed, type Player } from "./register";

const player = (id: string, name: string): Player => ({ id, name, version: 1, createdAt: "2009-01-01T00:00:00Z" });

test("a pasted list is read by its lines", () => {
	expect(parsed("1. Ada Lodi, Torre\r\n\n  - Ugo  Bassi\tCorvi\n• ada lodi\nx\nZoe D'Àvila")).toEqual([
		{ name: "Ada Lodi", club: "Torre" },
		{ name: "Ugo Bassi", club: "Corvi" },
		{ name: "Zoe D'Àvila", club: "" },
	]);
});

test("a line means the only one of its name, and nobody where there are none or several", () => {
	const line = { name: "Ada Lodi", club: "" };
	expect(meaning(line, [player("1", "Àda Lodi"), player("2", "Ada Lodigiani")])).toMatchObject({ means: "1", near: [{ id: "2" }] });
	expect(meaning(line, [player("1", "Ada Lodi"), player("2", "Ada Lodi")]).means).toBe("");
	expect(meaning(line, [player("2", "Ada Lodigiani")]).means).toBe("");
});

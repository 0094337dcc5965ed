import { expect, test } from "vitest";
import { meaning, type Player } from "./register";

const player = (id: string, name: string, email?: string): Player => ({ id, name, version: 1, createdAt: "2009-01-01T00:00:00Z", ...(email ? { email } : {}) });

test("a line means the only one of its name, or the one with its mail address, and nobody where that is not clear", () => {
	const line = { name: "Ada Lodi", club: "", city: "", mail: "" };
	const two = [player("1", "Ada Lodi", "ada@torre.example"), player("2", "Ada Lodi")];
	expect(meaning(line, [player("1", "Àda Lodi"), player("2", "Ada Lodigiani")])).toMatchObject({ means: "1", near: [{ id: "2" }] });
	expect(meaning(line, two).means).toBe("");
	expect(meaning({ ...line, mail: "Ada@Torre.example" }, two).means).toBe("1");
	expect(meaning({ ...line, mail: "other@torre.example" }, two).means).toBe("");
	expect(meaning(line, [player("2", "Ada Lodigiani")]).means).toBe("");
});

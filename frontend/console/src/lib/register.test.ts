import { expect, test } from "vitest";
import { entrantsOf, type Line, meaning, offered, type Player } from "./register";

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

test("a new person is another one of that name only where the player of that name could be chosen", () => {
	const line = (name: string, means: string, found: Player[] = []): Line => ({ name, club: "", city: "", mail: "", means, found, near: [] });
	const lines = [line("Ada Lodi", "1"), { ...line("Ugo Bassi", "new"), club: "Torre", mail: "ugo@torre.example" }, line("Ugo Bassi", "new"), line("Zoe Neri", "new", [player("2", "Zoe Neri")])];
	expect(entrantsOf(lines)).toEqual([
		{ player: "1" },
		{ person: { name: "Ugo Bassi", sameNameAccepted: false, club: "Torre", email: "ugo@torre.example" } },
		{ person: { name: "Ugo Bassi", sameNameAccepted: true } },
		{ person: { name: "Zoe Neri", sameNameAccepted: true } },
	]);
	const anew = offered(lines, [{ pointer: "/entrants/1/person", player: "3", name: "Ugo Bassi", club: "" }]);
	expect(anew.map((one) => one.means)).toEqual(["1", "", "new", "new"]);
	expect(anew[1]?.found).toMatchObject([{ id: "3", name: "Ugo Bassi" }]);
});

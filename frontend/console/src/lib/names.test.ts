import { expect, test } from "vitest";
import { byName, matches, mistakable } from "./names";

test("a list is ordered by the last word of a name", () => {
	expect(["Ivo Zeni", "Ugo Àvila", "Ada Bossi", "Aldo Bossi"].sort(byName("it"))).toEqual(["Ugo Àvila", "Ada Bossi", "Aldo Bossi", "Ivo Zeni"]);
});

test("a name is found by beginnings of its words in any order, without accents", () => {
	for (const typed of ["bonf", "andrea bonf", "BONFIGLI and", " "]) expect(matches("Andrea Bonfigli", typed)).toBe(true);
	expect(matches("José D'Àvila", "avi jos")).toBe(true);
	for (const typed of ["onfigli", "andrea x"]) expect(matches("Andrea Bonfigli", typed)).toBe(false);
});

test("names that begin alike are told apart", () => {
	expect(mistakable("Andrea Bonfigli", "Andrea Bonfiglioli")).toBe(true);
	expect(mistakable("Ada Bossi", "Aldo Bossi")).toBe(true);
	expect(mistakable("Ada Bossi", "Ada Rossi")).toBe(false);
});

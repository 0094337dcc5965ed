import { expect, test } from "vitest";
import { listed, sheet } from "./sheet";
import { contents } from "./textfile";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

test("a file of a spreadsheet is read in the encoding in which it was written", () => {
	const accented = Uint8Array.from([0x4e, 0x69, 0x63, 0x6f, 0x6c, 0xf2]); // Nicolò in Windows-1252
	const cyrillic = Uint8Array.from([0xc0, 0xed, 0xed, 0xe0]); // Анна in Windows-1251
	expect(contents(utf8("Nicolò;Torre"), "it")).toBe("Nicolò;Torre");
	expect(contents(utf8("\uFEFFNome\nNicolò"), "it")).toBe("Nome\nNicolò");
	expect(contents(accented, "it")).toBe("Nicolò");
	expect(contents(cyrillic, "bg")).toBe("Анна");
	expect(contents(Uint8Array.from([0xff, 0xfe, 0xf2, 0x00, 0x09, 0x00]), "en")).toBe("ò\t");
	expect(contents(Uint8Array.from([0xfe, 0xff, 0x00, 0xf2]), "en")).toBe("ò");
	expect(contents(Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 0x00]), "en")).toBeNull(); // a workbook
});

test("its semicolons and quotation marks are columns and cells", () => {
	const text = contents(utf8('"Cognome";"Nome";"Circolo"\r\n"Lodi";"Ada";"Torre; e scacchi"\r\nBassi;Ugo;\r\n'), "it") ?? "";
	expect(listed(sheet(text))).toEqual([
		{ name: "Ada Lodi", club: "Torre; e scacchi", city: "", mail: "" },
		{ name: "Ugo Bassi", club: "", city: "", mail: "" },
	]);
});

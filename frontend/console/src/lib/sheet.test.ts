import { describe, expect, test } from "vitest";
import { listed, sheet } from "./sheet";

const person = (name: string, club = "", city = "", mail = "") => ({ name, club, city, mail });

describe("a pasted list", () => {
	test("is read by its lines: marks before names are those of the list, and who is on it twice is meant once", () => {
		expect(listed(sheet("1. Ada Lodi, Torre\r\n\n  - Ugo  Bassi,Corvi\n• ada lodi\nx\nZoe D'Àvila"))).toEqual([person("Ada Lodi", "Torre"), person("Ugo Bassi", "Corvi"), person("Zoe D'Àvila")]);
	});

	test.each([
		["Nome\tCognome\tCircolo\tCittà\tE-mail\tTelefono", ["given", "family", "club", "city", "mail", "none"]],
		["N.\tCognome e nome\tSocietà\tIndirizzo e-mail", ["none", "name", "club", "mail"]],
		["Name;Surname;Team", ["given", "family", "club"]],
		["First name,Last name,Town", ["given", "family", "city"]],
		["Име;Фамилия;Клуб;Град;Имейл", ["given", "family", "club", "city", "mail"]],
		["Nome", ["name"]],
		["Име;Клуб", ["name", "club"]],
		["Player;Name;Mail;Mail", ["name", "none", "mail", "none"]],
		["Cognome;Club", ["name", "club"]],
		["Full name;First name;Last name", ["name", "none", "none"]],
	])("has heads, which are nobody: %s", (heads, is) => {
		expect(sheet(heads).is).toEqual(is);
		expect(listed(sheet(heads))).toEqual([]);
	});

	test("joins the parts of a name, and knows what stands between quotation marks", () => {
		expect(listed(sheet('Cognome,Nome,Circolo,Mail\nLodi,Ada,"Torre, Siena",ada@torre.example\nBassi,Ugo,,'))).toEqual([person("Ada Lodi", "Torre, Siena", "", "ada@torre.example"), person("Ugo Bassi")]);
	});

	test("without heads tells its columns by what stands in them", () => {
		const read = sheet("1\tada@torre.example\tAda Lodi\tTorre\tSiena\t12/03/2026\n2\t\tUgo Bassi\tCorvi\t\t13/03/2026");
		expect(read.head).toEqual([]);
		expect(read.is).toEqual(["none", "mail", "name", "club", "city", "none"]);
		expect(listed(read)).toEqual([person("Ada Lodi", "Torre", "Siena", "ada@torre.example"), person("Ugo Bassi", "Corvi")]);
	});

	test("finds mail addresses wherever they stand, and takes none from a column that is left out", () => {
		const read = sheet("Ada Lodi <ada@torre.example>\nUgo Bassi, Corvi, ugo@corvi.example\nZoe Neri");
		expect(listed(read)).toEqual([person("Ada Lodi", "", "", "ada@torre.example"), person("Ugo Bassi", "Corvi", "", "ugo@corvi.example"), person("Zoe Neri")]);
		expect(listed({ ...read, is: ["name", "none", "none"] }).map((one) => one.mail)).toEqual(["", "", ""]);
	});

	test("has two people of one name where their addresses say so", () => {
		expect(listed(sheet("Ada Lodi;a@torre.example\nAda Lodi;b@torre.example\nAda Lodi;A@torre.example"))).toHaveLength(2);
	});

	test("does not take a person for heads, whatever stands beside them", () => {
		expect(sheet("Ada Lodi\tNo\nUgo Bassi\tClub").head).toEqual([]);
		expect(sheet("Nome Rossi\tClub").head).toEqual([]);
		expect(sheet("Name\tada@torre.example").head).toEqual([]);
	});

	test("is empty where nothing was pasted, and figures alone are nobody", () => {
		expect(listed(sheet(""))).toEqual([]);
		expect(listed(sheet("12\t13\n14"))).toEqual([]);
	});
});

// A pasted list of people: rows copied from a spreadsheet, lines of a mail or a chat. The headings tell the contents of its columns, or they are
// guessed from the cells, and the reader can correct them.
import { bare } from "./names";

export type Column = "name" | "given" | "family" | "club" | "city" | "mail" | "none";

export const columns: Column[] = ["name", "given", "family", "club", "city", "mail", "none"];

// Sheet is a pasted list as cells. head holds the headings of its columns, and is empty if the first line is a person.
export interface Sheet {
	head: string[];
	rows: string[][];
	is: Column[]; // the contents of each column
}

// Listed is a person of a list; values that the list lacks are empty.
export interface Listed {
	name: string;
	club: string;
	city: string;
	mail: string;
}

// heads are the usual headings of columns, in the languages of the pages. All of them count, whichever language the reader has chosen.
const heads: Record<Column, string[]> = {
	name: ["name", "full name", "player", "entrant", "participant", "nome e cognome", "cognome e nome", "nominativo", "giocatore", "iscritto", "partecipante", "име и фамилия", "играч", "участник", "състезател"],
	given: ["first name", "given name", "forename", "nome", "име", "собствено име"],
	family: ["last name", "family name", "surname", "cognome", "фамилия"],
	club: ["club", "circolo", "associazione", "societa", "squadra", "team", "клуб", "отбор"],
	city: ["city", "town", "citta", "comune", "град"],
	mail: ["mail", "email", "mail address", "email address", "address for letters", "indirizzo mail", "indirizzo email", "posta", "posta elettronica", "имейл", "поща", "имеил"],
	none: ["n", "no", "nr", "number", "numero", "№", "номер", "phone", "telephone", "mobile", "telefono", "cellulare", "телефон", "notes", "note", "бележки", "paid", "pagato", "платено", "tessera", "date", "data", "timestamp", "informazioni cronologiche"],
};

const address = /^[^@\s<>]+@[^@\s<>]+\.[^@\s<>]+$/; // the form of a mail address
const figures = /^[\s\d.,:/+()€%*#№°-]*$/; // a number, a date, a telephone: never a name
const mark = /^[\s\d.)*•–-]+(?=\p{L})/u; // numbers and marks before a name in a list

const people: Column[] = ["name", "given", "family"]; // a line is a line of headings if it has one of these

const worded = (cell: string): string => bare(cell).replace(/[^\p{L}\p{N}№]+/gu, " ").replace(/\be mail\b/g, "email").trim();

const meant = (cell: string): Column | undefined => columns.find((one) => heads[one].includes(worded(cell)));

// cells splits a line; text between quotation marks is one cell.
function cells(line: string, by: string): string[] {
	const out = [""];
	let quoted = false;
	for (const letter of line) {
		const last = out.length - 1;
		if (letter === '"' && (quoted || !out[last]?.trim())) quoted = !quoted;
		else if (letter === by && !quoted) out.push("");
		else out[last] += letter;
	}
	return out.map((one) => one.replace(/\s+/g, " ").trim());
}

// sheet reads a pasted list. Columns are separated by tabs, as in spreadsheets, or else by semicolons or commas; a mail address in angle
// brackets is a column of its own.
export function sheet(pasted: string): Sheet {
	const lines = pasted.split(/\r?\n/).filter((one) => one.trim());
	const by = ["\t", ";", ","].find((one) => lines.some((line) => line.includes(one))) ?? ",";
	const all = lines.map((line) => cells(line.replace(/\s*<([^<>\s]+@[^<>\s]+)>/, `${by}$1`), by));
	const [first = []] = all;
	const head = first.some((cell) => people.includes(meant(cell) ?? "none")) && !first.some((cell) => address.test(cell)) ? first : [];
	const rows = all.slice(head.length ? 1 : 0);
	const wide = Math.max(0, ...all.map((row) => row.length));
	return { head, rows, is: head.length ? told(head, wide) : guessed(rows, wide) };
}

// told are the columns by their headings; of two equal ones the first counts. Next to a column of family names, one called "Name" holds
// the given names; a column with one part of the name, without the other part, holds the whole name.
function told(head: string[], wide: number): Column[] {
	const is = Array.from({ length: wide }, (_, n): Column => meant(head[n] ?? "") ?? "none").map((one, n, list): Column => (list.indexOf(one) < n ? "none" : one));
	const [whole, given, family] = [is.includes("name"), is.includes("given"), is.includes("family")];
	if (family && given && !whole) return is;
	if (family && whole && !given) return is.map((one) => (one === "name" ? "given" : one));
	return is.map((one) => (one !== "given" && one !== "family" ? one : whole ? "none" : "name"));
}

// guessed are the columns by their cells: columns of words are the name, then the club, then the city.
function guessed(rows: string[][], wide: number): Column[] {
	const words: Column[] = ["name", "club", "city"];
	let mails = 0;
	return Array.from({ length: wide }, (_, n): Column => {
		const filled = rows.map((row) => row[n] ?? "").filter(Boolean);
		const rest = filled.filter((cell) => !address.test(cell));
		if (filled.length && !rest.length) return mails++ ? "none" : "mail";
		return rest.every((cell) => figures.test(cell)) ? "none" : (words.shift() ?? "none");
	});
}

// listed are the people of a sheet. Numbers and marks before a name belong to the list, a mail address counts anywhere in
// its row, and a person listed twice is meant once: people of the same name are two only if their addresses differ.
export function listed(from: Sheet): Listed[] {
	const out: Listed[] = [];
	for (const row of from.rows) {
		const of = (what: Column): string => from.is.flatMap((one, n) => (one === what && !address.test(row[n] ?? "") ? [row[n] ?? ""] : [])).join(" ");
		const name = (of("name") || [of("given"), of("family")].join(" ")).replace(mark, "").trim();
		const mail = row.find((cell, n) => from.is[n] !== "none" && address.test(cell)) ?? "";
		if (!/\p{L}.*\p{L}/u.test(name)) continue;
		const there = out.find((one) => bare(one.name) === bare(name) && (!one.mail || !mail || bare(one.mail) === bare(mail)));
		if (!there) out.push({ name, club: of("club"), city: of("city"), mail });
	}
	return out;
}

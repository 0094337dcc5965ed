// The words of the console, in the language of the reader. They come from the catalog of the pages
// (frontend/words), whose messages this file fills in like the Go code of that package.
import type catalog from "../../../words/en.json";
import { kept, settings } from "./settings";
import type { spoken } from "./spoken";

type Spoken = (typeof spoken)[number];
export type Key = Extract<keyof typeof catalog, Spoken | `${Spoken}.${string}`>;
type Message = string | { by: string; one: string; other: string };
export type Params = Record<string, string | number>;

export const languages = Object.keys(settings.words);

// lang is the language of the console: the one in the address, else the one chosen here, else the one that the server
// has negotiated for the document.
export const lang = [new URLSearchParams(location.search).get("lang") ?? "", kept.get("lang"), document.documentElement.lang].find((one) => languages.includes(one)) ?? "en";

let messages: Record<string, Message> = {};

// learn loads the words. Nothing can be shown before that.
export async function learn(fetcher: typeof fetch): Promise<void> {
	document.documentElement.lang = lang;
	if (new URLSearchParams(location.search).get("lang") === lang) kept.set("lang", lang);
	const address = settings.words[lang];
	if (address) messages = await (await fetcher(address)).json();
}

const plural = new Intl.PluralRules(lang);
const number = new Intl.NumberFormat(lang, { useGrouping: "min2" } as Intl.NumberFormatOptions);

// text is the message of a key with its parameters filled in.
export function text(key: Key, params: Params = {}): string {
	const message = messages[key] ?? key;
	const form = typeof message === "string" ? message : plural.select(Number(params[message.by])) === "one" ? message.one : message.other;
	return form.replace(/\{([^},]+)(?:,\s*([^}]+))?\}/g, (whole, name: string, format?: string) => {
		const value = params[name.trim()];
		if (value === undefined) return whole;
		if (format && has(`${format.trim()}.${value}`)) return text(`${format.trim()}.${value}` as Key);
		return typeof value === "number" ? number.format(value) : value;
	});
}

export const has = (key: string): key is Key => key in messages;

// named is the word for a code of the API, or the code where there is none.
export const named = (group: string, code: string): string => (has(`${group}.${code}`) ? text(`${group}.${code}` as Key) : code);

export const list = (items: string[]): string => new Intl.ListFormat(lang, { type: "conjunction" }).format(items);

export const either = (items: string[]): string => new Intl.ListFormat(lang, { type: "disjunction" }).format(items);

export const capital = (some: string): string => some.charAt(0).toLocaleUpperCase(lang) + some.slice(1);

const zoned = (zone?: string): Intl.DateTimeFormatOptions => (zone ? { timeZone: zone } : {});
export const longDay = (at: Date, zone?: string): string => at.toLocaleDateString(lang, { weekday: "long", day: "numeric", month: "long", ...zoned(zone) });
export const shortDay = (at: Date, zone?: string): string => at.toLocaleDateString(lang, { weekday: "short", day: "numeric", month: "short", ...zoned(zone) });
export const time = (at: Date, zone?: string): string => at.toLocaleTimeString(lang, { hour: "2-digit", minute: "2-digit", hourCycle: "h23", ...zoned(zone) });
// day is a calendar day as the API writes it: 2026-11-21.
export const day = (date: string): string => new Date(`${date}T12:00:00Z`).toLocaleDateString(lang, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });
export const inDays = (days: number): string => new Intl.RelativeTimeFormat(lang, { numeric: "auto" }).format(days, "day");
export const decimal = (value: string): string => value.replace(".", new Intl.NumberFormat(lang).formatToParts(1.5).find((part) => part.type === "decimal")?.value ?? ".");

// recorder names the person who recorded a result, or says that those at the table agreed on it.
export const recorder = (result: { enteredBy: string }): string => result.enteredBy || text("console.attables.itself");

// Of the style sheet of the pages the console takes the rules that can fit something on its screens: those whose classes and ids all stand in quotes
// somewhere in its sources. The rest is about pages that it does not have. A class must not be put together of parts there.

// quoted are the words of what stands in quotes: classes and ids are among them, and neither keys of the catalog nor addresses.
export const quoted = (text: string): string[] => [...text.matchAll(/"([^"\n./]*)"|'([^'\n./]*)'|`([^`\n./]*)`/g)].flatMap(([, ...one]) => (one.find(Boolean) ?? "").match(/[A-Za-z][\w-]*/g) ?? []);

// fits reports whether one of the selectors of a rule can fit; what a selector excludes says nothing about that.
const fits = (selectors: string, names: Set<string>): boolean =>
	selectors
		.replace(/:not\([^()]*\)|\[[^\]]*\]/g, "")
		.split(/,(?![^(]*\))/)
		.some((one) => [...one.matchAll(/[.#]([A-Za-z][\w-]*)/g)].every(([, name]) => names.has(name ?? "")));

// taken are the rules of a style sheet that can fit.
export const taken = (css: string, names: Set<string>): string =>
	css.replace(/\/\*[^]*?\*\//g, "").replace(/([^{}@;]+)\{[^{}]*\}/g, (rule, selectors: string) => (/^\s*(\d+%|from|to)\s*$/.test(selectors) || fits(selectors, names) ? rule : ""));

// Of the style sheet of the pages the console takes the rules that can fit something on its screens: those whose classes and ids all stand in quotes
// somewhere in its sources. The rest is about pages that it does not have. A class must not be put together of parts there.

// quoted are the words of what stands in quotes, and of all attributes that name classes and ids: neither keys of the catalog nor addresses.
export const quoted = (text: string): string[] => {
	const strings = [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`/g)].map(([, ...one]) => one.find(Boolean) ?? "").filter((one) => !/[./]/.test(one));
	const attributes = [...text.matchAll(/\b(?:class|id)=("[^"\n]*"|\{[^\n]*?\})/g)].map(([, one]) => one ?? "");
	return [...strings, ...attributes].flatMap((one) => one.match(/[A-Za-z][\w-]*/g) ?? []);
};

// fits reports whether one of the selectors of a rule can fit. What a selector excludes, or lists in parentheses, is not looked at.
const fits = (selectors: string, names: Set<string>): boolean =>
	selectors
		.replace(/\[[^\]]*\]|:(?:not|is|where|has)\([^()]*\)/g, "")
		.split(/,(?![^(]*\))/)
		.some((one) => [...one.matchAll(/[.#]([A-Za-z][\w-]*)/g)].every(([, name]) => names.has(name ?? "")));

// taken are the rules of a style sheet that can fit.
export const taken = (css: string, names: Set<string>): string =>
	css.replace(/\/\*[^]*?\*\//g, "").replace(/([^{}@;]+)\{[^{}]*\}/g, (rule, selectors: string) => (/^\s*(\d+%|from|to)\s*$/.test(selectors) || fits(selectors, names) ? rule : ""));

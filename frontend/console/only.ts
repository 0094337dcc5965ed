// The console takes only those rules of the pages' style sheet that can match its screens: all classes and ids of such a rule stand in quotes
// somewhere in the console's sources. The other rules are for pages only. So no class name may be assembled from parts in the sources.

// quoted are the words within quotes and within attributes that name classes and ids, without keys of the catalog and addresses.
export const quoted = (text: string): string[] => {
	const strings = [...text.matchAll(/"([^"\n]*)"|'([^'\n]*)'|`([^`\n]*)`/g)].map(([, ...one]) => one.find(Boolean) ?? "").filter((one) => !/[./]/.test(one));
	const attributes = [...text.matchAll(/\b(?:class|id)=("[^"\n]*"|\{[^\n]*?\})/g)].map(([, one]) => one ?? "");
	return [...strings, ...attributes].flatMap((one) => one.match(/[A-Za-z][\w-]*/g) ?? []);
};

// fits reports whether one of the selectors of a rule can match. Parts of a selector that exclude, or that list in parentheses, are ignored.
const fits = (selectors: string, names: Set<string>): boolean =>
	selectors
		.replace(/\[[^\]]*\]|:(?:not|is|where|has)\([^()]*\)/g, "")
		.split(/,(?![^(]*\))/)
		.some((one) => [...one.matchAll(/[.#]([A-Za-z][\w-]*)/g)].every(([, name]) => names.has(name ?? "")));

// taken are the rules of a style sheet that can match.
export const taken = (css: string, names: Set<string>): string =>
	css.replace(/\/\*[^]*?\*\//g, "").replace(/([^{}@;]+)\{[^{}]*\}/g, (rule, selectors: string) => (/^\s*(\d+%|from|to)\s*$/.test(selectors) || fits(selectors, names) ? rule : ""));

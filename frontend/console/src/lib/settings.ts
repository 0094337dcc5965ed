// The settings that the server has written into the document for the script.
interface Settings {
	words: Record<string, string>;
	waiting: Record<string, string>;
}

export const settings: Settings = JSON.parse(globalThis.document?.getElementById("settings")?.textContent ?? `{"words": {}, "waiting": {}}`);

// kept is a choice that this browser remembers, such as a language. A browser without storage remembers nothing.
export const kept = {
	get(name: string): string {
		try {
			return localStorage.getItem(`console.${name}`) ?? "";
		} catch {
			return "";
		}
	},
	set(name: string, value: string): void {
		try {
			if (value) localStorage.setItem(`console.${name}`, value);
			else localStorage.removeItem(`console.${name}`);
		} catch {
			// the choice holds until the page is left
		}
	},
};

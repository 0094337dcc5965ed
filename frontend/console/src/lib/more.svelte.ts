// A list of the API that is shown page by page, as far as the reader has asked for more.
interface Page<T> {
	items: T[];
	nextCursor?: string;
}

export class More<T> {
	items = $state.raw<T[]>([]);
	// more reports whether the list goes on.
	more = $state(false);
	#ask: (cursor?: string) => Promise<Page<T>>;
	#pages = 1;

	constructor(ask: (cursor?: string) => Promise<Page<T>>) {
		this.#ask = ask;
	}

	// load asks anew for all pages that are shown.
	async load(): Promise<void> {
		const items: T[] = [];
		let [cursor, n]: [string | undefined, number] = [undefined, 0];
		do {
			const page: Page<T> = await this.#ask(cursor);
			items.push(...page.items);
			cursor = page.nextCursor;
		} while (++n < this.#pages && cursor);
		this.items = items;
		this.more = !!cursor;
	}

	// further shows one more page. When the page cannot be loaded, nothing changes.
	async further(): Promise<void> {
		this.#pages++;
		try {
			await this.load();
		} catch (error) {
			this.#pages--;
			throw error;
		}
	}
}

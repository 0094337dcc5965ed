// Links to a part of a screen, such as "#prizes". Screens are shown before their data has come, and the browser looks for the part only once.
const patience = 10_000; // milliseconds

let stop = (): void => {};

// reach scrolls to the part of the screen that an address names, once it is there. It ends when the reader acts, and with the next call.
export function reach(hash: string): void {
	stop();
	const id = decodeURIComponent(hash.slice(1));
	if (!id) return;
	const ends = new AbortController();
	const look = (): void => {
		const part = document.getElementById(id);
		if (!part) return;
		part.scrollIntoView();
		stop();
	};
	const watch = new MutationObserver(look);
	const late = setTimeout(() => stop(), patience);
	stop = (): void => {
		watch.disconnect();
		clearTimeout(late);
		ends.abort();
		stop = (): void => {};
	};
	for (const act of ["wheel", "touchmove", "keydown", "pointerdown"]) addEventListener(act, () => stop(), { passive: true, signal: ends.signal });
	watch.observe(document.body, { childList: true, subtree: true });
	look();
}

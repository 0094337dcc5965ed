// What tells an open screen that its event has changed: the event's stream, and asking now and then beside it.
const places = 3; // streams that the tabs of a browser hold together, as on pages: it keeps six connections to a site
const alone = 8_000; // milliseconds between two questions without a stream
const beside = 120_000; // and with one

// follow calls changed with the news of a stream until the returned function is called. A screen that nobody sees holds
// no stream, and asks when it is seen again.
export function follow(address: string, changed: () => void): () => void {
	let stream: EventSource | null = null;
	let leave: AbortController | null = null;
	let asked = Date.now();
	const ask = () => {
		asked = Date.now();
		changed();
	};
	const hear = (signal: AbortSignal) =>
		new Promise<void>((over) => {
			stream = new EventSource(address);
			stream.addEventListener("changed", ask);
			stream.addEventListener("error", () => stream?.readyState === EventSource.CLOSED && over());
			signal.addEventListener("abort", () => over());
		}).finally(() => {
			stream?.close();
			stream = null;
		});
	const listen = async (signal: AbortSignal) => {
		if (!navigator.locks) return hear(signal);
		for (let n = 0; n < places && !signal.aborted; n++) await navigator.locks.request(`referto:stream:${n}`, { ifAvailable: true }, (free) => free && hear(signal));
	};
	const seen = () => {
		leave?.abort();
		leave = null;
		if (document.hidden) return;
		leave = new AbortController();
		listen(leave.signal);
	};
	const shown = () => {
		seen();
		if (!document.hidden) ask();
	};
	const timer = setInterval(() => {
		if (document.hidden || Date.now() - asked < (stream?.readyState === EventSource.OPEN ? beside : alone)) return;
		if (!stream) seen();
		ask();
	}, 1_000);
	seen();
	document.addEventListener("visibilitychange", shown);
	addEventListener("online", shown);
	return () => {
		clearInterval(timer);
		leave?.abort();
		document.removeEventListener("visibilitychange", shown);
		removeEventListener("online", shown);
	};
}

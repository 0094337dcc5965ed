// An open screen learns from the stream of its event that the event has changed, and also asks now and then.
const places = 3; // streams that the tabs of a browser hold together, as on pages: a browser keeps six connections to a site
const alone = 8_000; // milliseconds between two requests without a stream, or after one that has failed
const beside = 120_000; // and with one

// Follower is what a screen shows of an event.
interface Follower {
	readonly tenant: string;
	readonly id: string;
	readonly fault: unknown; // of the last refresh, if it has failed
	refresh(): Promise<void>;
}

// follow refreshes what a screen shows with the news of its event's stream, until the returned function is called. A
// hidden screen holds no stream; it asks when it is visible again.
export function follow(of: Follower): () => void {
	const address = `/v1/tenants/${encodeURIComponent(of.tenant)}/events/${of.id}/stream`;
	let stream: EventSource | null = null;
	let leave: AbortController | null = null;
	let asked = Date.now();
	const ask = () => {
		asked = Date.now();
		of.refresh();
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
		if (document.hidden || Date.now() - asked < (stream?.readyState === EventSource.OPEN && !of.fault ? beside : alone)) return;
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

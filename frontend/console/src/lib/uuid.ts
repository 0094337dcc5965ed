// uuidv7 is a new id that begins with the time, so that later ones sort behind earlier ones. It needs no secure context,
// while crypto.randomUUID does.
export function uuidv7(now = Date.now()): string {
	const bytes = crypto.getRandomValues(new Uint8Array(16));
	for (let i = 0, rest = now; i < 6; i++, rest = Math.floor(rest / 256)) bytes[5 - i] = rest % 256;
	bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
	bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
	const hex = [...bytes].map((one) => one.toString(16).padStart(2, "0")).join("");
	return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

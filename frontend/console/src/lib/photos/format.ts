// Finds the format of a file that somebody chose as a photo, and turns it into a file that the server takes: JPEG or PNG within its limits.
export type Format = "jpeg" | "png" | "heic" | "other";

// The limits of the server.
export const mostBytes = 20 * 1024 * 1024;
const mostSide = 12_000;
const mostPixels = 40_000_000;

const text = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to));
const heic = ["heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "heif"];

// formatOf tells the format of a file by its first bytes, whatever its name is.
export function formatOf(head: Uint8Array): Format {
	if (head[0] === 0xff && head[1] === 0xd8 && head[2] === 0xff) return "jpeg";
	if (head[0] === 0x89 && text(head, 1, 4) === "PNG") return "png";
	if (text(head, 4, 8) === "ftyp" && heic.includes(text(head, 8, 12))) return "heic";
	return "other";
}

export interface Size {
	width: number;
	height: number;
}

// sizeOf reads the size of a picture; null if its first bytes do not tell.
export function sizeOf(head: Uint8Array): Size | null {
	const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
	if (formatOf(head) === "png") return head.length < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) };
	if (formatOf(head) !== "jpeg") return null;
	for (let at = 2; at + 9 < head.length; ) {
		if (head[at] !== 0xff) return null;
		const marker = head[at + 1] ?? 0;
		if (marker === 0xff) at++; // a fill byte
		else if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
		else at += 2 + view.getUint16(at + 2);
	}
	return null;
}

// fits reports whether the server takes a picture of this size.
export const fits = ({ width, height }: Size): boolean => width <= mostSide && height <= mostSide && width * height <= mostPixels;

// drawn is the size to which a picture too large for the server is reduced: larger than any page shows it.
export function drawn({ width, height }: Size, side = 3_200): Size {
	const scale = Math.min(1, side / Math.max(width, height));
	return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}

// Unreadable reports that this browser can make no photo from a file.
export class Unreadable extends Error {
	constructor(readonly format: Format) {
		super(`no photo can be made of a file of format ${format}`);
	}
}

// prepared returns a file that can be sent. A file that the server takes stays unchanged; any other is drawn anew if the browser
// can read it, as some browsers can read HEIC.
export async function prepared(file: Blob): Promise<Blob> {
	const head = new Uint8Array(await file.slice(0, 256 * 1024).arrayBuffer());
	const format = formatOf(head);
	const size = sizeOf(head);
	if ((format === "jpeg" || format === "png") && file.size <= mostBytes && (!size || fits(size))) return file;
	return redrawn(file, format);
}

async function redrawn(file: Blob, format: Format): Promise<Blob> {
	const picture = await createImageBitmap(file).catch(() => null);
	if (!picture) throw new Unreadable(format);
	const canvas = document.createElement("canvas");
	Object.assign(canvas, drawn(picture));
	canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
	picture.close();
	const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
	if (!made) throw new Unreadable(format);
	return made;
}

// Text files from spreadsheets: their encoding is told by their bytes, because the files themselves do not say it.

export const largest = 1 << 20; // bytes of a file that is read

// contents returns the text of a file, or null for a file that is no text, such as a workbook. Without a mark at its beginning a file is UTF-8
// if its bytes are; otherwise spreadsheets have written it in the eight-bit encoding that is usual with the reader's language.
export function contents(bytes: Uint8Array, language: string): string | null {
	const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : "";
	if (marked) return new TextDecoder(marked).decode(bytes);
	if (bytes.includes(0)) return null;
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder(language === "bg" ? "windows-1251" : "windows-1252").decode(bytes);
	}
}

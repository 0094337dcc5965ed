package payment

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// allowed are the characters that all banks of the area take (EPC217-08).
const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+ "

// bulgarian writes Cyrillic letters as the law on transliteration does (State
// Gazette 19/2009). Letters of other alphabets have no entry.
var bulgarian = map[rune]string{
	'а': "a", 'б': "b", 'в': "v", 'г': "g", 'д': "d", 'е': "e", 'ж': "zh", 'з': "z", 'и': "i", 'й': "y", 'к': "k", 'л': "l", 'м': "m",
	'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u", 'ф': "f", 'х': "h", 'ц': "ts", 'ч': "ch", 'ш': "sh",
	'щ': "sht", 'ъ': "a", 'ь': "y", 'ю': "yu", 'я': "ya", 'ß': "ss", 'ø': "o", 'ł': "l", 'đ': "d", 'æ': "ae", 'œ': "oe", '’': "'", '–': "-",
}

// Latin writes a text in the letters that banks take: accents fall away, Bulgarian is
// transliterated, and what is left over becomes a dot. It is cut after a number of
// characters, begins and ends with no slash and holds no two in a row (both mean
// something to banks).
func Latin(text string, most int) string {
	var out strings.Builder
	for _, r := range norm.NFC.String(text) {
		out.WriteString(latinLetter(r))
	}
	plain := strings.Join(strings.Fields(out.String()), " ")
	for strings.Contains(plain, "//") {
		plain = strings.ReplaceAll(plain, "//", "/")
	}
	if len(plain) > most {
		plain = plain[:most]
	}
	return strings.Trim(plain, "/ ")
}

func latinLetter(r rune) string {
	if r < utf8.RuneSelf && strings.ContainsRune(allowed, r) {
		return string(r)
	}
	if unicode.IsSpace(r) {
		return " "
	}
	if written, ok := bulgarian[unicode.ToLower(r)]; ok {
		if unicode.IsUpper(r) {
			return strings.ToUpper(written[:1]) + written[1:]
		}
		return written
	}
	base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	if base < utf8.RuneSelf && strings.ContainsRune(allowed, base) {
		return string(base)
	}
	return "."
}

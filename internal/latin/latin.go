// Package latin writes names in Latin letters: for banks, which take no others, and for
// addresses of pages, which people read out and type.
//
// Accents are removed and Bulgarian is transliterated according to its law. Letters of other alphabets have no
// transliteration here; each caller decides how to treat them.
package latin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// written are the small letters that are no Latin letter with an accent: Cyrillic as the law
// on transliteration has it (State Gazette 19/2009), and Latin letters of their own.
var written = map[rune]string{
	'а': "a", 'б': "b", 'в': "v", 'г': "g", 'д': "d", 'е': "e", 'ж': "zh", 'з': "z", 'и': "i", 'й': "y", 'к': "k", 'л': "l", 'м': "m",
	'н': "n", 'о': "o", 'п': "p", 'р': "r", 'с': "s", 'т': "t", 'у': "u", 'ф': "f", 'х': "h", 'ц': "ts", 'ч': "ch", 'ш': "sh",
	'щ': "sht", 'ъ': "a", 'ь': "y", 'ю': "yu", 'я': "ya", 'ß': "ss", 'ø': "o", 'ł': "l", 'đ': "d", 'æ': "ae", 'œ': "oe",
}

// Letter writes a letter in the 26 Latin letters, a capital with a capital first. It returns false for characters
// without a transliteration: digits, signs and letters of other alphabets.
func Letter(r rune) (string, bool) {
	base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r))) // without its accent
	for _, letter := range []rune{r, base} {
		if text, ok := written[unicode.ToLower(letter)]; ok {
			if unicode.IsUpper(r) {
				text = strings.ToUpper(text[:1]) + text[1:]
			}
			return text, true
		}
	}
	if 'a' <= base && base <= 'z' || 'A' <= base && base <= 'Z' {
		return string(base), true
	}
	return "", false
}

// Address writes a name as a part of an address: small letters and digits, and a hyphen between words. "Tappa di
// Aosta" is "tappa-di-aosta", "София, май" is "sofiya-may". A character without a transliteration ends a word. The
// result has at most the given number of characters, and is "" for a name without a letter or digit that can be
// written.
func Address(name string, most int) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFC.String(name) {
		text, ok := Letter(r)
		switch {
		case '0' <= r && r <= '9':
			text = string(r)
		case unicode.Is(unicode.Mn, r): // an accent that no letter has taken
			continue
		case !ok:
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			b.WriteByte('-')
		}
		gap = false
		b.WriteString(strings.ToLower(text))
	}
	address := b.String()
	if len(address) > most {
		address = strings.TrimRight(address[:most], "-")
	}
	return address
}

package payment

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"referto/internal/latin"
)

// allowed are the characters that all banks of the area take (EPC217-08).
const allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/-?:().,'+ "

// signs are those that have a look-alike among the allowed.
var signs = map[rune]string{'’': "'", '–': "-"}

// Latin writes a text in the letters that banks accept: accents are removed, Bulgarian is transliterated, and any
// other character becomes a dot. It is cut after a number of characters, begins and ends with no slash and holds no
// two in a row (both have a meaning for banks).
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
	if sign, ok := signs[r]; ok {
		return sign
	}
	if letter, ok := latin.Letter(r); ok {
		return letter
	}
	base, _ := utf8.DecodeRuneInString(norm.NFD.String(string(r)))
	if base < utf8.RuneSelf && strings.ContainsRune(allowed, base) {
		return string(base)
	}
	return "."
}

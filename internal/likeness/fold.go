package likeness

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold writes a name so that its usual spellings meet: without case, accents
// and punctuation, Cyrillic in Latin letters, and the transliterations of a
// sound made alike. "Дойчев", "Dojčev", "doychev" and "dojcev" fold the same.
// It is for finding people, never for distinguishing them: "Cislo I" and
// "Cislo J" fold the same too.
func Fold(name string) string {
	var latin strings.Builder
	for _, r := range norm.NFD.String(latinized.Replace(strings.ToLower(name))) {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			latin.WriteRune(r)
		case unicode.IsSpace(r) || r == '-':
			latin.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(alike.Replace(latin.String())), " ")
}

// latinized writes Cyrillic letters in Latin, before й loses its breve.
var latinized = strings.NewReplacer(
	"й", "i", "ѝ", "i", "щ", "st", "ш", "s", "ч", "c", "ц", "c", "ж", "z", "х", "h", "ю", "iu", "я", "ia", "ъ", "a", "ь", "i",
	"а", "a", "б", "b", "в", "v", "г", "g", "д", "d", "е", "e", "з", "z", "и", "i", "к", "k", "л", "l", "м", "m",
	"н", "n", "о", "o", "п", "p", "р", "r", "с", "s", "т", "t", "у", "u", "ф", "f",
)

// alike brings the Latin spellings of one sound together; the longer go first.
var alike = strings.NewReplacer(
	"sht", "st", "sh", "s", "ch", "c", "zh", "z", "ts", "c", "kh", "h", "y", "i", "j", "i", "w", "v", "ß", "ss", "ø", "o", "ł", "l",
)

package likeness

import (
	"strings"
	"unicode"
)

// twins are Latin letters with the Cyrillic ones of the same look.
const (
	latinTwins    = "AaBCcEeHKMOoPpTXxyi"
	cyrillicTwins = "АаВСсЕеНКМОоРрТХхуі"
)

var toCyrillic, toLatin = twins(latinTwins, cyrillicTwins), twins(cyrillicTwins, latinTwins)

func twins(from, to string) map[rune]rune {
	out, twin := map[rune]rune{}, []rune(to)
	for i, r := range []rune(from) {
		out[r] = twin[i]
	}
	return out
}

// unmix writes the words that mix Latin and Cyrillic letters in one script, if the
// letters of the other all have a twin in it: "Петpов" with a Latin p is Петров.
func unmix(name string) string {
	words := strings.Fields(name)
	for i, word := range words {
		latin := strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Latin, r) })
		cyrillic := strings.ContainsFunc(word, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
		if !latin || !cyrillic {
			continue
		}
		if one, ok := written(word, unicode.Latin, toCyrillic); ok {
			words[i] = one
		} else if one, ok := written(word, unicode.Cyrillic, toLatin); ok {
			words[i] = one
		}
	}
	return strings.Join(words, " ")
}

// written replaces the letters of a script by their twins; ok is false where one has none.
func written(word string, script *unicode.RangeTable, twins map[rune]rune) (one string, ok bool) {
	ok = true
	one = strings.Map(func(r rune) rune {
		if !unicode.Is(script, r) {
			return r
		}
		twin, has := twins[r]
		ok = ok && has
		return twin
	}, word)
	return one, ok
}

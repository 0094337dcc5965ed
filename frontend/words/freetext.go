package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FreeText is a text that somebody has written, for this reader: who does not read names in full reads the initials in the
// place of some names, which stand there whole, in either order, in capitals or not. A first name alone, or one that is
// spelled otherwise, is not found.
func (w *Words) FreeText(text string, hidden []string) string {
	if w.names || text == "" {
		return text
	}
	for _, name := range hidden {
		parts := strings.Fields(name)
		if len(parts) < 2 {
			continue
		}
		turned := append(slices.Clone(parts[1:]), parts[0])
		last := len(parts) - 1
		for _, order := range [][]string{parts, turned, append([]string{parts[last]}, parts[:last]...)} {
			text = replaceWhole(text, strings.Join(order, " "), Initials(name))
		}
	}
	return text
}

// replaceWhole replaces what stands in a text by itself and not as a part of longer words, in capitals or not.
func replaceWhole(text, what, by string) string {
	var out strings.Builder
	before := ' ' // the rune in front
	for len(text) > 0 {
		if end := foldedPrefix(text, what); end > 0 && !unicode.IsLetter(before) {
			if after, _ := utf8.DecodeRuneInString(text[end:]); !unicode.IsLetter(after) {
				out.WriteString(by)
				before, text = ' ', text[end:]
				continue
			}
		}
		r, size := utf8.DecodeRuneInString(text)
		out.WriteString(text[:size])
		before, text = r, text[size:]
	}
	return out.String()
}

// foldedPrefix is the length of the beginning of a text that is the same as another but for capitals; 0 where none is.
func foldedPrefix(text, what string) int {
	at := 0
	for _, want := range what {
		got, size := utf8.DecodeRuneInString(text[at:])
		if size == 0 || !strings.EqualFold(string(got), string(want)) {
			return 0
		}
		at += size
	}
	return at
}

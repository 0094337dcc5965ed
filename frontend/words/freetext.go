package words

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// FreeText returns a text that a person has written, for this reader: a reader who may not see names in full gets
// initials in place of the hidden names, if they are written in full, in either order, in any case. A first name
// alone, or a name with another spelling, is not found.
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

// replaceWhole replaces a phrase in a text if it is not part of longer words, in any case.
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

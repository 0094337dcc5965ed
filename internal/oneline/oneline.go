// Package oneline makes names that people type fit to be stored and shown.
//
// [Clean] gives a name its one form: composed letters (NFC), one space between words, none around. It refuses
// characters that would mislead a reader: control characters, and marks that change the direction of the following
// text, by which "Anna" could be made to read as another person's name. And it refuses addresses of pages: names
// stand in the subjects of letters, where programs make links of them.
package oneline

import (
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The errors of a text that is no name.
var (
	ErrTooShort   = errors.New("oneline: fewer than two characters")
	ErrUnreadable = errors.New("oneline: characters nobody sees")
	ErrLink       = errors.New("oneline: the address of a page")
)

// minLength is the fewest characters of a name, spaces around it aside.
const minLength = 2

// Clean returns the name in its one form. The error is [ErrTooShort],
// [ErrUnreadable] or [ErrLink].
func Clean(text string) (string, error) {
	text, err := Line(text)
	if err == nil && hasLink(text) {
		return "", ErrLink
	}
	return text, err
}

// Line is [Clean] for text that is no name and stands in no subject, such as the name of a file or the description of
// a photo. It returns [ErrTooShort] or [ErrUnreadable].
func Line(text string) (string, error) {
	text = strings.Join(strings.Fields(norm.NFC.String(text)), " ")
	if !utf8.ValidString(text) || strings.IndexFunc(text, unseen) >= 0 {
		return "", ErrUnreadable
	}
	if utf8.RuneCountInString(text) < minLength {
		return "", ErrTooShort
	}
	return text, nil
}

// unseen reports whether a character shows as nothing or moves others. The
// joiners of Arabic and Indic scripts are letters' business and stay.
func unseen(r rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return r != ' ' && r != nonJoiner && r != joiner && !unicode.IsGraphic(r) || unicode.Is(unicode.Bidi_Control, r)
}

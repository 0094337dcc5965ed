// Package oneline makes names that people type fit to be stored and shown.
//
// [Clean] gives a name its one form: composed letters (NFC), one space between
// words, none around. It refuses what a reader would not see as it is: control
// characters, and marks that turn the direction of what follows, by which "Anna"
// could be made to read as somebody else's name.
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
)

// minLength is the fewest characters of a name, spaces around it aside.
const minLength = 2

// Clean returns the name in its one form. The error is [ErrTooShort] or
// [ErrUnreadable].
func Clean(text string) (string, error) {
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

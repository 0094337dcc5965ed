package password

import (
	"errors"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// The length of a password, in characters (Unicode code points after
// normalization to NFC). Fifteen and more are advised, eight demanded (ASVS 6.2.1).
const (
	MinLength = 8
	MaxLength = 128
)

// maxBytes is a bound on the input before it is normalized: no text of more bytes
// has MaxLength characters or less, even where each is composed of several.
const maxBytes = MaxLength * utf8.UTFMax * 4

// The errors of a password that cannot be used.
var (
	ErrTooShort  = errors.New("password: fewer than 8 characters")
	ErrTooLong   = errors.New("password: more than 128 characters")
	ErrGuessable = errors.New("password: among the first to be guessed")
	ErrNotText   = errors.New("password: not valid text")
)

// Prepare checks a new password and returns it in the form that is hashed. The
// words about the person (name, mail address, club) are guessed first too. The
// error is [ErrTooShort], [ErrTooLong], [ErrGuessable] or [ErrNotText].
func Prepare(password string, about ...string) (string, error) {
	normal, err := normalize(password)
	if err != nil {
		return "", err
	}
	switch n := utf8.RuneCountInString(normal); {
	case n < MinLength:
		return "", ErrTooShort
	case n > MaxLength:
		return "", ErrTooLong
	case guessable(normal, about):
		return "", ErrGuessable
	}
	return normal, nil
}

// normalize returns the one form of the text (NFC). NUL and invalid UTF-8, which no
// keyboard makes, are refused before the normalizer sees them.
func normalize(password string) (string, error) {
	if len(password) > maxBytes {
		return "", ErrTooLong
	}
	if !utf8.ValidString(password) {
		return "", ErrNotText
	}
	for i := range len(password) {
		if password[i] == 0 {
			return "", ErrNotText
		}
	}
	return norm.NFC.String(password), nil
}

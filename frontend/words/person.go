package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Names that stand for people who have been erased, as they are stored: a word of ours and four
// hexadecimal digits of an id.
const (
	erasedPlayer   = "Player "
	deletedAccount = "Account "
	codeDigits     = 4
)

// Person is the name of somebody as people read it: as it is, but for a neutral name that stands for
// somebody who has been erased, which is in the reader's language.
func (w *Words) Person(name string) string {
	for prefix, key := range map[string]string{erasedPlayer: "name.erased-player", deletedAccount: "name.deleted-account"} {
		code, neutral := strings.CutPrefix(name, prefix)
		if neutral && len(code) == codeDigits && strings.Trim(code, "0123456789abcdef") == "" {
			return w.Text(key, map[string]any{"code": code})
		}
	}
	return name
}

// InFull returns the same words for a reader whose office it is to know who somebody is: they read
// names in full of which others read the initials.
func (w *Words) InFull() *Words {
	full := *w
	full.names = true
	return &full
}

// Player is the name of somebody of a register: [Words.Person], or the initials where the public reads no
// more than these and the reader is none [Words.InFull].
func (w *Words) Player(name string, initials bool) string {
	shown := w.Person(name)
	if !initials || w.names || shown != name || name == "" {
		return shown
	}
	return Initials(name)
}

// nameless stands for a name that has no letters.
const nameless = "…"

// Initials are the first letters of the words of a name, with the marks that belong to them: "M. R.".
func Initials(name string) string {
	var out []string
	for _, word := range strings.Fields(name) {
		first := strings.IndexFunc(word, unicode.IsLetter)
		if first < 0 {
			continue
		}
		_, size := utf8.DecodeRuneInString(word[first:])
		end := first + size
		for end < len(word) {
			mark, size := utf8.DecodeRuneInString(word[end:])
			if !unicode.Is(unicode.M, mark) {
				break
			}
			end += size
		}
		out = append(out, strings.ToUpper(word[first:end])+".")
	}
	if len(out) == 0 {
		return nameless
	}
	return strings.Join(out, " ")
}

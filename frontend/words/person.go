package words

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Stored names that stand for erased people: a fixed word and four hexadecimal digits of an id.
const (
	erasedPlayer   = "Player "
	deletedAccount = "Account "
	codeDigits     = 4
)

// Person returns a person's name for display: unchanged, except that a neutral name of an erased person is translated
// to the reader's language.
func (w *Words) Person(name string) string {
	for prefix, key := range map[string]string{erasedPlayer: "name.erased-player", deletedAccount: "name.deleted-account"} {
		code, neutral := strings.CutPrefix(name, prefix)
		if neutral && len(code) == codeDigits && strings.Trim(code, "0123456789abcdef") == "" {
			return w.Text(key, map[string]any{"code": code})
		}
	}
	return name
}

// InFull returns the same words for a reader whose office permits them to see names in full where others see
// initials.
func (w *Words) InFull() *Words {
	full := *w
	full.names = true
	return &full
}

// Player returns the name of a person of a register for display: [Words.Person], or the initials if the public may
// see only these and the reader is not [Words.InFull].
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

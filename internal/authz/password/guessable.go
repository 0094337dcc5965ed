package password

import (
	"cmp"
	_ "embed" // the list of words
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

//go:embed common.txt
var commonText string

// common is the set of words of common.txt, lower-case.
var common = sync.OnceValue(func() map[string]bool {
	set := make(map[string]bool)
	for line := range strings.Lines(commonText) {
		for word := range strings.FieldsSeq(line) {
			if strings.HasPrefix(word, "#") {
				break
			}
			set[word] = true
		}
	}
	return set
})

// keyboards are rows and columns as fingers run over them, Latin and Bulgarian.
var keyboards = []string{
	"`1234567890-=", "qwertyuiop[]", "asdfghjkl;'", "zxcvbnm,./", "qwertzuiop", "yxcvbnm",
	"azertyuiop", "qsdfghjklm", "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/",
	"qazwsxedcrfvtgbyhnujmikolp", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0",
	"qwertyuiopasdfghjklzxcvbnm", "явертъуиопшщ", "асдфгхйкл", "зьцжбнм", "йцукенгшщзхъ", "фывапролджэ", "ячсмитьбю",
}

// affix is the number of digits and signs around a common word that do not save it.
const affix = 6

// guessable reports whether the password is one that a guesser tries first: a
// common word or one about the person, dressed up with digits and signs; digits
// only; a pattern of the keyboard, the alphabet or of repetition.
func guessable(password string, about []string) bool {
	p := strings.ToLower(password)
	if onlyDigits(p) && len(p) <= 10 || repeats(p) || runs(p) || onKeyboard(p) {
		return true
	}
	if aboutOnly(p, about) {
		return true
	}
	words := personal(about)
	known := func(word string) bool { return common()[word] || words[word] }
	if known(p) {
		return true
	}
	core := strings.TrimFunc(p, notLetter)
	if core == "" || utf8.RuneCountInString(p)-utf8.RuneCountInString(core) > affix {
		return false
	}
	if repeats(core) || runs(core) || onKeyboard(core) {
		return true
	}
	for _, bare := range undressed(p, core) {
		for _, plain := range plainings {
			if word := plain.Replace(bare); known(word) || known(half(word)) {
				return true
			}
		}
	}
	return false
}

// undressed are the texts a dressed-up word may hide in. A sign at an end may be
// dress (secret!) or stand for a letter ($ecret); within, it may divide (anna.lodi).
func undressed(p, core string) []string {
	return []string{
		core, strings.TrimRightFunc(p, notLetter), strings.TrimLeftFunc(p, notLetter), p,
		strings.Join(strings.FieldsFunc(core, notLetter), ""),
	}
}

// aboutOnly reports whether at most [affix] characters are left of the password when
// the address and the words about the person are taken out: anna.rossi@posta.example,
// rossi-anna-1984. Long texts are taken out first, so that no word breaks one.
func aboutOnly(p string, about []string) bool {
	var parts []string
	for _, text := range about {
		text = strings.ToLower(strings.TrimSpace(text))
		local, domain, _ := strings.Cut(text, "@")
		parts = append(parts, text, local, domain)
		parts = append(parts, strings.FieldsFunc(text, notLetter)...)
	}
	parts = slices.DeleteFunc(parts, func(part string) bool { return utf8.RuneCountInString(part) < personalWord })
	slices.SortFunc(parts, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	for _, plain := range plainings {
		rest := plain.Replace(p)
		for _, part := range parts {
			rest = strings.ReplaceAll(rest, plain.Replace(part), "")
		}
		if utf8.RuneCountInString(rest) <= affix {
			return true
		}
	}
	return false
}

// personalWord is the number of letters from which on a word distinguishes a
// person from others.
const personalWord = 4

func notLetter(r rune) bool { return !unicode.IsLetter(r) }

// plainings undo the usual disguises. A one may be an i or an l.
var plainings = []*strings.Replacer{
	strings.NewReplacer(),
	strings.NewReplacer("0", "o", "1", "i", "!", "i", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "7", "t", "8", "b"),
	strings.NewReplacer("0", "o", "1", "l", "!", "l", "3", "e", "4", "a", "@", "a", "5", "s", "$", "s", "7", "t", "8", "b"),
}

// personal returns the words of at least four letters in the known data about a person.
func personal(about []string) map[string]bool {
	words := make(map[string]bool)
	for _, text := range about {
		all := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) })
		for i, word := range all {
			words[word] = utf8.RuneCountInString(word) >= personalWord
			if i > 0 { // annarossi of "Anna Rossi"
				words[all[i-1]+word] = true
				words[word+all[i-1]] = true
			}
		}
	}
	return words
}

func onlyDigits(p string) bool {
	return p != "" && strings.Trim(p, "0123456789") == ""
}

// repeats reports whether a unit of at most four characters is all there is:
// 11111111, abcabcab.
func repeats(p string) bool {
	r := []rune(p)
	for unit := 1; unit <= 4 && unit*2 <= len(r); unit++ {
		same := true
		for i := unit; i < len(r) && same; i++ {
			same = r[i] == r[i-unit]
		}
		if same {
			return true
		}
	}
	return false
}

// runs reports whether each character is the next or each the previous one of its
// alphabet: abcdefgh, 87654321, абвгдежз.
func runs(p string) bool {
	r := []rune(p)
	if len(r) < 4 {
		return false
	}
	step := r[1] - r[0]
	if step != 1 && step != -1 {
		return false
	}
	for i := 2; i < len(r); i++ {
		if r[i]-r[i-1] != step {
			return false
		}
	}
	return true
}

// onKeyboard reports whether four characters or more are a stretch of a keyboard,
// in either direction.
func onKeyboard(p string) bool {
	if utf8.RuneCountInString(p) < 4 {
		return false
	}
	back := reversed(p)
	for _, row := range keyboards {
		if strings.Contains(row, p) || strings.Contains(row, back) {
			return true
		}
	}
	return false
}

func reversed(p string) string {
	r := []rune(p)
	for i, j := 0, len(r)-1; i < j; i, j = i+1, j-1 {
		r[i], r[j] = r[j], r[i]
	}
	return string(r)
}

// half returns the word of a word repeated (passwordpassword), or "".
func half(p string) string {
	if n := len(p) / 2; len(p)%2 == 0 && p[:n] == p[n:] {
		return p[:n]
	}
	return ""
}

package likeness

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// Name is a name made ready to be compared. The zero Name is like no other.
type Name struct {
	exact string
	keys  []string // sorted, each once
}

// Of makes a name ready to be compared.
func Of(name string) Name {
	n := Name{exact: exact(name)}
	plain := norm.NFKC.String(name)
	forms := []string{Fold(plain), skeleton(plain, true), skeleton(strings.ToUpper(plain), false)}
	if one := unmix(plain); one != plain {
		forms = append(forms, Fold(one))
	}
	for _, written := range forms {
		words := strings.Fields(written)
		if len(words) == 0 {
			continue
		}
		n.keys = append(n.keys, strings.Join(words, ""))
		slices.Sort(words)
		n.keys = append(n.keys, strings.Join(words, " "))
	}
	slices.Sort(n.keys)
	n.keys = slices.Compact(n.keys)
	return n
}

// Empty tells whether nothing of the name can be compared: it has neither a letter nor a
// digit.
func (n Name) Empty() bool { return len(n.keys) == 0 }

// Same tells whether two names are written alike but for case, compatible forms and
// spaces.
func (n Name) Same(o Name) bool { return !n.Empty() && n.exact == o.exact }

// Alike tells whether two names may be of one person.
func (n Name) Alike(o Name) bool {
	for _, key := range n.keys {
		if _, found := slices.BinarySearch(o.keys, key); found {
			return true
		}
	}
	return false
}

// exact is a name but for case, compatible forms and spaces.
func exact(name string) string {
	return strings.Join(strings.Fields(cases.Fold().String(norm.NFKC.String(name))), " ")
}

// skeleton is what a name looks like: every letter replaced by what it is confusable with,
// without case. Own says whether that holds for Latin letters and digits too, such as the
// capital I that looks like an l.
func skeleton(name string, own bool) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(name) {
		like, confusable := confusables[r]
		switch {
		case confusable && (own || r > unicode.MaxASCII):
			b.WriteString(like)
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		case separates(r):
			b.WriteByte(' ')
		}
	}
	return cases.Fold().String(b.String())
}

// separates tells whether a character stands between words. Marks, apostrophes and what
// nobody sees are within a word.
func separates(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsPunct(r) && !strings.ContainsRune(`'’‘ʼ`+"`´", r)
}

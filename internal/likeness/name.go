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
	plain string   // without accents and punctuation
	keys  []string // sorted, each once
}

// Closeness measures how much alike two names are: the more, the closer.
type Closeness int

// The degrees to which two names are close, the least first.
const (
	Unlike    Closeness = iota
	Alike               // they may be of one person
	Unmarked            // the same but for accents and punctuation too
	Identical           // the same but for case, compatible forms and spaces
)

// Of makes a name ready to be compared.
func Of(name string) Name {
	n := Name{exact: exact(name), plain: strings.Join(strings.Fields(unmarked(name)), " ")}
	plain := norm.NFKC.String(name)
	forms := []string{Fold(plain), skeleton(plain, true), skeleton(strings.ToUpper(plain), false)}
	if one := unmix(plain); one != plain {
		forms = append(forms, Fold(one))
	}
	if one := capitals.Replace(plain); one != plain {
		forms = append(forms, skeleton(one, false))
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

// capitals are digits that are taken for other letters than in the table if these are capitals: the one for an I, not
// for an l.
var capitals = strings.NewReplacer("1", "i", "0", "o")

// Empty reports whether nothing of the name can be compared: it has neither a letter nor a
// digit.
func (n Name) Empty() bool { return len(n.keys) == 0 }

// To measures how close another name is. Empty names are close to none.
func (n Name) To(o Name) Closeness {
	switch {
	case n.Empty() || o.Empty():
		return Unlike
	case n.exact == o.exact:
		return Identical
	case n.plain == o.plain:
		return Unmarked
	case n.Alike(o):
		return Alike
	}
	return Unlike
}

// Alike reports whether two names may be of one person.
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

// unmarked is a name without case, accents and punctuation.
func unmarked(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			return r
		case separates(r):
			return ' '
		}
		return -1
	}, norm.NFKD.String(exact(name)))
}

// skeleton replaces every letter of a name by the one with which it may be confused, without case. Own extends this
// to Latin letters and digits, such as the capital I that looks like an l.
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

// separates reports whether a character stands between words. Marks, apostrophes and invisible characters are within
// a word.
func separates(r rune) bool {
	return unicode.IsSpace(r) || unicode.IsPunct(r) && !strings.ContainsRune(`'’‘ʼ`+"`´", r)
}

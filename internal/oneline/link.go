package oneline

import (
	"strings"
	"unicode"

	"golang.org/x/net/publicsuffix"
	"golang.org/x/text/unicode/norm"
)

// hasLink reports whether mail programs would make a link of something in a text: words with a scheme or beginning
// with www, and host names under a domain that anybody can register under.
func hasLink(text string) bool {
	text = strings.NewReplacer("。", ".", "｡", ".").Replace(norm.NFKC.String(text))
	folded := strings.ToLower(text)
	if strings.Contains(folded, "://") {
		return true
	}
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool {
		return r != '.' && r != '-' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) {
		word = strings.Trim(word, ".-")
		if strings.HasPrefix(strings.ToLower(word), "www.") || isHost(word) {
			return true
		}
	}
	return false
}

// shortest is the length of the shortest name that is taken for a host's: "A.De Luca" and "Ing.De
// Rossi" are people.
const shortest = 3

// isHost reports whether a word is a name below one of the domains that anybody can register under.
func isHost(word string) bool {
	domain := strings.ToLower(word)
	suffix, registered := publicsuffix.PublicSuffix(domain)
	if !registered || suffix == domain {
		return false
	}
	name := strings.TrimSuffix(domain, "."+suffix)
	name = name[strings.LastIndexByte(name, '.')+1:]
	top := word[strings.LastIndexByte(word, '.')+1:]
	capital := unicode.IsUpper(rune(top[0])) && strings.ToUpper(top) != top
	return len(name) >= shortest && (len(top) >= shortest || !capital)
}

// Package email parses mail addresses as people type them, and detects different spellings of the same address.
//
// [Parse] accepts one plain address (local@domain.tld). It refuses characters that a mail header could misread,
// invisible ones (control characters, zero-width and direction marks), and words that mix alphabets, as look-alikes
// of other people's addresses do: "аnna@example.org" with a Cyrillic а. The owner of an address in one alphabet keeps
// it.
//
// Two addresses are the same if their keys are equal. The key ignores case, composition and width of letters, and
// whether a domain is in its own script or in ASCII (xn--). Dots and +suffixes count, because only the owner's server
// knows whether they matter.
package email

import (
	"errors"
	"net/mail"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/idna"
	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"
)

// The errors of a text that is no address.
var (
	ErrForm      = errors.New("email: not a mail address")
	ErrLookAlike = errors.New("email: mixes alphabets")
)

// maxLength of an address in bytes (RFC 5321 4.5.3.1.3, without the brackets).
const maxLength = 254

// Address is a mail address. The zero value is none.
type Address struct {
	Text string // to send to, as it was typed, in compatibility form (NFKC)
	Key  string // to compare by
}

// Parse reads an address. The error is [ErrForm] or [ErrLookAlike].
func Parse(text string) (Address, error) {
	if !utf8.ValidString(text) || len(text) > 4*maxLength {
		return Address{}, ErrForm
	}
	text = norm.NFKC.String(strings.TrimSpace(text))
	local, domain, ok := cutLast(text)
	if !ok || strings.IndexFunc(text, unseen) >= 0 || strings.ContainsAny(text, "\"()<>[]:;,\\ ") {
		return Address{}, ErrForm
	}
	ascii, err := idna.Lookup.ToASCII(domain)
	if err != nil || !strings.Contains(ascii, ".") || strings.HasSuffix(ascii, ".") {
		return Address{}, ErrForm
	}
	seen, err := idna.Display.ToUnicode(ascii)
	if err != nil {
		return Address{}, ErrForm
	}
	for word := range strings.FieldsFuncSeq(local+"@"+seen, func(r rune) bool { return r == '.' || r == '@' }) {
		if mixed(word) {
			return Address{}, ErrLookAlike
		}
	}
	a := Address{
		Text: local + "@" + ascii,
		Key:  norm.NFKC.String(cases.Fold().String(local)) + "@" + strings.ToLower(ascii),
	}
	parsed, err := mail.ParseAddress(a.Text)
	if err != nil || parsed.Name != "" || parsed.Address != a.Text || len(a.Text) > maxLength {
		return Address{}, ErrForm
	}
	return a, nil
}

// cutLast parts an address at its only @.
func cutLast(text string) (local, domain string, ok bool) {
	local, domain, ok = strings.Cut(text, "@")
	return local, domain, ok && local != "" && domain != "" && !strings.Contains(domain, "@")
}

// unseen reports whether a character is one that a reader does not see.
func unseen(r rune) bool {
	return !unicode.IsGraphic(r) || unicode.IsSpace(r) || unicode.Is(unicode.Cf, r)
}

// alphabets are the alphabets with letters that look like each other's.
var alphabets = []*unicode.RangeTable{unicode.Latin, unicode.Cyrillic, unicode.Greek, unicode.Armenian, unicode.Cherokee}

// mixed reports whether a word has letters of more than one of the alphabets.
func mixed(word string) bool {
	var found *unicode.RangeTable
	for _, r := range word {
		for _, alphabet := range alphabets {
			if !unicode.Is(alphabet, r) {
				continue
			}
			if found != nil && found != alphabet {
				return true
			}
			found = alphabet
		}
	}
	return false
}

package desk

import (
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Slug makes an address of a title and the day at the venue: "Tappa di Aosta" on
// 8 February 2009 is "tappa-di-aosta-2009-02-08". What is no Latin letter or
// digit falls away; a title of nothing else gives the day alone.
func Slug(title string, day time.Time) string {
	var b strings.Builder
	gap := false
	for _, r := range norm.NFD.String(strings.ToLower(title)) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			if gap && b.Len() > 0 {
				b.WriteByte('-')
			}
			gap = false
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r): // an accent, taken off its letter
		default:
			gap = true
		}
	}
	words := b.String()
	if len(words) > 48 {
		words = strings.TrimRight(words[:48], "-")
	}
	if words == "" {
		return day.Format(time.DateOnly)
	}
	return words + "-" + day.Format(time.DateOnly)
}

// Positive returns a pointer to n, nil for zero.
func Positive(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

package desk

import (
	"time"

	"referto/internal/latin"
)

// Slug makes an address of a title and the day at the venue: "Tappa di Aosta" on
// 8 February 2009 is "tappa-di-aosta-2009-02-08". A title that has no writing in Latin
// letters gives the day alone.
func Slug(title string, day time.Time) string {
	words := latin.Address(title, 48)
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

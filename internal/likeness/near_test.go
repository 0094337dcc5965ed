package likeness_test

import (
	"testing"

	"pgregory.net/rapid"

	"referto/internal/likeness"
)

// Names are near that differ by two letters at most, wherever these stand.
func TestNear(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"ada lodi", "ada lodi", true},
		{"ada lodi", "ada loddi", true},
		{"ada lodi", "ana lodi", true},
		{"ada lodi", "dad lodi", true}, // one left out, one added
		{"giovanni neri", "govani neri", true},
		{"ada lodi", "ada lombardi", false},
		{"ada lodi", "ida lopez", false},
		{"иван дойчев", "иван дойчeвв", true},
		{"", "ab", true},
		{"", "abc", false},
	} {
		if got := likeness.Near(tt.a, tt.b); got != tt.want {
			t.Errorf("%s, %s: %v", tt.a, tt.b, got)
		}
	}
}

// Two changed letters leave a name near, from both sides.
func TestTwoChangedLettersAreNear(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		name := rapid.SliceOfN(rapid.RuneFrom([]rune("abcd ")), 1, 12).Draw(t, "name")
		other := append([]rune(nil), name...)
		for range rapid.IntRange(0, 2).Draw(t, "changes") {
			other[rapid.IntRange(0, len(other)-1).Draw(t, "at")] = rapid.RuneFrom([]rune("xyz")).Draw(t, "letter")
		}
		if a, b := string(name), string(other); !likeness.Near(a, b) || !likeness.Near(b, a) {
			t.Fatalf("%q and %q", a, b)
		}
	})
}

package rules_test

import (
	"strings"
	"testing"

	"referto/internal/league/rules"
)

// TestBounds: what a ruleset asks for can be entered, written in an address and
// cited; the rest is refused before it is published.
func TestBounds(t *testing.T) {
	t.Parallel()
	long := func(n int) string { return strings.Repeat("a", n) }
	for _, tt := range []struct {
		name, preset, path string
		value              any
		want               string // "" where it is allowed
	}{
		{"points below 0", "catan-nazionale-2009", "/game/variants/0/vp/min", -100_000, ""},
		{"points further below 0", "catan-nazionale-2009", "/game/variants/0/vp/min", -100_001, "outside-range"},
		{"50,000 points", "catan-nazionale-2009", "/game/variants/0/vp/max", 50_000, ""},
		{"more points than can be entered", "catan-nazionale-2009", "/game/variants/0/vp/max", 100_001, "outside-range"},
		{"a figure", "firenzegioca-2014", "/game/figures/0/range/max", 100_001, "outside-range"},
		{"entered points", "risiko-squadre-2000", "/scoring/entered/range/max", 100_001, "outside-range"},
		{"points of a place with 21 digits", "firenzegioca-2014", "/scoring/points/tables/0/points/0", "100000000000000000.123", "outside-range"},
		{"points of a place", "firenzegioca-2014", "/scoring/points/tables/0/points/0", "1000000", ""},
		{"the longest id", "catan-nazionale-2009", "/id", long(60), ""},
		{"a longer one", "catan-nazionale-2009", "/id", long(61), "text-too-long"},
		{"an id of one letter", "catan-nazionale-2009", "/id", "a", "text-too-short"},
		{"a long code", "catan-nazionale-2009", "/code", long(21), "text-too-long"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := rules.Decode(editedPreset(t, tt.preset, tt.path, tt.value))
			want := ""
			if tt.want != "" {
				want = tt.path + " " + tt.want
			}
			if err == nil && want == "" {
				return
			}
			if got := faultsOf(t, err); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		})
	}
}

package standings_test

import (
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
)

// TestAddsUp: whether the parts of a figure, added up as they are shown, give the figure as it is shown. Parts
// that do not count are not added, and the entry's own figure is.
func TestAddsUp(t *testing.T) {
	t.Parallel()
	whole, two := func(f league.Frac) league.Frac { return f.Trunc(0) }, func(f league.Frac) league.Frac { return f.Trunc(2) }
	mean := &rules.Combination{Rule: rules.CombineMean}
	best := &rules.Combination{Rule: rules.CombineBest, Games: 2}
	for _, tt := range []struct {
		name    string
		combine *rules.Combination
		terms   string // those in brackets do not count
		total   string
		seen    func(league.Frac) league.Frac
		want    bool
	}{
		{"CN09 3.2c/the printed example, player A", nil, "31.25 26.66 27.77", "85.68", two, true},
		{"CN09 3.2c/with a part that shows less than it is", nil, "31.255 26.665 27.77", "85.69", two, false},
		{"no parts", nil, "", "7", whole, true},
		{"thirds that nobody sees", nil, "1/3 1/3 1/3", "1", whole, false},
		{"thirds that do not come to more", nil, "1/3 1/3", "2/3", whole, true},
		{"with what is the entry's own", nil, "3 4", "12", whole, true},
		{"with less than 0 of its own", nil, "3 4", "-2", whole, true},
		{"halves and half of its own", nil, "1/2 1/2", "3/2", whole, false},
		{"a half and half of its own", nil, "1/2", "1", whole, false},
		{"without what does not count", best, "3 (1/2) 4", "7", whole, true},
		{"a mean", mean, "1 2", "3/2", two, true},
		{"a mean of thirds", mean, "1/3 1/3", "1/3", two, true},
		{"a mean of parts that show less", mean, "0.009 0.011", "0.01", two, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			frac := func(text string) league.Frac {
				f, err := league.ParseFrac(text)
				if err != nil {
					t.Fatal(err)
				}
				return f
			}
			s := standings.Sum{Total: frac(tt.total)}
			for _, text := range strings.Fields(tt.terms) {
				s.Terms = append(s.Terms, standings.Term{Value: frac(strings.Trim(text, "()")), Dropped: text[0] == '('})
			}
			c := rules.Criterion{Best: rules.Most, Combine: tt.combine}
			if got := standings.AddsUp(c, s, tt.seen); got != tt.want {
				t.Errorf("got %t, want %t", got, tt.want)
			}
			if exact := func(f league.Frac) league.Frac { return f }; !standings.AddsUp(c, s, exact) {
				t.Error("does not add up where everything is shown")
			}
		})
	}
}

package rules_test

import (
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// TestShown: a figure is rounded as the ruleset says, half up where it says
// nothing, and never shown nearer to 0 than it is told.
func TestShown(t *testing.T) {
	t.Parallel()
	third, half := league.NewFrac(-2, 3), league.NewFrac(1, 8)
	own := func(rounding string) *rules.Ruleset {
		k := `{"id": "extra", "name": "Extra", "of": "seat", "formula": "vp / 3", "paragraph": "3"` + rounding + `}`
		r, err := rules.Decode(withSections(t, "["+k+"]", ""))
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	preset := func(id string) *rules.Ruleset {
		r, err := rules.Preset(id)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	exact, err := preset("firenzegioca-2014").WithReading("A001-4", "exact")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name  string
		r     *rules.Ruleset
		c     rules.Criterion
		value league.Frac
		want  string
	}{
		{"a calculation that keeps fractions", own(""), rules.Criterion{Figure: "extra", Digits: 2}, third, "-0.67"},
		{"one that is cut off", own(`, "rounding": {"rule": "truncate", "digits": 2}`), rules.Criterion{Figure: "extra", Digits: 2}, third, "-0.66"},
		{"halves to the even neighbor", own(`, "rounding": {"rule": "half_even", "digits": 3}`), rules.Criterion{Figure: "extra", Digits: 2}, half, "0.12"},
		{"a mean", own(""), rules.Criterion{Figure: "vp", Digits: 2, Combine: &rules.Combination{Rule: rules.CombineMean}}, third.Neg(), "0.67"},
		{"points", own(""), rules.Criterion{Figure: "points", Digits: 1}, league.NewFrac(1, 4), "0.3"},
		{"CN09 3.2c: shares are cut off", preset("catan-nazionale-2009"), rules.Criterion{Figure: "share", Digits: 2}, third.Neg(), "0.66"},
		{"BG 2.2.3: shares are rounded", preset("catan-ranglista-bg"), rules.Criterion{Figure: "share", Digits: 2}, third.Neg(), "0.67"},
		{"FG14 3, A001-4 exact: shown cut off", exact, rules.Criterion{Figure: "share", Digits: 2}, third.Neg(), "0.66"},
		{"FG14 3: half of nine tenths of a win", preset("firenzegioca-2014"), rules.Criterion{Figure: "wins", Digits: 1}, league.NewFrac(9, 20), "0.45"},
		{"FG14 3: two thirds of a win", preset("firenzegioca-2014"), rules.Criterion{Figure: "wins", Digits: 1}, third.Neg(), "0.67"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := tt.r.Shown(tt.c, tt.value); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

// TestShownApart: what decides is never two equal figures.
func TestShownApart(t *testing.T) {
	t.Parallel()
	r, err := rules.Preset("firenzegioca-2014")
	if err != nil {
		t.Fatal(err)
	}
	c := rules.Criterion{Figure: "points", Digits: 1}
	for _, tt := range []struct {
		a, b         league.Frac
		wantA, wantB string
	}{
		{league.NewFrac(1, 4), league.NewFrac(1, 2), "0.3", "0.5"},
		{league.NewFrac(1, 3), league.NewFrac(3, 10), "0.33", "0.30"},
		{league.NewFrac(1, 3), league.NewFrac(2, 6), "0.3", "0.3"},
	} {
		if a, b := r.ShownApart(c, tt.a, tt.b); a != tt.wantA || b != tt.wantB {
			t.Errorf("got %s and %s, want %s and %s", a, b, tt.wantA, tt.wantB)
		}
	}
}

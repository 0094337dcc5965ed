package rules_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// TestShown: a figure is rounded as the ruleset says, half up where it says
// nothing, and never shown nearer to 0 than it is.
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
		r, err := presets.Find(id)
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
		{"a mean that keeps fractions of one that is cut off", own(`, "rounding": {"rule": "truncate", "digits": 2}`), rules.Criterion{Figure: "extra", Digits: 2, Combine: &rules.Combination{Rule: rules.CombineMean, Rounding: &rules.Rounding{Rule: rules.Exact}}}, third, "-0.66"},
		{"a mean that is cut off of one that is not", own(""), rules.Criterion{Figure: "extra", Digits: 2, Combine: &rules.Combination{Rule: rules.CombineMean, Rounding: &rules.Rounding{Rule: rules.Truncate}}}, third, "-0.66"},
		{"a calculation that is said to keep fractions", own(`, "rounding": {"rule": "exact", "digits": 0}`), rules.Criterion{Figure: "extra", Digits: 2}, third, "-0.67"},
		{"whole wins have the digits of the others", own(""), rules.Criterion{Figure: "wins", Digits: 2}, league.NewFrac(1, 2), "0.50"},
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
	r, err := presets.Find("firenzegioca-2014")
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

// TestShownColumn: rows that differ are shown to differ, those that do not are shown
// with the digits of the criterion, and what nobody could read is said.
func TestShownColumn(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("firenzegioca-2014")
	if err != nil {
		t.Fatal(err)
	}
	far := league.NewFrac(1, 3).Add(league.NewFrac(1, 1_000_000_000_000_000))
	for _, tt := range []struct {
		name   string
		c      rules.Criterion
		values []league.Frac
		want   string
		alike  []bool
	}{
		{"nothing to tell apart", rules.Criterion{Figure: "points", Digits: 1}, []league.Frac{league.Int(3), league.Int(3), league.Int(1)}, "3.0 3.0 1.0", nil},
		{
			"rows that are not neighbors",
			rules.Criterion{Figure: "points", Digits: 1},
			[]league.Frac{league.NewFrac(1, 3), league.Int(2), league.NewFrac(3, 10)},
			"0.33 2.0 0.30", nil,
		},
		{
			"more digits that look like another row's",
			rules.Criterion{Figure: "points", Digits: 1},
			[]league.Frac{league.NewFrac(25, 100), league.NewFrac(2999, 10000), league.NewFrac(24, 100), league.NewFrac(2499, 10000)},
			"0.2500 0.30 0.24 0.2499", nil,
		},
		{
			"parts of wins",
			rules.Criterion{Figure: "wins", Digits: 1},
			[]league.Frac{league.NewFrac(2, 3), league.NewFrac(67, 100), league.NewFrac(9, 10)},
			"0.667 0.670 0.9", nil,
		},
		{
			"beyond what is read",
			rules.Criterion{Figure: "points", Digits: 1},
			[]league.Frac{league.NewFrac(1, 3), far, league.Int(1)},
			"0.333333333333 0.333333333333 1.0",
			[]bool{true, true, false},
		},
		{
			"on both sides of 0",
			rules.Criterion{Figure: "share", Digits: 1},
			[]league.Frac{league.NewFrac(-4, 100), league.NewFrac(4, 100)},
			"-0.04 0.04", nil,
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			shown, alike := r.ShownColumn(tt.c, tt.values)
			if got := strings.Join(shown, " "); got != tt.want || !slices.Equal(alike, tt.alike) {
				t.Errorf("got %s %v, want %s %v", got, alike, tt.want, tt.alike)
			}
		})
	}
}

// Whatever a criterion rounds and however many rows there are, two of them show the
// same text if and only if they have the same figure, or are said to look alike.
func TestShownColumnDistinguishes(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("catan-ranglista-bg")
	if err != nil {
		t.Fatal(err)
	}
	roundings := []rules.RoundingRule{rules.Truncate, rules.HalfUp, rules.HalfEven, rules.Exact}
	for seed := range uint64(400) {
		dice := rand.New(rand.NewPCG(seed, 11))
		c := rules.Criterion{
			Figure: []string{"wins", "vp", "share", "points"}[dice.IntN(4)], Digits: dice.IntN(4),
			Combine: &rules.Combination{Rule: rules.CombineMean, Rounding: &rules.Rounding{Rule: roundings[dice.IntN(4)], Digits: 6}},
		}
		if dice.IntN(2) == 0 {
			c.Combine = nil
		}
		values := make([]league.Frac, 2+dice.IntN(60))
		for i := range values {
			values[i] = league.NewFrac(dice.Int64N(400)-200, 1+dice.Int64N(60))
			if dice.IntN(5) == 0 {
				values[i] = league.NewFrac(dice.Int64N(4_000_000_000)-2_000_000_000, 1_000_000_000)
			}
		}
		shown, alike := r.ShownColumn(c, values)
		for i := range values {
			for j := range i {
				same := shown[i] == shown[j]
				if said := alike != nil && alike[i] && alike[j]; same != values[i].Equal(values[j]) && !said {
					t.Fatalf("seed %d: %s and %s are shown as %s and %s", seed, values[i], values[j], shown[i], shown[j])
				}
				if alike != nil {
					t.Fatalf("seed %d: figures of two small fractions look alike", seed)
				}
			}
		}
	}
}

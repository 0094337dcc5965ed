package rules_test

import (
	"errors"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// How many may start: the numbers on each side of every limit that is printed, and what a
// refusal names instead.
func TestFieldOfRegulations(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, preset string
		entrants     int
		nearest      string // "" where so many may start
	}{
		{"CN09 3.2 eleven are too few", "catan-nazionale-2009", 11, "12"},
		{"CN09 3.2 twelve", "catan-nazionale-2009", 12, ""},
		{"CN09 3.2 there is no upper limit", "catan-nazionale-2009", 5000, ""},
		{"JP22 2 seven are too few", "just-play-2022", 7, "8"},
		{"JP22 2 eight", "just-play-2022", 8, ""},
		{"JP22 2 neither eight nor twelve", "just-play-2022", 9, "8, 12"},
		{"JP22 2 twelve", "just-play-2022", 12, ""},
		{"JP22 2 neither twelve nor sixteen", "just-play-2022", 15, "12, 16"},
		{"JP22 2 sixteen", "just-play-2022", 16, ""},
		{"JP22 2 more than sixteen", "just-play-2022", 17, "16"},
		{"FG14 1 eleven are too few", "firenzegioca-2014", 11, "12"},
		{"FG14 1 twelve are the least", "firenzegioca-2014", 12, ""},
		{"FG14 1 twenty are the most", "firenzegioca-2014", 20, ""},
		{"FG14 1 twenty-one are too many", "firenzegioca-2014", 21, "20"},
		{"BG 1.1.5 two are too few", "catan-ranglista-bg", 2, "3"},
		{"BG 1.1.5 three", "catan-ranglista-bg", 3, ""},
		{"BG 1.1.5 five make no tables", "catan-ranglista-bg", 5, "4"},
		{"BG 1.1.5 six", "catan-ranglista-bg", 6, ""},
		{"SQ00 7 two are too few", "risiko-squadre-2000", 2, "3"},
		{"SQ00 7 three play with a dummy", "risiko-squadre-2000", 3, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := preset(t, tt.preset)
			if got := r.Field.Contains(tt.entrants); got != (tt.nearest == "") {
				t.Errorf("%d may start: %t", tt.entrants, got)
			}
			var no *league.RuleError
			if err := r.RefuseField(tt.entrants); !errors.As(err, &no) || tt.nearest != "" && no.Params["nearest"] != tt.nearest || no.Par != r.Field.Paragraph {
				t.Errorf("refused with %v, want the nearest %q", err, tt.nearest)
			}
		})
	}
}

// Whatever the field: the greatest number below and the least above may start, and none
// between them may.
func TestNearestFields(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		f := rules.Field{Min: rapid.IntRange(2, 20).Draw(t, "min")}
		if rapid.Bool().Draw(t, "limited") {
			f.Max = f.Min + rapid.IntRange(0, 20).Draw(t, "more")
			f.Without = rapid.SliceOfN(rapid.IntRange(f.Min, f.Max), 0, 3).Draw(t, "without")
		}
		n := rapid.IntRange(0, 50).Draw(t, "entrants")
		below, above := f.Largest(n), f.Smallest(n)
		for at := range 100 {
			switch may := f.Contains(at); {
			case may && at <= n && at > below, may && at >= n && above != 0 && at < above, may && at >= n && above == 0 && f.Max > 0:
				t.Fatalf("%+v: of %d the nearest are %d and %d, and %d may start", f, n, below, above, at)
			}
		}
		if below > 0 && !f.Contains(below) || above > 0 && !f.Contains(above) {
			t.Fatalf("%+v: of %d the nearest are %d and %d, which may not start", f, n, below, above)
		}
	})
}

// The structure of an event by the number of its entrants, where it is not the table of
// CN09 3.2.
func TestStructuresOfRegulations(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, preset, formula string
		entrants              int
		want                  string
	}{
		{"JP22 2 everybody plays at least one game, the best play the final", "just-play-2022", "", 8, "1+final"},
		{"JP22 2 the same of sixteen", "just-play-2022", "", 16, "1+final"},
		{"JP22 2 nine do not start", "just-play-2022", "", 9, "no rule"},
		{"FG14 1 at least two games for everybody", "firenzegioca-2014", "", 12, "2+final"},
		{"FG14 1 twenty-one do not start", "firenzegioca-2014", "", 21, "no rule"},
		{"BG 1.2.3 two rounds", "catan-ranglista-bg", "", 40, "2"},
		{"BG 1.2.3 or three", "catan-ranglista-bg", "three-rounds", 40, "3"},
		{"SQ00 8 three rounds", "risiko-squadre-2000", "", 30, "3"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := preset(t, tt.preset)
			formula, ok := r.Formula(tt.formula)
			s, _, err := r.StructureFor(formula, tt.entrants)
			if got := structureText(s, err); !ok || got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
	r := *cn09(t)
	r.Format.Formulas = []rules.Formula{{ID: "short", Brackets: []rules.Bracket{{From: 12, To: 16}}}}
	var no *league.RuleError
	if _, _, err := r.StructureFor(r.Format.Formulas[0], 17); !errors.As(err, &no) || no.String() != "CN09 3.2: no-structure (entrants=17, formula=short)" {
		t.Errorf("a formula that ends too soon: %v", err)
	}
}

// What is asked for by a name that is not there is not found, and by none it is the first.
func TestFirstsOfARuleset(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	formula, _ := r.Formula("")
	pairing, _ := r.Pairing("")
	scheduled, _ := r.Pairing(rules.FixedSchedule)
	if formula.ID != "club" || pairing.System != rules.ByStandings || scheduled.Otherwise != rules.RefuseSchedule {
		t.Errorf("%s, %s, %s", formula.ID, pairing.System, scheduled.Otherwise)
	}
	_, noFormula := r.Formula("palace")
	_, noPairing := r.Pairing(rules.ByLot)
	_, noVariant := r.Variant("knights")
	_, noStandings := r.StandingsOf("loudest")
	if noFormula || noPairing || noVariant || noStandings {
		t.Errorf("found: %t %t %t %t", noFormula, noPairing, noVariant, noStandings)
	}
}

// BG 2.1.12: thirteen points win; organizers announce another target within limits. Where a
// regulation leaves no choice, only its own target is played for.
func TestAnnouncedTargets(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, preset, variant string
		target, want          int
		ok                    bool
	}{
		{"BG 2.1.12 nothing announced", "catan-ranglista-bg", "", 0, 13, true},
		{"BG 2.1.12 the regulation's own", "catan-ranglista-bg", "", 13, 13, true},
		{"BG 2.1.12 the least", "catan-ranglista-bg", "", 8, 8, true},
		{"BG 2.1.12 less", "catan-ranglista-bg", "", 7, 13, false},
		{"BG 2.1.12 the most", "catan-ranglista-bg", "seafarers", 20, 20, true},
		{"BG 2.1.12 more", "catan-ranglista-bg", "seafarers", 21, 13, false},
		{"CN09 4.6 its own", "catan-nazionale-2009", "seafarers", 12, 12, true},
		{"CN09 4.6 leaves no choice", "catan-nazionale-2009", "", 12, 10, false},
		{"CN09 4.6 a variant there is not", "catan-nazionale-2009", "knights", 0, 0, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if game, ok := preset(t, tt.preset).GameOf(tt.variant, tt.target); ok != tt.ok || game.Target != tt.want {
				t.Errorf("got %d, %t", game.Target, ok)
			}
		})
	}
}

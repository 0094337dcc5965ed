package rules_test

import (
	"testing"

	"referto/internal/league/rules"
)

// TestReached: who may declare victory, where the most points on the board win and where the
// fewest do. What else is compared, or compared only afterwards, does not matter.
func TestReached(t *testing.T) {
	t.Parallel()
	vp := func(best rules.Best) rules.Criterion {
		return rules.Criterion{Figure: rules.FigureVP, Best: best}
	}
	roads := rules.Criterion{Figure: "roads", Best: rules.Fewest}
	for _, tt := range []struct {
		name                string
		by                  []rules.Criterion
		fewest              bool
		below, equal, above bool
	}{
		{"nothing compared", nil, false, false, true, true},
		{"the most points", []rules.Criterion{vp(rules.Most)}, false, false, true, true},
		{"the fewest points", []rules.Criterion{vp(rules.Fewest)}, true, true, true, false},
		{"the fewest roads", []rules.Criterion{roads}, false, false, true, true},
		{"the fewest roads, then the fewest points", []rules.Criterion{roads, vp(rules.Fewest)}, false, false, true, true},
		{"the fewest points, then the fewest roads", []rules.Criterion{vp(rules.Fewest), roads}, true, true, true, false},
	} {
		s := rules.Scoring{PlaceBy: tt.by}
		if got := s.FewestPointsFirst(); got != tt.fewest {
			t.Errorf("%s: the fewest come first: %t", tt.name, got)
		}
		for points, want := range map[int]bool{9: tt.below, 10: tt.equal, 11: tt.above} {
			if got := s.Reached(points, 10); got != want {
				t.Errorf("%s: %d are enough for 10: %t", tt.name, points, got)
			}
		}
	}
}

// TestTablesOfASize: the size of a table says whether teams play at it, and whether its points
// come from elsewhere.
func TestTablesOfASize(t *testing.T) {
	t.Parallel()
	var none rules.Scoring
	both := rules.Scoring{Teams: &rules.TeamScore{Seats: 4}, Entered: &rules.EnteredPoints{Sizes: []int{3, 5}}}
	for size := range 7 {
		if none.InTeams(size) || none.ScoredElsewhere(size) {
			t.Errorf("tables of %d where nothing is said", size)
		}
		if got := both.InTeams(size); got != (size == 4) {
			t.Errorf("in teams at a table of %d: %t", size, got)
		}
		if got := both.ScoredElsewhere(size); got != (size == 3 || size == 5) {
			t.Errorf("a table of %d is scored elsewhere: %t", size, got)
		}
	}
}

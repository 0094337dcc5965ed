package scoring_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
)

// calculating returns a preset with formulas for seats, given as ids and formulas; points is the id
// of the one for the points.
func calculating(t testing.TB, preset, points string, formulas ...string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find(preset)
	if err != nil {
		t.Fatal(err)
	}
	document, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(document, &tree); err != nil {
		t.Fatal(err)
	}
	var list []any
	for i := 0; i < len(formulas); i += 2 {
		list = append(list, map[string]any{
			"id": formulas[i], "name": formulas[i], "of": "seat", "formula": formulas[i+1], "paragraph": r.Texts[0].Paragraph,
		})
	}
	tree["calculations"] = list
	tree["scoring"].(map[string]any)["pointsBy"] = points
	if document, err = json.Marshal(tree); err != nil {
		t.Fatal(err)
	}
	if r, err = rules.Decode(document); err != nil {
		t.Fatal(err)
	}
	return r
}

var firstOfThree = scoring.Occasion{Round: 1, Rounds: 3, Entrants: 12}

func byEntry(a, b league.Entry) (int, string) { return int(a - b), "lot" }

// calculated scores a game and writes a figure of every seat.
func calculated(t testing.TB, r *rules.Ruleset, result league.Result) string {
	t.Helper()
	variant, _ := r.Variant("")
	g := scoring.ScoreShared(r, variant, 1, result, byEntry)
	if faults := scoring.Calculate(r, variant, firstOfThree, result, &g); faults != nil {
		return faults.Error()
	}
	var values []string
	for _, s := range g.Seats {
		if s.Calculated == nil {
			values = append(values, "none")
			continue
		}
		values = append(values, s.Calculated[0].Value.String())
	}
	return strings.Join(values, " ")
}

// TestVariables: every variable of a seat has its value, with one game of FG14 in
// which the first two share the place, one declared and the last left.
func TestVariables(t *testing.T) {
	t.Parallel()
	values := map[string]string{
		"vp": "10 10 7 3", "counted": "10 10 7 3", "place": "1 1 3 4", "sharing": "2 2 1 1", "left": "0 0 0 1", "win": "1 0 0 0",
		"start": "1 2 3 4", "points": "6 6 2 0", "penalty": "0 0 0 0", "share": "33.33 33.33 23.33 0",
		"size": "4 4 4 4", "stayed": "3 3 3 3", "target": "10 10 10 10", "declared": "1 1 1 1", "timed_out": "0 0 0 0",
		"round": "1 1 1 1", "rounds": "3 3 3 3", "entrants": "12 12 12 12", "total": "30 30 30 30",
		// Recorded, and added up.
		"settlements": "1 2 3 4", "settlements_cities": "2 4 6 8",
	}
	for _, list := range [][]rules.Variable{rules.SeatVariables, rules.TableVariables} {
		for _, v := range list {
			if values[v.Name] == "" {
				t.Errorf("no test of %s", v.Name)
			}
		}
	}
	result := parse(t, "declared 10! 10 7 3-1")
	for i := range result.Seats {
		result.Seats[i].Figures = map[string]int{"settlements": i + 1, "cities": i + 1}
	}
	for name, want := range values {
		r := calculating(t, "firenzegioca-2014", "", "figure", name)
		r.Scoring.Declarer.Rule = rules.ShareEqualVP
		if got := calculated(t, r, result); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

func TestCalculationsInOrder(t *testing.T) {
	t.Parallel()
	r := calculating(t, "firenzegioca-2014", "doubled", "base", "vp + 1", "doubled", "2 * base + max(map(seats, .base))")
	variant, _ := r.Variant("")
	result := parse(t, "time-limit 10 8 7 3-1")
	g := scoring.Score(r, variant, 1, result, byEntry)
	if faults := scoring.Calculate(r, variant, firstOfThree, result, &g); faults != nil {
		t.Fatal(faults)
	}
	var points []string
	for _, s := range g.Seats {
		points = append(points, s.Points.String())
	}
	if got, want := fmt.Sprint(points), "[33 29 27 19]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestVoidSeatsHaveNoCalculations: a game that does not count has no figures.
func TestVoidSeatsHaveNoCalculations(t *testing.T) {
	t.Parallel()
	r := calculating(t, "risiko-squadre-2000", "figure", "figure", "vp")
	result := parse(t, "completed 10 8 7 6")
	for i := range result.Seats {
		points := league.Int(i)
		result.Seats[i].Points = &points
	}
	result.Void = &league.Void{For: []league.Entry{1, 2}, AtFault: []league.Entry{3}, OthersScored: true}
	if got, want := calculated(t, r, result), "none none none 6"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	result.Void.OthersScored = false
	if got, want := calculated(t, r, result), "none none none none"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCalculationStops names the seat and the table.
func TestCalculationStops(t *testing.T) {
	t.Parallel()
	r := calculating(t, "firenzegioca-2014", "", "base", "vp / left")
	want := "/seats/1: FG14 " + r.Texts[0].Paragraph + ": formula-division-by-zero (column=4, entry=2, figure=base, line=1, table=1)"
	if got := calculated(t, r, parse(t, "time-limit 10-1 8 7 3")); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFormulasRestateTheBuiltIn: over random games, formulas give the same values as the engine's
// named options.
func TestFormulasRestateTheBuiltIn(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, preset, formula string
		builtIn               func(scoring.Seat) *league.Frac
	}{
		{
			"CN09 3.2c shares cut off after two decimals", "catan-nazionale-2009",
			`left == 0 ? round(100 * counted / sum(seats, .counted), 2, "truncate") : 0`,
			func(s scoring.Seat) *league.Frac { return s.Share },
		},
		{
			"FG14 3 points of shared places, cut off", "firenzegioca-2014",
			"left > 0 ? 0 : floor(shared(size == 4 ? [8, 4, 2, 0] : [6, 3, 1]))",
			func(s scoring.Seat) *league.Frac { return s.Points },
		},
		{
			"SQ00 2 points of teams", "risiko-squadre-2000",
			`size != 6 ? points : place == 1
				? 31 + 0.1 * (max(map(filter(seats, .place == 1), .counted)) - max(map(filter(seats, .place == 2), .counted)))
				: 7 - 0.1 * (max(map(filter(seats, .place == 1), .counted)) - max(map(filter(seats, .place == 2), .counted)))`,
			func(s scoring.Seat) *league.Frac { return s.Points },
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := calculating(t, tt.preset, "", "figure", tt.formula)
			variant, _ := r.Variant("")
			compared := 0
			rapid.Check(t, func(t *rapid.T) {
				random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
				result := anyResult(random, r)
				if len(scoring.Check(r, variant, seated(result), result)) > 0 {
					return
				}
				compared++
				g := scoring.ScoreShared(r, variant, 1, result, byEntry)
				if faults := scoring.Calculate(r, variant, firstOfThree, result, &g); faults != nil {
					t.Fatal(faults)
				}
				for _, s := range g.Seats {
					var want league.Frac
					if builtIn := tt.builtIn(s); builtIn != nil {
						want = *builtIn
					}
					if got := s.Calculated[0].Value; !got.Equal(want) {
						t.Fatalf("entry %d: formula %s, built in %s\n%+v", s.Entry, got, want, result)
					}
				}
			})
			if compared == 0 {
				t.Error("no random result was one")
			}
		})
	}
}

// anyResult returns a random result that is often valid.
func anyResult(random *rand.Rand, r *rules.Ruleset) league.Result {
	variant, _ := r.Variant("")
	sizes := r.Tables.Sizes
	result := league.Result{Ended: league.TimeLimit, Seats: make([]league.SeatResult, sizes[random.IntN(len(sizes))])}
	for i := range result.Seats {
		s := &result.Seats[i]
		*s = league.SeatResult{Entry: league.Entry(i + 1), VP: 1 + random.IntN(variant.Target), Figures: map[string]int{}}
		for _, f := range r.Game.RecordedAt(len(result.Seats)) {
			s.Figures[f.ID] = f.Range.Min + random.IntN(min(3, f.Range.Max-f.Range.Min+1))
			if f.OnePerTable || r.Scoring.Teams != nil && f.ID == r.Scoring.Teams.Sudden.Figure {
				s.Figures[f.ID] = 0
			}
		}
		if teams := r.Scoring.Teams; teams != nil && len(result.Seats) == teams.Seats {
			s.Objective = r.Game.Objectives[i].ID
		} else if teams != nil {
			points := league.Int(random.IntN(30))
			s.Points = &points
		}
	}
	if len(result.Seats) > 3 && random.IntN(4) == 0 {
		result.Seats[random.IntN(len(result.Seats))].Left = 1
	}
	if r.Scoring.Teams == nil && random.IntN(2) == 0 {
		by := &result.Seats[random.IntN(len(result.Seats))]
		by.VP, result.Ended, result.DeclaredBy = variant.Target, league.Declared, by.Entry
	}
	return result
}

package series_test

import (
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/series"
)

func TestResultsThatContradictThemselves(t *testing.T) {
	t.Parallel()
	r := scheme(t, "best-of-series")
	_, err := series.Standings(r, 2, []series.Result{
		{Event: 1, Player: player(1)}, {Event: 3, Player: player(1)}, {Event: 0, Player: player(2)}, {Event: 1, Player: player(1)},
	}, nil)
	var faults league.Faults
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	want := "/results/1/event: outside-range (max=2, min=1); /results/2/event: outside-range (max=2, min=1); " +
		"/results/3/player: repeated (value=00000000-0000-0000-0000-000000000001)"
	if faults.Error() != want {
		t.Errorf("got %s", faults)
	}
	if rows, err := series.Standings(r, 0, nil, nil); err != nil || len(rows) != 0 {
		t.Errorf("of nothing: %v, %v", rows, err)
	}
}

// TestFormulaOfSeriesStops: the fault points to the first result of the player.
func TestFormulaOfSeriesStops(t *testing.T) {
	t.Parallel()
	document, err := json.Marshal(scheme(t, "best-of-series"))
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(document, &tree); err != nil {
		t.Fatal(err)
	}
	tree["calculations"].([]any)[1].(map[string]any)["formula"] = "1 / (played - 1)"
	if document, err = json.Marshal(tree); err != nil {
		t.Fatal(err)
	}
	r, err := rules.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	_, err = series.Standings(r, 2, []series.Result{{Event: 1, Player: player(2)}, {Event: 2, Player: player(2)}, {Event: 2, Player: player(1)}}, nil)
	var faults league.Faults
	if want := "/results/2: BN 4: formula-division-by-zero (column=3, figure=second-dropped, line=1)"; !errors.As(err, &faults) || faults.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestSeriesProperties: the order of the results does not matter. Every player has one row with all their
// results; the ruleset's number of them count, and none of these is worse than one that does not count. Ranks
// follow the figures.
func TestSeriesProperties(t *testing.T) {
	t.Parallel()
	r := scheme(t, "best-of-series")
	rapid.Check(t, func(t *rapid.T) {
		var results []series.Result
		for event := 1; event <= 6; event++ {
			for n := 1; n <= 5; n++ {
				if rapid.Bool().Draw(t, "plays") {
					points := league.NewFrac(int64(rapid.IntRange(-4, 12).Draw(t, "points")), 2)
					results = append(results, series.Result{Event: event, Player: player(n), Place: n, Points: points})
				}
			}
		}
		rows, err := series.Standings(r, 6, results, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, err := series.Standings(r, 6, rapid.Permutation(results).Draw(t, "order"), nil)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(rows, again); diff != "" {
			t.Fatal(diff)
		}
		seen := 0
		for i, row := range rows {
			seen += len(row.Results)
			checkCounted(t, row, r.Series.Counting.Best)
			if i > 0 && rows[i-1].Figures[0].Cmp(row.Figures[0]) < 0 {
				t.Fatalf("%v ranks above %v", rows[i-1], row)
			}
		}
		if seen != len(results) {
			t.Fatalf("%d of %d results", seen, len(results))
		}
	})
}

func checkCounted(t *rapid.T, row series.Row, best int) {
	counted, total := 0, league.Frac{}
	for _, c := range row.Results {
		if !c.Counts {
			continue
		}
		counted++
		total = total.Add(c.Points)
		for _, other := range row.Results {
			if !other.Counts && other.Points.Cmp(c.Points) > 0 {
				t.Fatalf("%v counts, %v does not", c, other)
			}
		}
	}
	if counted != min(best, len(row.Results)) || !total.Equal(row.Figures[0]) {
		t.Fatalf("%d results of %d count, %s in all: %v", counted, len(row.Results), total, row)
	}
}

// TestBestOfTheFewestPlayed: the number of results that count is the fewest events that any player has played.
func TestBestOfTheFewestPlayed(t *testing.T) {
	t.Parallel()
	r := *scheme(t, "best-of-series")
	of := *r.Series
	of.Counting.Best, of.Counting.BestBy = 0, rules.FewestPlayed
	r.Series = &of
	if faults := r.Validate(); len(faults) > 0 {
		t.Fatal(faults)
	}
	var results []series.Result
	for event, points := range []int{3, 9, 5} {
		results = append(results, series.Result{Event: event + 1, Player: player(1), Points: league.Int(points)})
	}
	results = append(results, series.Result{Event: 1, Player: player(2), Points: league.Int(4)}, series.Result{Event: 3, Player: player(2), Points: league.Int(8)})
	rows, err := series.Standings(&r, 3, results, nil)
	if err != nil {
		t.Fatal(err)
	}
	if rows[0].Figures[0].String() != "14" || rows[1].Figures[0].String() != "12" {
		t.Errorf("got %v and %v", rows[0].Figures[0], rows[1].Figures[0])
	}
	if first := rows[0].Results[0]; first.Counts || first.Grounds.Reason != "behind-best-results" || first.Grounds.Params["best"] != "2" {
		t.Errorf("got %+v", first)
	}
	of.Counting.Best = 3
	if faults := r.Validate(); len(faults) == 0 {
		t.Error("two numbers are taken")
	}
}

package tournament_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// withSeries returns CN09 with a series that ranks players by points of its events, calculated by
// the last of the formulas.
func withSeries(t *testing.T, formulas ...string) *rules.Ruleset {
	t.Helper()
	return seriesOf(t, cn09(t), "", formulas...)
}

// seriesOf returns a regulation with such a series, whose formulas name figures of its standings of
// an id, "" for its first.
func seriesOf(t *testing.T, of *rules.Ruleset, standings string, formulas ...string) *rules.Ruleset {
	t.Helper()
	paragraph := of.Standings[0].Criteria[0].Paragraph
	document, err := json.Marshal(of)
	if err != nil {
		t.Fatal(err)
	}
	var tree map[string]any
	if err := json.Unmarshal(document, &tree); err != nil {
		t.Fatal(err)
	}
	var calculations []map[string]any
	for i, formula := range formulas {
		calculations = append(calculations, map[string]any{
			"id": fmt.Sprint("figure-", i), "name": fmt.Sprint("Figura ", i), "of": "event", "formula": formula, "paragraph": paragraph,
			"rounding": map[string]any{"rule": "truncate", "digits": 1},
		})
	}
	tree["calculations"] = calculations
	tree["series"] = map[string]any{
		"standings": standings,
		"points":    fmt.Sprint("figure-", len(formulas)-1), "counting": map[string]any{"best": 0, "paragraph": paragraph},
		"criteria": []map[string]any{{"figure": "series-total", "best": "most", "paragraph": paragraph}}, "paragraph": paragraph,
	}
	if document, err = json.Marshal(tree); err != nil {
		t.Fatal(err)
	}
	r, err := rules.Decode(document)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestEventPoints: the points of an event for a series depend on the place, the number of entries
// that share it, the field and the figures of the standings, by formulas that may name earlier
// ones.
func TestEventPoints(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		formulas []string
		want     string // points of the first, the second and the last of twelve
	}{
		{"by the place", []string{"entrants - place + 1"}, "12 11 1"},
		{"by those of the standings", []string{"10 * wins + vp"}, "40 27 6"},
		{"by rounds and games", []string{"rounds * 100 + games"}, "202 202 202"},
		{"by a formula before", []string{"entrants / 2", "figure_0 - place"}, "5 4 -6"},
		{"rounded each", []string{"entrants / place / 7", "figure_0 * 10"}, "17 8 1"},
		{"of those who did not leave", []string{"struck == 1 ? 0 : 5"}, "5 5 5"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := start(t, withSeries(t, tt.formulas...), 12).rounds(3)
			final := e.state().Final
			got := fmt.Sprint(final[0].Points, " ", final[1].Points, " ", final[11].Points)
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if by := final[0].PointsBy; by == nil || by.Reason != "points-by-formula" || by.Par != "3.2b" || by.Params["place"] != "1" || by.Params["points"] != final[0].Points.String() {
				t.Errorf("by %+v", by)
			}
		})
	}
	t.Run("before the end there are none", func(t *testing.T) {
		t.Parallel()
		if final := start(t, withSeries(t, "place"), 12).rounds(2).state().Final; final != nil {
			t.Errorf("got %+v", final)
		}
	})
	t.Run("without a series there are none", func(t *testing.T) {
		t.Parallel()
		if row := start(t, cn09(t), 12).rounds(3).state().Final[0]; row.Points != nil || row.PointsBy != nil {
			t.Errorf("got %+v", row)
		}
	})
}

// TestEventPointsOfLeavers: an entry that left is last and has the points of that place (CN09 3.5).
func TestEventPointsOfLeavers(t *testing.T) {
	t.Parallel()
	e := start(t, withSeries(t, "struck == 1 ? 0 - 1 : entrants - place"), 13).rounds(1).withdraw(false, 1).rounds(2)
	final := e.state().Final
	last := final[len(final)-1]
	if last.Entry != 1 || last.Place != 13 || last.Points.String() != "-1" || final[0].Points.String() != "12" {
		t.Errorf("CN09 3.5: %+v", last)
	}
}

// TestEventPointsWithoutValue: a formula that has no value for somebody is a fault at that
// entrant.
func TestEventPointsWithoutValue(t *testing.T) {
	t.Parallel()
	e := start(t, withSeries(t, "1 / (place - 2)"), 12).rounds(3)
	_, err := tournament.Replay(e.r, e.facts)
	var faults league.Faults
	if !errors.As(err, &faults) || len(faults) != 1 {
		t.Fatalf("got %v", err)
	}
	entrant := faults[0].Params["entry"]
	if faults[0].Params["figure"] != "figure-0" || faults[0].Code != "CN09" || entrant == "" {
		t.Errorf("got %+v", faults[0])
	}
}

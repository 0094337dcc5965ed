package ranking_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/ranking"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// play replays an event of four. A round is "1:13* 2:8 3:7 4:5-1": entry and points, a star after the declaring
// player, and the order of leaving after a dash.
func play(t *testing.T, r *rules.Ruleset, closed bool, rounds ...string) tournament.State {
	t.Helper()
	facts := tournament.Facts{Formula: "two-rounds", Entrants: []league.Entry{1, 2, 3, 4}}
	for _, text := range rounds {
		result := &league.Result{Ended: league.Declared}
		var seats []league.Entry
		for _, seat := range strings.Fields(text) {
			var s league.SeatResult
			seat, declared := strings.CutSuffix(seat, "*")
			if _, err := fmt.Sscanf(strings.ReplaceAll(seat, "-", " "), "%d:%d %d", &s.Entry, &s.VP, &s.Left); err != nil && s.VP == 0 {
				t.Fatalf("%s: %v", seat, err)
			}
			if declared {
				result.DeclaredBy = s.Entry
			}
			seats, result.Seats = append(seats, s.Entry), append(result.Seats, s)
		}
		facts.Rounds = append(facts.Rounds, tournament.Round{
			Kind: league.Preliminary, Closed: closed, Tables: []tournament.Table{{Number: 1, Seats: seats, Result: result}},
		})
	}
	state, err := tournament.Replay(r, facts)
	if err != nil {
		t.Fatal(err)
	}
	return state
}

func TestColumns(t *testing.T) {
	t.Parallel()
	var columns, criteria []string
	for _, c := range ranking.Columns(bulgaria(t)) {
		columns = append(columns, c.Figure)
	}
	for _, c := range ranking.Criteria(bulgaria(t)) {
		criteria = append(criteria, c.Figure)
	}
	if got, want := strings.Join(columns, " "), "points vp share firsts seconds thirds tournaments"; got != want {
		t.Errorf("BG 1: got %s, want %s", got, want)
	}
	if got, want := strings.Join(criteria, " "), "points vp share firsts seconds thirds"; got != want {
		t.Errorf("BG 2.2.2: got %s, want %s", got, want)
	}
}

// TestColumnsWithoutTheEntry: criteria that belong to an entry of one event do not rank careers.
func TestColumnsWithoutTheEntry(t *testing.T) {
	t.Parallel()
	r := *bulgaria(t)
	r.ScoreLine = nil
	list := r.Standings[0]
	list.Criteria = []rules.Criterion{{Figure: rules.FigureVP}, {Figure: rules.FigureLot}, {Figure: rules.FigureStart}, {Figure: rules.FigurePoints}}
	r.Standings = []rules.Standings{list}
	if got := fmt.Sprint(ranking.Columns(&r)[0].Figure, " ", ranking.Columns(&r)[1].Figure, " ", len(ranking.Columns(&r))); got != "vp points 2" {
		t.Errorf("got %s", got)
	}
}

func TestGainsOf(t *testing.T) {
	t.Parallel()
	// 13, 8, 7, 5 of 33 are 39.39, 24.24, 21.21 and 15.15 %; 13, 9, 9, 4 of 35 are 37.14,
	// 25.71, 25.71 and 11.43 %.
	rounds := []string{"1:13* 2:8 3:7 4:5", "2:13* 1:9 3:9 4:4"}
	left := []string{"1:13* 2:8 3:7 4:5-1", "2:13* 1:9 3:9"}
	tests := []struct {
		name     string
		readings []string
		rounds   []string
		want     string // entry, place and score; entries struck from the standings in brackets
	}{
		{"BG 2.2.2 the games of an event added up", nil, rounds, "1 1. 8/22/65,10%/1/1/0/1, 2 2. 8/21/61,38%/1/1/0/1, 3 3. 5/16/46,92%/0/1/1/1, 4 4. 2/9/26,58%/0/0/0/1"},
		{"A003-4 average: level places share their points", []string{"A003-4=average"}, rounds, "2 1. 8/21/61,38%/1/1/0/1, 1 2. 7.5/22/65,10%/1/1/0/1, 3 3. 4.5/16/46,92%/0/1/1/1, 4 4. 2/9/26,58%/0/0/0/1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := bulgaria(t, tt.readings...)
			if got := gains(r, play(t, r, true, tt.rounds...)); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	t.Run("A003-6 a leaver is kept with what he has", func(t *testing.T) {
		t.Parallel()
		r := bulgaria(t)
		got := gains(r, play(t, r, true, left...))
		if !strings.Contains(got, "4 4. 1/0/0,00%/0/0/0/1") {
			t.Errorf("got %s", got)
		}
	})
	t.Run("A003-6 excluded: he has taken part and gains nothing", func(t *testing.T) {
		t.Parallel()
		r := bulgaria(t, "A003-6=excluded")
		got := gains(r, play(t, r, true, left...))
		if !strings.HasSuffix(got, "(4 0. 0/0/0,00%/0/0/0/0)") {
			t.Errorf("got %s", got)
		}
	})
	t.Run("nobody gains by an event that is not over", func(t *testing.T) {
		t.Parallel()
		r := bulgaria(t)
		if got := gains(r, play(t, r, false, rounds[0])) + gains(r, play(t, r, true, rounds[0])) + gains(r, tournament.State{}); got != "" {
			t.Errorf("got %s", got)
		}
	})
}

// TestPointsOfTheEvent: if the regulation gives points for the place in the whole event (A003-12), these are
// the points that a player gains.
func TestPointsOfTheEvent(t *testing.T) {
	t.Parallel()
	r := bulgaria(t)
	points := *r.Scoring.Points
	points.Given = rules.PerEvent
	other := *r
	other.Scoring.Points = &points
	got := gains(&other, play(t, &other, true, "1:13* 2:8 3:7 4:5", "2:13* 1:9 3:9 4:4"))
	for _, want := range []string{" 1. 5/", " 2. 3/", " 3. 2/", " 4. 1/"} {
		if !strings.Contains(got, want) {
			t.Errorf("got %s, want %q", got, want)
		}
	}
}

// TestFiguresOfTheLine: a figure that only the score line has comes from the line, and one that is in neither
// is 0.
func TestFiguresOfTheLine(t *testing.T) {
	t.Parallel()
	r := *bulgaria(t)
	list := r.Standings[0]
	list.Criteria = list.Criteria[:1]
	r.Standings = []rules.Standings{list}
	state := play(t, &r, true, "1:13* 2:8 3:7 4:5", "1:13* 2:9 3:8 4:4")
	if got := gains(&r, state); !strings.HasPrefix(got, "1 1. 10/26/77,63%/2/0/0/1, 2 ") {
		t.Errorf("got %s", got)
	}
	state.Rounds[1].Lines = nil
	if got := gains(&r, state); !strings.HasPrefix(got, "1 1. 10/0/0,00%/0/0/0/1, 2 ") {
		t.Errorf("without lines: got %s", got)
	}
}

func gains(r *rules.Ruleset, state tournament.State) string {
	var texts []string
	for _, g := range ranking.GainsOf(ranking.Columns(r), r, state) {
		text := fmt.Sprintf("%d %d. %s", g.Entry, g.Place, score(g.Figures))
		if !g.Ranked {
			text = "(" + text + ")"
		}
		texts = append(texts, text)
	}
	return strings.Join(texts, ", ")
}

package tournament_test

import (
	"errors"
	"fmt"
	"testing"

	"referto/internal/league"
	"referto/internal/league/tournament"
)

// TestExplainFinal: the upper one of two entries in the final order, and the criterion if the
// standings decide between them. Ranks 1 to 16 play the semifinals of CN09 3.2d.
func TestExplainFinal(t *testing.T) {
	t.Parallel()
	e := start(t, cn09(t), 25).rounds(1).withdraw(false, 25).rounds(2)
	ranked := e.state().Rounds[2].Standings
	e.draw().finish()
	if _, err := tournament.NewFinalExplainer(e.state()).Compare(1, 2); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("CN09 3.2d there is no final order before the final: %v", err)
	}
	e.draw().result(1, "declared 3 10! 4 5").finish()
	state := e.state()
	for _, tt := range []struct {
		name   string
		a, b   int // ranks after the rounds, 25 for the leaver
		above  int
		figure string // that decides, "" for none
	}{
		{"CN09 3.2d the winner of the final above who was before him after the rounds", 2, 1, 2, ""},
		{"CN09 3.2d whoever is named first", 1, 2, 2, ""},
		{"CN09 3.2d a finalist above a semifinalist", 5, 4, 4, ""},
		{"CN09 3.2d a semifinalist above who was in none", 16, 17, 16, ""},
		{"CN09 3.2b two who were in none, by the standings", 17, 24, 17, "vp"},
		{"CN09 3.2b whoever is named first", 24, 17, 17, "vp"},
		{"CN09 3.5 who left below everybody", 25, 24, 24, ""},
		{"nobody stands above himself by the final", 3, 3, 0, ""},
		{"nor by the standings", 20, 20, 0, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			entry := func(rank int) league.Entry {
				switch rank {
				case 0:
					return 0
				case 25:
					return 25
				}
				return ranked[rank-1].Entry
			}
			c, err := tournament.NewFinalExplainer(state).Compare(entry(tt.a), entry(tt.b))
			if err != nil {
				t.Fatal(err)
			}
			figure := ""
			if c.Decided >= 0 {
				figure = c.Lines[c.Decided].Criterion.Figure
			}
			if c.Above != entry(tt.above) || figure != tt.figure {
				t.Errorf("above is %d by %q, want %d by %q", c.Above, figure, entry(tt.above), tt.figure)
			}
			// Terms are those of the rounds that everybody plays, not of semifinals and final.
			for _, line := range c.Lines {
				if line.Criterion.Figure != "wins" {
					continue
				}
				if n := len(line.A.Terms); n != map[bool]int{false: 3, true: 1}[tt.a == 25] {
					t.Errorf("CN09 3.2b wins of %d games", n)
				}
			}
			if c.RowA.Entry != entry(tt.a) || c.RowB.Entry != entry(tt.b) {
				t.Errorf("the rows are of %d and %d", c.RowA.Entry, c.RowB.Entry)
			}
		})
	}
	for _, pair := range [][2]league.Entry{{1, 99}, {99, 1}} {
		c, err := tournament.NewFinalExplainer(state).Compare(pair[0], pair[1])
		if !errors.Is(err, league.ErrNotFound) || c.RowA.Entry != 0 || c.RowB.Entry != 0 {
			t.Errorf("%v: %v, rows of %d and %d", pair, err, c.RowA.Entry, c.RowB.Entry)
		}
	}
}

// TestExplainBeforeTheRoundIsOver: a game whose result is missing is no term (CN09 3.2b).
func TestExplainBeforeTheRoundIsOver(t *testing.T) {
	t.Parallel()
	state := start(t, cn09(t), 12).rounds(1).draw().result(1, "declared 10! 7 5 3").state()
	played, waits := state.Rounds[1].Tables[0].Seats[0], state.Rounds[1].Tables[1].Seats[0]
	c, err := tournament.Explain(state, "", 2, played, waits)
	if err != nil {
		t.Fatal(err)
	}
	if wins := c.Lines[0]; len(wins.A.Terms) != 2 || len(wins.B.Terms) != 1 || c.Above != played {
		t.Errorf("games of %d and of %d: %+v", played, waits, c)
	}
}

// TestStandingsAfter: the standings that exist after a round, by their ids.
func TestStandingsAfter(t *testing.T) {
	t.Parallel()
	state := start(t, fg14(t), 12).rounds(2).state()
	for _, tt := range []struct {
		name  string
		round int
		id    string
		first string // figure of the first criterion, "" if there are none
	}{
		{"FG14 3 those that seat", 1, "", "wins"},
		{"FG14 3 the same by their id", 2, "wins_first", "wins"},
		{"FG14 3 the further ones", 2, "class_points_first", "points"},
		{"CN09 3.2b those of another regulation", 2, "preliminary", ""},
		{"before the first round", 0, "", ""},
		{"of a round that has not been drawn", 3, "class_points_first", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			criteria, rows, err := state.StandingsAfter(tt.round, tt.id)
			if tt.first == "" {
				if !errors.Is(err, league.ErrNotFound) || rows != nil {
					t.Errorf("got %v with %d rows", err, len(rows))
				}
				return
			}
			if err != nil || criteria[0].Figure != tt.first || len(rows) != 12 {
				t.Fatalf("got %v with %d rows by %v", err, len(rows), criteria)
			}
			if got := fmt.Sprint(rows[0].Figures[0]); tt.first == "points" && got != "16" {
				t.Errorf("FG14 3 two games won at tables of four give 8 points each: %s", got)
			}
		})
	}
}

package standings_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
)

// TestGameOf: a seat gives each figure its term.
func TestGameOf(t *testing.T) {
	t.Parallel()
	points, share := league.NewFrac(5, 2), league.NewFrac(4063, 100)
	seat := scoring.Seat{
		Entry: 7, Counted: 13, Place: 2, Win: league.NewFrac(9, 10), Points: &points, Share: &share,
		Penalty: league.Int(-25), Figures: map[string]int{"settlements": 3},
	}
	var criteria []rules.Criterion
	for _, figure := range []string{"wins", "vp", "share", "points", "firsts", "seconds", "thirds", "settlements", "warnings", "lowest_table"} {
		criteria = append(criteria, rules.Criterion{Figure: figure, Best: rules.Most})
	}
	game := standings.GameOf(criteria, 1, 3, seat)
	if got, want := strings.Trim(fmt.Sprint(game.Terms), "[]"), "0.9 13 40.63 -22.5 0 1 0 3 0 0"; got != want || game.Entry != 7 || game.Table != 3 {
		t.Errorf("got %s, want %s", got, want)
	}
	seat.Points, seat.Share = nil, nil
	if got, want := fmt.Sprint(standings.GameOf(criteria, 1, 3, seat).Terms[2:4]), "[0 -25]"; got != want {
		t.Errorf("without points: got %s, want %s", got, want)
	}
}

// TestGive: penalties are added to the terms of games; the entry's other figures are not combined with games.
func TestGive(t *testing.T) {
	t.Parallel()
	criteria := []rules.Criterion{
		{Figure: "points", Best: rules.Most, Paragraph: "1"},
		{Figure: "lowest_table", Best: rules.Fewest, Paragraph: "6"},
	}
	var entrants []standings.Entrant
	for entry, table := range []int{2, 1, 1} {
		e := standings.EntrantOf(criteria, league.Entry(entry+1), 0, 0)
		e.Give(criteria, "lowest_table", league.Int(table))
		if entry == 2 {
			e.Give(criteria, "points", league.Int(-7))
		}
		e.Give(criteria, "weather", league.Int(9))
		entrants = append(entrants, e)
	}
	var games []standings.Game
	for entry := range 3 {
		points := league.Int(31)
		games = append(games, standings.GameOf(criteria, 1, 1, scoring.Seat{Entry: league.Entry(entry + 1), Points: &points}))
	}
	var got []string
	for _, row := range standings.Rank(criteria, entrants, games) {
		got = append(got, fmt.Sprint(row.Rank, " ", row.Entry, " ", row.Figures[0], " ", row.Par))
	}
	if text, want := strings.Join(got, ", "), "1 2 31 , 2 1 31 6, 3 3 24 1"; text != want {
		t.Errorf("got %s, want %s", text, want)
	}
}

// TestGameOfTakesCalculatedFigures: each criterion takes the figure of its own formula, in preference to a
// recorded figure of the same name.
func TestGameOfTakesCalculatedFigures(t *testing.T) {
	t.Parallel()
	criteria := []rules.Criterion{{Figure: "second"}, {Figure: "first"}, {Figure: "third"}}
	seat := scoring.Seat{
		Calculated: []scoring.Calculated{{Figure: "first", Value: league.NewFrac(1, 3)}, {Figure: "second", Value: league.Int(2)}},
		Figures:    map[string]int{"first": 9, "third": 4},
	}
	if got := fmt.Sprint(standings.GameOf(criteria, 1, 1, seat).Terms); got != "[2 1/3 4]" {
		t.Errorf("got %s", got)
	}
}

// TestRankerForgets: games of entries that were ranked earlier and are not ranked now do not count.
func TestRankerForgets(t *testing.T) {
	t.Parallel()
	criteria := []rules.Criterion{{Figure: rules.FigureVP, Best: rules.Most}}
	ranker := standings.NewRanker(criteria)
	of := func(entries ...int) (all []standings.Entrant) {
		for _, entry := range entries {
			all = append(all, standings.EntrantOf(criteria, league.Entry(entry), 0, 0))
		}
		return all
	}
	var games []standings.Game
	for entry := range 9 {
		games = append(games, standings.Game{Entry: league.Entry(entry), Terms: []league.Frac{league.Int(10 + entry)}})
	}
	for _, tt := range []struct {
		entrants []standings.Entrant
		want     string
	}{
		{of(3, 1, 7), "7:17 3:13 1:11"},
		{of(2, 5), "5:15 2:12"},
		{of(8), "8:18"},
		{of(4, 3), "4:14 3:13"},
		{nil, ""},
	} {
		var got []string
		for _, row := range ranker.Rank(tt.entrants, games) {
			got = append(got, fmt.Sprintf("%d:%v", row.Entry, row.Figures[0]))
		}
		if text := strings.Join(got, " "); text != tt.want {
			t.Errorf("got %s, want %s", text, tt.want)
		}
	}
}

package qualify_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/qualify"
	"referto/internal/league/rules/presets"
	"referto/internal/league/scoring"
)

func TestFromTables(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("just-play-2022")
	if err != nil {
		t.Fatal(err)
	}
	// table is a game placed in the order of the entries.
	table := func(number int, entries ...league.Entry) scoring.Game {
		g := scoring.Game{Table: number}
		for i, entry := range entries {
			g.Seats = append(g.Seats, scoring.Seat{Entry: entry, Place: i + 1})
		}
		return g
	}
	t.Run("JP22 2 the first two of each of two tables, by table and place", func(t *testing.T) {
		t.Parallel()
		finalists, err := qualify.FromTables(r, 8, []scoring.Game{table(1, 3, 1, 4, 2), table(2, 8, 5, 6, 7)})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		for _, q := range finalists {
			got += fmt.Sprintf("%d as %d of %d by %s; ", q.Entry, q.Seed, q.Table, q.Grounds.Cite())
		}
		if want := "3 as 1 of 1 by JP22 2; 1 as 2 of 1 by JP22 2; 8 as 1 of 2 by JP22 2; 5 as 2 of 2 by JP22 2; "; got != want {
			t.Errorf("got %s", got)
		}
	})
	t.Run("JP22 2 what is not foreseen is refused", func(t *testing.T) {
		t.Parallel()
		for entrants, want := range map[int]string{
			9: "JP22 2: no-rule-for-field (entrants=9)",
			8: "JP22 2: too-few-for-final (entrants=2, needed=4)",
		} {
			_, err := qualify.FromTables(r, entrants, []scoring.Game{table(1, 3, 1, 4, 2)})
			var no *league.RuleError
			if !errors.As(err, &no) || no.String() != want {
				t.Errorf("got %v, want %s", err, want)
			}
		}
	})
}

func TestCallUpFromTables(t *testing.T) {
	t.Parallel()
	r, err := presets.Find("just-play-2022")
	if err != nil {
		t.Fatal(err)
	}
	table := func(number int, entries ...league.Entry) scoring.Game {
		g := scoring.Game{Table: number}
		for i, entry := range entries {
			g.Seats = append(g.Seats, scoring.Seat{Entry: entry, Place: i + 1})
		}
		return g
	}
	games := []scoring.Game{table(1, 3, 1, 4, 2), table(2, 8, 5, 6, 7)}
	qualified, err := qualify.FromTables(r, 8, games)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name          string
		gone          []league.Entry
		there, vacant string
		err           string
	}{
		{"nobody has gone", nil, "3 1 8 5", "", ""},
		{"the winner has gone: the third of his table", []league.Entry{3}, "4 for 3, 1 8 5", "", ""},
		{"both of a table", []league.Entry{3, 1}, "4 for 3, 2 for 1, 8 5", "", ""},
		{"who would step in has gone too", []league.Entry{8, 6}, "3 1 7 for 8, 5", "", ""},
		{"three of a table: one place is vacant", []league.Entry{3, 1, 4}, "2 for 3, 8 5", "2 at 1 of 1", ""},
		{"all of a table: two are no final", []league.Entry{3, 1, 4, 2}, "8 5", "1 at 1 of 3; 2 at 1 of 1", "JP22 2: too-few-for-final (entrants=2, needed=4)"},
	} {
		gone := map[league.Entry]bool{}
		for _, entry := range tt.gone {
			gone[entry] = true
		}
		there, vacant, err := qualify.CallUpFromTables(r, qualified, games, gone)
		var who, empty []string
		for _, q := range there {
			text := fmt.Sprint(q.Entry)
			if q.Replaces != 0 {
				text = fmt.Sprintf("%d for %d,", q.Entry, q.Replaces)
				if q.Grounds.Cite() != "JP22 2" || q.Grounds.Reason != "called-up-from-same-table" {
					t.Errorf("%s: %s", tt.name, q.Grounds)
				}
			}
			who = append(who, text)
		}
		for _, v := range vacant {
			empty = append(empty, fmt.Sprintf("%d at %d of %d", v.Place, v.Table, v.Of))
		}
		refused := ""
		if err != nil {
			refused = err.Error()
		}
		if strings.Join(who, " ") != tt.there || strings.Join(empty, "; ") != tt.vacant || refused != tt.err {
			t.Errorf("%s: %q, vacant %q, error %q", tt.name, strings.Join(who, " "), strings.Join(empty, "; "), refused)
		}
	}
}

package qualify_test

import (
	"errors"
	"fmt"
	"testing"

	"referto/internal/league"
	"referto/internal/league/qualify"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
)

func TestFromTables(t *testing.T) {
	t.Parallel()
	r, err := rules.Preset("just-play-2022")
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

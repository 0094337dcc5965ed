package tournament_test

import (
	"testing"

	"referto/internal/league"
)

func TestJustPlay(t *testing.T) {
	t.Parallel()
	t.Run("JP22 2 of two tables the first two play the final", func(t *testing.T) {
		t.Parallel()
		e := start(t, preset(t, "just-play-2022"), 8).rounds(1)
		if got, want := finalists(e.state()), "1 2 5 6"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("JP22 2 of four tables the winners", func(t *testing.T) {
		t.Parallel()
		for n, want := range map[int]string{12: "1 4 7 10", 16: "1 5 9 13"} {
			state := start(t, preset(t, "just-play-2022"), n).rounds(1).state()
			if got := finalists(state); got != want {
				t.Errorf("%d: got %s, want %s", n, got, want)
			}
			if got := state.Finalists[3].Grounds.Cite(); got != "JP22 2" {
				t.Errorf("cited %s", got)
			}
		}
	})
	t.Run("JP22 2 another number cannot start", func(t *testing.T) {
		t.Parallel()
		if err := start(t, preset(t, "just-play-2022"), 10).state().Format.Err; err == nil || err.Cite() != "JP22 2" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("JP22 3 level players are told apart by the game, the later start at last", func(t *testing.T) {
		t.Parallel()
		e := start(t, preset(t, "just-play-2022"), 12).draw().result(1, "time-limit 8 8 6").finish()
		game := e.state().Rounds[0].Tables[0].Game
		if game.Winner != 2 || game.WinnerBy != "start" {
			t.Errorf("got %d by %s", game.Winner, game.WinnerBy)
		}
	})
	t.Run("JP22 2 the winner of the final wins the tournament", func(t *testing.T) {
		t.Parallel()
		state := start(t, preset(t, "just-play-2022"), 8).rounds(1).draw().result(1, "declared 7 10! 5 3").finish().state()
		if state.Final[0].Entry != 2 || state.Next.Kind != "" || len(state.Final) != 8 {
			t.Errorf("got %+v", state.Final)
		}
		// 3 and 7, 4 and 8 are level: they share their places.
		for i, want := range []struct {
			place int
			entry league.Entry
		}{{5, 3}, {5, 7}, {7, 4}, {7, 8}} {
			if row := state.Final[4+i]; row.Place != want.place || row.Entry != want.entry {
				t.Errorf("row %d: place %d for %d, want %+v", 5+i, row.Place, row.Entry, want)
			}
		}
	})
}

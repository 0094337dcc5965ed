package tournament_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

func bg(t *testing.T) *rules.Ruleset { t.Helper(); return preset(t, "catan-ranglista-bg") }

// lot draws the next round in order of start numbers.
func (e *event) lot() *event {
	e.t.Helper()
	e.facts.Draws = append(e.facts.Draws, e.facts.Entrants)
	return e.draw().finish()
}

func TestBulgaria(t *testing.T) {
	t.Parallel()
	t.Run("BG 1.2.3 two or three rounds, announced beforehand", func(t *testing.T) {
		t.Parallel()
		for formula, rounds := range map[string]int{"two-rounds": 2, "three-rounds": 3} {
			e := start(t, bg(t), 9)
			e.facts.Formula = formula
			if got := e.state().Format.Rounds; got != rounds {
				t.Errorf("%s: %d rounds", formula, got)
			}
		}
	})
	t.Run("BG 1.2.4 every round is drawn by lot", func(t *testing.T) {
		t.Parallel()
		e := start(t, bg(t), 7).rounds(1)
		next := e.state().Next
		if !next.Undrawn || next.Plan != nil {
			t.Errorf("not drawn yet: %+v", next)
		}
		e.facts.Draws = [][]league.Entry{{7, 6, 5, 4, 3, 2, 1}}
		next = e.state().Next
		if got, want := seats(next.Plan), "7 6 5 4 | 3 2 1"; got != want || next.Undrawn {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := seats(e.withdraw(false, 6).state().Next.Plan), "7 5 4 | 3 2 1"; got != want {
			t.Errorf("without 6: got %s, want %s", got, want)
		}
	})
	t.Run("BG 1.2.5 there is no final, the rounds decide", func(t *testing.T) {
		t.Parallel()
		state := start(t, bg(t), 8).rounds(1).lot().state()
		if state.Next.Kind != "" || len(state.Final) != 8 || state.Final[0].Entry != 1 || state.Final[0].Figures[0].String() != "10" {
			t.Errorf("next %q, final %+v", state.Next.Kind, state.Final)
		}
		if a, b := state.Final[0], state.Final[1]; a.Place != 1 || b.Place != 1 || b.Entry != 5 {
			t.Errorf("1 and 5 are level on everything: %+v, %+v", a, b)
		}
	})
	t.Run("BG 2.2.2 tournament points, then points, percentage, places", func(t *testing.T) {
		t.Parallel()
		state := start(t, bg(t), 8).draw().result(1, "declared 13! 7 6 6").result(2, "declared 13! 6 6 5").finish().state()
		for i, want := range []string{"5 first by ", "1 second by share", "2 third by points", "6 fourth by vp", "7 fifth by ", "3 sixth by points"} {
			row := state.Rounds[0].Standings[i]
			by := ""
			if row.Decided >= 0 {
				by = state.Criteria[row.Decided].Figure
			}
			if got := fmt.Sprintf("%d %s by %s", row.Entry, []string{"first", "second", "third", "fourth", "fifth", "sixth"}[i], by); got != want {
				t.Errorf("got %s, want %s", got, want)
			}
		}
	})
	t.Run("BG 2.2.2 the printed example: 82.72 leads before 76.74", func(t *testing.T) {
		t.Parallel()
		e := start(t, bg(t), 8).draw().result(1, "declared 13! 7 6 6").result(2, "declared 13! 7 6 4").finish()
		e.facts.Draws = [][]league.Entry{e.facts.Entrants}
		state := e.draw().result(1, "declared 13! 10 8 5").result(2, "declared 13! 8 7 5").finish().state()
		for i, want := range []string{"5 10 26 82.72 2 0 0", "1 10 26 76.74 2 0 0"} {
			row := state.Final[i]
			f := row.Figures
			if got := fmt.Sprint(row.Entry, " ", f[0], " ", f[1], " ", f[2].Decimal(2), " ", f[3], " ", f[4], " ", f[5]); got != want || row.Place != i+1 {
				t.Errorf("place %d: got %s, want %s", row.Place, got, want)
			}
		}
		if by := state.Final[1].Grounds; by.String() != "BG 2.2.2: event-standings (by=share, rank=2)" {
			t.Errorf("decided by %s", by)
		}
	})
	t.Run("BG 1 the game score of seven figures", func(t *testing.T) {
		t.Parallel()
		e := start(t, bg(t), 8).draw().result(1, "declared 13! 7 6 6").result(2, "declared 13! 7 6 4").finish()
		e.facts.Draws = [][]league.Entry{e.facts.Entrants}
		state := e.draw().result(1, "declared 13! 10 8 5").result(2, "declared 13! 8 7 5").finish().state()
		for i, want := range []string{"[5 13 40.63 1 0 0 0]", "[10 26 76.74 2 0 0 0]"} {
			if got := fmt.Sprint(state.Rounds[i].Lines[1]); got != want {
				t.Errorf("after round %d: got %s, want %s", i+1, got, want)
			}
		}
	})
	t.Run("BG 1.1.4 who is disqualified plays no more and stays in the ranking", func(t *testing.T) {
		t.Parallel()
		e := start(t, bg(t), 8).rounds(1).sanction(false, league.Expulsion, 5, "advantage")
		e.facts.Draws = [][]league.Entry{e.facts.Entrants}
		state := e.state()
		if got, want := seats(state.Next.Plan), "1 2 3 4 | 6 7 8"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if len(state.Rounds[0].Standings) != 8 {
			t.Errorf("%d in the ranking", len(state.Rounds[0].Standings))
		}
		e.r = read(t, e.r, "A003-6", "excluded")
		if got := len(e.state().Rounds[0].Standings); got != 7 {
			t.Errorf("read as excluded: %d in the ranking", got)
		}
	})
	t.Run("BG 1.1.4 after the results have been processed nobody is disqualified", func(t *testing.T) {
		t.Parallel()
		e := start(t, bg(t), 8).rounds(1).lot().sanction(false, league.Expulsion, 5, "advantage")
		e.facts.Sanctions[0].AfterEnd = true
		record := e.state().Record
		if len(record.Expelled) != 0 || len(record.Rejected) != 1 || record.Rejected[0].Grounds.String() != "BG 1.1.4: results-processed" {
			t.Errorf("got %+v", record)
		}
	})
	t.Run("BG 1.1.6 when two remain a substitute is named", func(t *testing.T) {
		t.Parallel()
		e := start(t, bg(t), 7).draw().withdraw(true, 6)
		table := e.state().Rounds[0].Tables[1]
		if table.Substitute == nil || table.Running != "goes-on" {
			t.Errorf("got %+v", table)
		}
		e.result(2, "declared 13! 7-1 5").result(1, "declared 13! 7-1 5 4").finish()
		state := e.state()
		if state.Rounds[0].Tables[1].Substitute == nil || state.Rounds[0].Tables[0].Substitute != nil {
			t.Errorf("tables %+v", state.Rounds[0].Tables)
		}
		if got := state.Rounds[0].Tables[1].Substitute.String(); got != "BG 1.1.6: substitute-needed (remaining=2, table=2)" {
			t.Errorf("got %s", got)
		}
		e.facts.Draws = [][]league.Entry{e.facts.Entrants}
		if err := e.state().Next.Err; err == nil || err.Reason != "no-partition" {
			t.Errorf("five are left: %v", err)
		}
	})
	t.Run("BG 1.1.7 who leaves without good reason is barred", func(t *testing.T) {
		t.Parallel()
		e := start(t, bg(t), 9).rounds(1).withdraw(false, 4, 7)
		e.facts.Withdrawals[1].Unexcused = true
		state := e.state()
		if len(state.Barred) != 1 || state.Barred[0].Entry != 7 || state.Barred[0].Grounds.Cite() != "BG 1.1.7" {
			t.Errorf("got %+v", state.Barred)
		}
		if len(state.Rounds[0].Standings) != 9 {
			t.Error("who leaves keeps his place in the ranking")
		}
	})
}

// By the letter of 3.1 a game brings no points; the place in the event does.
func TestPointsForTheEvent(t *testing.T) {
	t.Parallel()
	t.Run("BG 3.1 5/3/2/1 for the places in the tournament, read so", func(t *testing.T) {
		t.Parallel()
		e := start(t, read(t, bg(t), "A003-12", "per_event"), 8)
		e.draw().result(1, "declared 13! 7 6 6").result(2, "declared 13! 6 6 5").finish()
		if game := e.state().Rounds[0].Tables[0].Game; game.Seats[0].Points != nil {
			t.Errorf("a game gives %v", game.Seats[0].Points)
		}
		e.facts.Draws = append(e.facts.Draws, e.facts.Entrants)
		state := e.draw().result(1, "declared 13! 7 6 6").result(2, "declared 13! 6 6 5").finish().state()
		var got []string
		for _, row := range state.Final {
			got = append(got, fmt.Sprintf("%d: %d gets %v", row.Place, row.Entry, row.Points))
		}
		want := []string{"1: 5 gets 5", "2: 1 gets 3", "3: 2 gets 2", "4: 6 gets 1", "4: 7 gets 1", "6: 3 gets 0", "6: 4 gets 0", "8: 8 gets 0"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("BG 2.2.1 by the game nobody gets points for the event", func(t *testing.T) {
		t.Parallel()
		for _, row := range start(t, bg(t), 8).rounds(1).lot().state().Final {
			if row.Points != nil {
				t.Errorf("%d gets %v", row.Entry, row.Points)
			}
		}
	})
}

// TestAnnouncedTarget: 13 is printed for the base game (BG 2.2.2); the announced target of an event
// wins a game there, and caps its points.
func TestAnnouncedTarget(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		target, declared int
		want             string
	}{
		{12, 13, "counts 12 of 33"},
		{14, 15, "counts 14 of 35"},
		{0, 14, "counts 13 of 34"},
	} {
		e := start(t, bg(t), 4)
		e.facts.Target = tt.target
		e.draw().result(1, fmt.Sprintf("declared %d! 8 7 6", tt.declared)).finish()
		game := e.state().Rounds[0].Tables[0].Game
		if got := fmt.Sprintf("counts %d of %v", game.Seats[0].Counted, game.Total); got != tt.want {
			t.Errorf("BG 2.2.2, a game to %d: got %s, want %s", tt.target, got, tt.want)
		}
	}
	e := start(t, bg(t), 4)
	e.facts.Target = 14
	e.draw().result(1, "declared 13! 8 7 6").finish()
	refusedAt := func(facts tournament.Facts, pointer, reason string) {
		t.Helper()
		_, err := tournament.Replay(e.r, facts)
		var faults league.Faults
		if !errors.As(err, &faults) || faults[0].Field != pointer || faults[0].Reason != reason {
			t.Errorf("got %v, want %s at %s", err, reason, pointer)
		}
	}
	refusedAt(e.facts, "/rounds/0/tables/0/result/declaredBy", "declarer-below-target")
	e.facts.Target = 21
	refusedAt(e.facts, "/target", "target-not-allowed")
}

// TestAllButOneLeft: a game that loses all players but one goes on with one more substitute; the
// remaining player is first by declaring, the leavers are fourth (BG 1.1.6, D003-19).
func TestAllButOneLeft(t *testing.T) {
	t.Parallel()
	e := start(t, bg(t), 4).draw().result(1, "declared 13! 8-1 7-2 6-3").finish()
	table := e.state().Rounds[0].Tables[0]
	places := make([]int, len(table.Game.Seats))
	for i, seat := range table.Game.Seats {
		places[i] = seat.Place
	}
	if table.Substitute == nil || !slices.Equal(places, []int{1, 4, 4, 4}) || table.Game.Winner != table.Seats[0] {
		t.Errorf("places %v, substitute %v, winner %d", places, table.Substitute, table.Game.Winner)
	}
}

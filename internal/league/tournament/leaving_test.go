package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/tournament"
)

func TestLeaving(t *testing.T) {
	t.Parallel()
	t.Run("CN09 3.5 between rounds: out of the standings before the next is made", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 13).rounds(1).withdraw(false, 5, 1).state()
		if got, want := outs(state.Rounds[0].Struck), "1 withdrew, CN09 3.5: withdrew-after-round (round=1)\n5 withdrew, CN09 3.5: withdrew-after-round (round=1)"; got != want {
			t.Errorf("got %s", got)
		}
		if got, want := seats(state.Next.Plan), "8 11 6 9 | 12 2 7 10 | 13 3 4"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.5 in a game of four: three go on, then two would end it", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).draw().withdraw(true, 2)
		table := e.state().Rounds[0].Tables[0]
		if got := fmt.Sprint(table.Running, " ", table.Left, " ", table.Grounds); got != "goes-on [2] CN09 3.5: game-goes-on (remaining=3, table=1)" {
			t.Errorf("got %s", got)
		}
		table = e.withdraw(true, 4).state().Rounds[0].Tables[0]
		if got := fmt.Sprint(table.Running, " ", table.Left, " ", table.Grounds); got != "ends-at-once [2 4] CN09 3.5: game-ends-at-once (remaining=2, table=1)" {
			t.Errorf("got %s", got)
		}
	})
	t.Run("CN09 3.5 in a game of three: it ends at once", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).draw().withdraw(true, 6)
		if got := e.state().Rounds[0].Tables[1].Running; got != tournament.EndsAtOnce {
			t.Errorf("got %s", got)
		}
		state := e.result(2, "too-few-players 6 7-1 5").finish().state()
		game := state.Rounds[0].Tables[1].Game
		if game.Winner != 5 || state.Rounds[0].Tables[1].Running != "" {
			t.Errorf("got %+v", game)
		}
		if got, want := outs(state.Rounds[0].Struck), "6 left-game, CN09 3.5: left-game-of-round (round=1)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.5 a result that marks a leaver is enough", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 13).draw().result(1, "declared 10! 4-1 5 5").finish().state()
		if got, want := outs(state.Struck), "2 left-game, CN09 3.5: left-game-of-round (round=1)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := order(state.Rounds[0]); strings.Contains(" "+got+" ", " 2 ") {
			t.Errorf("2 is in the standings: %s", got)
		}
		if got := state.Rounds[0].Tables[0].Left; fmt.Sprint(got) != "[2]" {
			t.Errorf("got %v", got)
		}
	})
	t.Run("CN09 3.5 after the rounds: out before the finalists are found", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 12).rounds(2).withdraw(false, 5).state()
		if got, want := finalists(state), "1 6 9 11"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.5 after a semifinal: the best not qualified of the same one", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 25).rounds(3).draw().finish()
		before := e.state()
		first, second := before.Rounds[3].Tables[2].Seats[0], before.Rounds[3].Tables[2].Seats[1]
		state := e.withdraw(false, first).state()
		q := state.Finalists[2]
		if q.Entry != second || q.Replaces != first || q.Grounds.Reason != "called-up-from-same-semifinal" {
			t.Errorf("got %+v, want %d for %d", q, second, first)
		}
		if state.Qualifiers[2].Entry != first {
			t.Errorf("the qualifier is %d, was %d", state.Qualifiers[2].Entry, first)
		}
		if got := state.Next.Plan.Tables[0].Seats[2]; got != second {
			t.Errorf("at the final sits %d, want %d", got, second)
		}
	})
	t.Run("CN09 3.5 in a semifinal: he cannot be called up", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 25).rounds(3).draw().result(3, "declared 10! 8-1 7 5").finish()
		seats := e.state().Rounds[3].Tables[2].Seats
		if got := e.withdraw(false, seats[0]).state().Finalists[2].Entry; got != seats[2] {
			t.Errorf("got %d, want %d", got, seats[2])
		}
	})
	t.Run("who leaves the final is last of it and not struck", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 12).rounds(2).draw().result(1, "declared 9-1 10! 4 5").finish().state()
		if got := outs(state.Struck); got != "" {
			t.Errorf("struck: %s", got)
		}
		if got := fmt.Sprint(state.Final[0].Entry, state.Final[3].Entry); got != "5 1" {
			t.Errorf("first and fourth are %s", got)
		}
	})
	t.Run("CN09 3.5 nobody returns: the first leaving counts", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).rounds(1).withdraw(false, 5).rounds(1).withdraw(false, 5)
		if got, want := outs(e.state().Struck), "5 withdrew, CN09 3.5: withdrew-after-round (round=1)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestExpulsionIsAsLeaving(t *testing.T) {
	t.Parallel()
	t.Run("CN09 5.5b between rounds", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 13).rounds(1).sanction(false, league.Expulsion, 8, "cheating").state()
		if got, want := outs(state.Struck), "8 expelled, CN09 5.5b: expelled-directly (offense=cheating)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := seats(state.Next.Plan), "5 11 1 6 | 9 12 2 7 | 10 13 3 4"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if len(state.Record.Reports) != 1 || state.Record.Reports[0].Entry != 8 {
			t.Errorf("reports %v", state.Record.Reports)
		}
	})
	t.Run("CN09 5.5b in a game, with the result marking him: out by the expulsion", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).draw().sanction(true, league.Expulsion, 2, "cheating")
		if got := e.state().Rounds[0].Tables[0].Running; got != tournament.GoesOn {
			t.Errorf("the game %s", got)
		}
		state := e.result(1, "declared 10! 4-1 5 5").finish().state()
		if got, want := outs(state.Struck), "2 expelled, CN09 5.5b: expelled-directly (offense=cheating)"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 5.5a warnings add up over the rounds", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).rounds(1).sanction(false, league.Warning, 8, "slow-play").draw().sanction(true, league.Warning, 8, "slow-play")
		state := e.state()
		if state.Rounds[0].Record.Warnings[8] != 1 || state.Rounds[1].Record.Warnings[8] != 2 || len(state.Rounds[1].Expelled) != 1 {
			t.Errorf("got %v, then %v", state.Rounds[0].Record, state.Rounds[1].Record)
		}
	})
	t.Run("CN09 5.5b unconfirmed: nothing happens", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).rounds(1).sanction(false, league.Expulsion, 8, "cheating")
		e.facts.Sanctions[0].Confirmed = false
		state := e.state()
		if len(state.Struck) != 0 || len(state.Record.Unconfirmed) != 1 {
			t.Errorf("struck %v, unconfirmed %v", state.Struck, state.Record.Unconfirmed)
		}
	})
	t.Run("CN09 5.5b confirmed a round later: he played that round and goes then", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).rounds(1).sanction(false, league.Expulsion, 8, "cheating").rounds(1)
		e.facts.Sanctions[0].ConfirmedAt = &league.Moment{Round: 2}
		// They sat in round 2: the confirmation came later.
		state := e.state()
		if len(state.Rounds[0].Struck) != 0 || len(state.Rounds[1].Struck) != 1 {
			t.Errorf("struck %v, then %v", state.Rounds[0].Struck, state.Rounds[1].Struck)
		}
	})
}

func TestConsequences(t *testing.T) {
	t.Parallel()
	change := func(t *testing.T, before, after *event) tournament.Change {
		t.Helper()
		return tournament.Consequences(before.state(), after.state())
	}
	t.Run("CN09 5.5a the second warning in a game: out, the table goes on, a report", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).rounds(1).sanction(false, league.Warning, 8, "slow-play").draw()
		c := change(t, e, e.copy().sanction(true, league.Warning, 8, "cheating"))
		if got, want := outs(c.Struck), "8 expelled, CN09 5.5a: expelled-by-warnings (offense=cheating, warnings=2)"; got != want {
			t.Errorf("struck %s, want %s", got, want)
		}
		if len(c.Tables) != 1 || c.Tables[0].Round != 2 || c.Tables[0].Table != 1 || c.Tables[0].Running != tournament.GoesOn || c.Tables[0].Grounds.Cite() != "CN09 3.5" {
			t.Errorf("tables %+v", c.Tables)
		}
		if len(c.Reports) != 1 || c.Reports[0].Entry != 8 || c.Reports[0].To != "championship-manager" {
			t.Errorf("reports %+v", c.Reports)
		}
		if len(c.Ranks) == 0 || c.Ranks[len(c.Ranks)-1] != (tournament.RankChange{Entry: 8, Before: 3}) {
			t.Errorf("ranks %v", c.Ranks)
		}
	})
	t.Run("CN09 3.5 a leaving before the final: who comes in", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 12).rounds(2)
		c := change(t, e, e.copy().withdraw(false, 5))
		if len(c.FinalistsIn) != 1 || c.FinalistsIn[0].Entry != 11 || fmt.Sprint(c.FinalistsOut) != "[5]" {
			t.Errorf("in %v, out %v", c.FinalistsIn, c.FinalistsOut)
		}
		if diff := cmp.Diff(tournament.RankChange{Entry: 6, Before: 3, After: 2}, c.Ranks[0]); diff != "" {
			t.Error(diff)
		}
	})
	t.Run("a corrected result changes ranks, and with them the tables that follow", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).rounds(1)
		c := change(t, e, e.copy().result(4, "declared 7 10! 5"))
		want := tournament.Change{Ranks: []tournament.RankChange{{Entry: 12, Before: 7, After: 3}, {Entry: 11, Before: 3, After: 7}}}
		var figures []string
		for _, f := range c.Figures {
			figures = append(figures, fmt.Sprintf("%d %s %s-%s", f.Entry, f.Criterion.Figure, f.Before, f.After))
		}
		if got := strings.Join(figures, ", "); got != "12 wins 0-1, 12 vp 7-10, 12 share 31.81-45.45, 11 wins 1-0, 11 vp 10-7, 11 share 45.45-31.81" {
			t.Errorf("figures %s", got)
		}
		if got := seats(c.Next.Before.Plan) + " => " + seats(c.Next.After.Plan); got != "5 8 11 1 | 6 9 12 | 2 7 10 | 13 3 4 => 5 8 12 1 | 6 9 11 | 2 7 10 | 13 3 4" {
			t.Errorf("next %s", got)
		}
		c.Next, c.Figures = nil, nil
		if diff := cmp.Diff(want, c); diff != "" {
			t.Errorf("(-want +got)\n%s", diff)
		}
	})
	t.Run("after the end: places, and awards as FG14 5 gives them", func(t *testing.T) {
		t.Parallel()
		e := start(t, preset(t, "firenzegioca-2014"), 16)
		e.rounds(len(e.state().Rounds) + e.state().Format.Rounds + 1)
		after := e.copy().result(1, "declared 7 10! 5 3")
		c := change(t, e, after)
		was, is := e.state(), after.state()
		if len(c.Places) == 0 || c.Places[0] != (tournament.RankChange{Entry: is.Final[0].Entry, Before: 2, After: 1}) {
			t.Errorf("places %v", c.Places)
		}
		if len(c.Awards) == 0 || c.Awards[0] != (tournament.AwardChange{ID: was.Awards[0].ID, Before: was.Final[0].Entry, After: is.Final[0].Entry}) {
			t.Errorf("awards %v", c.Awards)
		}
	})
	t.Run("a result declared void: the game plays on", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).rounds(1)
		e.facts.Rounds[0].Closed = false
		after := e.copy()
		after.facts.Rounds[0].Tables[0].Result = nil
		c := change(t, e, after)
		if len(c.Tables) != 1 || c.Tables[0].Running != tournament.Playing {
			t.Errorf("tables %+v", c.Tables)
		}
	})
	t.Run("a withdrawal taken back", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).rounds(1)
		c := change(t, e.copy().withdraw(false, 3), e)
		if fmt.Sprint(c.Restored) != "[3]" || len(c.Struck) != 0 {
			t.Errorf("got %+v", c)
		}
	})
	t.Run("nothing changes nothing", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 25).rounds(4)
		if diff := cmp.Diff(tournament.Change{}, change(t, e, e.copy())); diff != "" {
			t.Error(diff)
		}
		empty := start(t, cn09(t), 25)
		if diff := cmp.Diff(tournament.Change{}, change(t, empty, empty)); diff != "" {
			t.Error(diff)
		}
	})
}

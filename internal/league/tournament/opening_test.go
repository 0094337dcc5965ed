package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// sixFinalists begins a regional final of six: two semifinals of three, whose first two play the
// final.
func sixFinalists(t *testing.T, entrants int) *event {
	t.Helper()
	e := start(t, cn09(t), entrants)
	e.facts.Structure = &rules.Structure{Semifinal: true, Final: true, Advance: 2}
	return e
}

// placing writes the places of a finished event with their grounds.
func placing(state tournament.State) string {
	var out []string
	for _, row := range state.Final {
		out = append(out, fmt.Sprintf("%d %d %s", row.Place, row.Entry, row.Grounds.Cite()))
	}
	return strings.Join(out, ", ")
}

// TestOpeningSemifinal plays finals that begin with their semifinal (CN09 1.7.4).
func TestOpeningSemifinal(t *testing.T) {
	t.Parallel()
	t.Run("CN09 1.7.4 six are drawn for two semifinals of three", func(t *testing.T) {
		t.Parallel()
		e := sixFinalists(t, 6)
		e.facts.FirstRound = []league.Entry{4, 1, 6, 2, 5, 3}
		next := e.state().Next
		if got := seats(next.Plan); next.Kind != league.Semifinal || got != "4 1 6 | 2 5 3" || fmt.Sprint(next.Plan.Sizes()) != "[3 3]" {
			t.Errorf("%s at %v: %s", next.Kind, next.Plan.Sizes(), got)
		}
		if g := next.Plan.Reasons[1]; g.Reason != "order-of-draw" {
			t.Errorf("drawn by %s", g)
		}
	})
	t.Run("CN09 1.7.4 the first two of both tables play the final, and its winner is the champion", func(t *testing.T) {
		t.Parallel()
		e := sixFinalists(t, 6).draw().result(1, "declared 6 10! 4").result(2, "declared 3 5 10!").finish()
		state := e.state()
		if got := finalists(state); state.Next.Kind != league.Final || got != "2 1 6 5" || seats(state.Next.Plan) != got {
			t.Fatalf("%s of %s, finalists %s", state.Next.Kind, seats(state.Next.Plan), got)
		}
		state = e.draw().result(1, "declared 8 5 7 10!").finish().state()
		want := "1 5 CN09 3.2d, 2 2 CN09 3.2d, 3 6 CN09 3.2d, 4 1 CN09 3.2d, 5 3 CN09 3.2d, 6 4 CN09 3.2d"
		if got := placing(state); state.Next.Kind != "" || got != want {
			t.Errorf("next %q, got\n%s\nwant\n%s", state.Next.Kind, got, want)
		}
	})
	t.Run("CN09 1.7.4 standings count the semifinals with which a final begins, and nothing of the final", func(t *testing.T) {
		t.Parallel()
		e := sixFinalists(t, 6).rounds(1)
		want := order(e.state().Rounds[0])
		state := e.draw().result(1, "declared 3 10! 5 7").finish().state()
		if got := order(state.Rounds[1]); got != want || want != "1 4 2 5 3 6" {
			t.Errorf("after the final %s, before it %s", got, want)
		}
		row := state.Rounds[1].Standings[0]
		if wins, vp := row.Figures[0].String(), row.Figures[1].String(); wins != "1" || vp != "10" {
			t.Errorf("%s wins and %s points of the winner of a semifinal", wins, vp)
		}
	})
	t.Run("CN09 3.4 level in such a semifinal: by warnings and lot; in the final by the semifinals", func(t *testing.T) {
		t.Parallel()
		e := sixFinalists(t, 6).draw().sanction(true, league.Warning, 2, "slow-play")
		state := e.result(1, "time-limit 8 9 9").result(2, "time-limit 4 7 7").finish().state()
		if got, by := finalists(state), state.Rounds[0].Tables[0].Game.WinnerBy; got != "3 2 5 6" || by != rules.FigureWarnings {
			t.Fatalf("finalists %s, by %s", got, by)
		}
		if by := state.Rounds[0].Tables[1].Game.WinnerBy; by != rules.FigureLot {
			t.Errorf("the second semifinal by %s", by)
		}
		game := e.draw().result(1, "time-limit 6 9 9 8").finish().state().Rounds[1].Tables[0].Game
		if got := fmt.Sprintf("%d by %s", game.Winner, game.WinnerBy); got != "5 by "+tournament.ByPreliminaryStandings {
			t.Errorf("the final to %s", got)
		}
	})
	t.Run("CN09 3.5 for who leaves after the semifinal comes the third of his table, then the other third", func(t *testing.T) {
		t.Parallel()
		e := sixFinalists(t, 6).rounds(1).withdraw(false, 1)
		state := e.state()
		if got := finalists(state); got != "3!1 2 4 5" || state.Finalists[0].Grounds.Cite() != "CN09 3.5" {
			t.Fatalf("finalists %s, the first %+v", got, state.Finalists[0])
		}
		if got := finalists(e.withdraw(false, 2).state()); got != "3!1 6!2 4 5" {
			t.Errorf("finalists %s", got)
		}
		if got := finalists(e.withdraw(false, 4).state()); got != "3!1 6!4 5" {
			t.Errorf("a final of those who are left: %s", got)
		}
		if err := e.withdraw(false, 5).state().Next.Err; err == nil || err.Error() != "CN09 3.5: nobody-left-to-call-up (replaces=2)" {
			t.Errorf("a final of two: %v", err)
		}
	})
	t.Run("CN09 3.5 who leaves in the semifinal ends its game, is last there and of all", func(t *testing.T) {
		t.Parallel()
		e := sixFinalists(t, 6).draw().withdraw(true, 1)
		if table := e.state().Rounds[0].Tables[0]; table.Running != tournament.EndsAtOnce {
			t.Fatalf("the game is %s", table.Running)
		}
		e.result(1, "too-few-players 9-1 4 6").finish()
		if got := finalists(e.state()); got != "3 2 4 5" {
			t.Fatalf("finalists %s", got)
		}
		if got := placing(e.draw().finish().state()); !strings.HasSuffix(got, "5 6 CN09 3.2d, 6 1 CN09 3.5") {
			t.Errorf("places %s", got)
		}
	})
	t.Run("CN09 3.5 two who leave one semifinal: the other table's third plays the final", func(t *testing.T) {
		t.Parallel()
		e := sixFinalists(t, 6).draw().result(1, "too-few-players 3-1 4-2 6").finish()
		if got := finalists(e.state()); got != "3 6!2 4 5" {
			t.Errorf("finalists %s", got)
		}
	})
	t.Run("CN09 5.5b who is expelled after the semifinal is replaced as one who leaves", func(t *testing.T) {
		t.Parallel()
		e := sixFinalists(t, 6).rounds(1).sanction(false, league.Expulsion, 4, "cheating")
		if got := finalists(e.state()); got != "1 2 6!4 5" {
			t.Errorf("finalists %s", got)
		}
	})
	t.Run("CN09 1.7.4 two tables fill the final with six to eight, others cannot begin so", func(t *testing.T) {
		t.Parallel()
		for entrants, want := range map[int]string{
			4: "CN09 3.2d: semifinals-do-not-fill-final (first=2, needed=4, tables=1)",
			5: "CN09 3.2a: no-partition (entrants=5, sizes=4 3)",
			6: "", 7: "", 8: "",
			9: "CN09 3.2d: semifinals-do-not-fill-final (first=2, needed=4, tables=3)",
		} {
			got := ""
			if err := sixFinalists(t, entrants).state().Format.Err; err != nil {
				got = err.Error()
			}
			if got != want {
				t.Errorf("%d: got %q, want %q", entrants, got, want)
			}
		}
	})
	t.Run("CN09 3.2 rounds before a semifinal that is drawn are no structure", func(t *testing.T) {
		t.Parallel()
		for agreed, want := range map[rules.Structure]string{
			{Rounds: 1, Semifinal: true, Final: true, Advance: 2}: "/rounds outside-range",
			{Final: true, Advance: 2}:                             "/advance of-no-use",
			{Semifinal: true, Final: true, Advance: -1}:           "/advance of-no-use",
			{Semifinal: true, Advance: 2}:                         "/semifinal no-semifinal-rule",
			{Semifinal: true, Final: true}:                        "/rounds outside-range",
		} {
			faults := tournament.CheckStructure(cn09(t), agreed)
			if len(faults) != 1 || faults[0].Field+" "+faults[0].Reason != want {
				t.Errorf("%+v: got %v, want %s", agreed, faults, want)
			}
		}
	})
	t.Run("CN09 1.7.4 with the printed schedule chosen the semifinals are drawn all the same", func(t *testing.T) {
		t.Parallel()
		e := sixFinalists(t, 6)
		e.facts.Pairing = rules.FixedSchedule
		if state := e.state(); state.Format.Err != nil || state.Next.Kind != league.Semifinal || state.Next.Plan == nil {
			t.Errorf("format %v, next %+v", state.Format.Err, state.Next)
		}
	})
}

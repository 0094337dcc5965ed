package tournament_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/tournament"
)

// vacant writes the places of the final that nobody can take: "2 of 7".
func vacant(state tournament.State) string {
	var places []string
	for _, v := range state.Vacant {
		places = append(places, fmt.Sprintf("%d of %d", v.Place, v.Of))
	}
	return strings.Join(places, ", ")
}

func reports(state tournament.State) string {
	var out []string
	for _, r := range state.Record.Reports {
		out = append(out, fmt.Sprintf("%d %s", r.Entry, r.Reason))
	}
	return strings.Join(out, ", ")
}

// The semifinals of these tests are played by 28 entrants whose first seats win: the
// tables are those of the state, and the first seat of each goes to the final.
func TestFinalPhase(t *testing.T) {
	t.Parallel()
	played := func(t *testing.T) *event {
		t.Helper()
		return start(t, cn09(t), 28).rounds(4) // three rounds and the semifinals of formula club
	}
	// table lists the players of a semifinal, the winner first.
	table := func(e *event, number int) []league.Entry { return e.facts.Rounds[3].Tables[number-1].Seats }

	t.Run("CN09 3.5, 5.5b who is expelled after his semifinal is replaced as one who gives up (D002-24)", func(t *testing.T) {
		t.Parallel()
		e := played(t)
		first := table(e, 1)
		state := e.sanction(false, league.Expulsion, first[0], "cheating").state()
		if want := fmt.Sprintf("%d!%d ", first[1], first[0]); !strings.HasPrefix(finalists(state), want) {
			t.Errorf("finalists %s, want %s…", finalists(state), want)
		}
		if got, want := reports(state), fmt.Sprintf("%d cheating", first[0]); got != want {
			t.Errorf("reports %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.5, 5.5a a second warning after a semifinal expels, of whoever steps in too (D002-24)", func(t *testing.T) {
		t.Parallel()
		e := played(t)
		first := table(e, 1)
		e.withdraw(false, first[0]).sanction(true, league.Warning, first[1], "slow-play").sanction(false, league.Warning, first[1], "cheating")
		state := e.state()
		if want := fmt.Sprintf("%d!%d ", first[2], first[0]); !strings.HasPrefix(finalists(state), want) {
			t.Errorf("finalists %s, want %s…", finalists(state), want)
		}
		if got, want := reports(state), fmt.Sprintf("%d cheating", first[1]); got != want {
			t.Errorf("reports %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.5 every semifinal replaces its own winner first, then the best of all fill what is empty (D002-24)", func(t *testing.T) {
		t.Parallel()
		e := played(t)
		e.withdraw(false, table(e, 1)...).withdraw(false, table(e, 2)[0])
		two, four := table(e, 2), table(e, 4)
		state := e.state()
		// The second of table 2 replaces their own winner, the best of the other seconds the
		// first.
		want := fmt.Sprintf("%d!%d %d!%d ", four[1], table(e, 1)[0], two[1], two[0])
		if !strings.HasPrefix(finalists(state), want) || vacant(state) != "" {
			t.Errorf("finalists %s, want %s…, vacant %q", finalists(state), want, vacant(state))
		}
	})
	t.Run("CN09 3.5 a place that nobody can take stays empty, and three play (D002-24)", func(t *testing.T) {
		t.Parallel()
		e := played(t)
		e.withdraw(false, table(e, 2)...)
		for _, number := range []int{1, 3, 4} {
			e.withdraw(false, table(e, number)[1:]...)
		}
		state := e.state()
		if got, want := vacant(state), fmt.Sprintf("2 of %d", table(e, 2)[0]); got != want {
			t.Errorf("vacant %s, want %s", got, want)
		}
		if got, want := seats(state.Next.Plan), fmt.Sprintf("%d %d %d", table(e, 1)[0], table(e, 3)[0], table(e, 4)[0]); got != want {
			t.Errorf("the final seats %s, want %s", got, want)
		}
		if state = e.rounds(1).state(); len(state.Final) == 0 || state.Final[0].Entry != table(e, 1)[0] {
			t.Errorf("final %v", state.Final)
		}
	})
	t.Run("CN09 3.5 two do not play, and are the finalists nevertheless (D002-24)", func(t *testing.T) {
		t.Parallel()
		e := played(t)
		e.withdraw(false, table(e, 2)...).withdraw(false, table(e, 4)...)
		for _, number := range []int{1, 3} {
			e.withdraw(false, table(e, number)[1:]...)
		}
		state := e.state()
		if got, want := finalists(state), fmt.Sprintf("%d %d", table(e, 1)[0], table(e, 3)[0]); got != want {
			t.Errorf("finalists %s, want %s", got, want)
		}
		if state.Next.Plan != nil || state.Next.Err == nil || state.Next.Err.Reason != "nobody-left-to-call-up" || len(state.Vacant) != 2 {
			t.Errorf("next %+v, vacant %s", state.Next, vacant(state))
		}
	})
	t.Run("CN09 5.5 expulsions of the final are reported after those before, in the order of the moments (D002-20)", func(t *testing.T) {
		t.Parallel()
		e := played(t)
		late, early := table(e, 1)[3], table(e, 2)[3]
		e.sanction(false, league.Expulsion, late, "cheating").sanction(true, league.Expulsion, early, "slow-play").draw()
		champion := e.facts.Rounds[4].Tables[0].Seats[3]
		e.sanction(true, league.Warning, champion, "slow-play").sanction(true, league.Warning, champion, "cheating")
		state := e.result(1, "declared 10! 7 5 3-1").finish().state()
		if got, want := reports(state), fmt.Sprintf("%d slow-play, %d cheating, %d cheating", early, late, champion); got != want {
			t.Errorf("reports %s, want %s", got, want)
		}
	})
}

package tournament_test

import (
	"fmt"
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
)

// stands writes the state of an entry: whether the last standings contain it, its place in the
// final order (0 if it has none there, - if there is no such order or the entry is not in it), and
// why it is out.
func stands(s tournament.State, entry league.Entry) string {
	in, place := "out", "-"
	if len(s.Rounds) > 0 && slices.ContainsFunc(s.Rounds[len(s.Rounds)-1].Standings, func(row standings.Row) bool { return row.Entry == entry }) {
		in = "in"
	}
	for _, row := range s.Final {
		if row.Entry == entry {
			place = fmt.Sprint(row.Place)
		}
	}
	why := ""
	for _, struck := range s.Struck {
		if struck.Entry == entry {
			why = fmt.Sprintf(", %s by %s", struck.Cause, struck.Grounds.Cite())
		}
	}
	return in + " " + place + why
}

// TestLeavingByRegulation: the state of the last entrant if they leave or are expelled at each
// phase of an event that is then played to its end, by each regulation.
func TestLeavingByRegulation(t *testing.T) {
	t.Parallel()
	const me = 12
	// The moments: rounds played before, and whether a game is under way.
	before, during, after, end := 0, 1, 2, 3
	tests := []struct {
		name  string
		phase int
		do    string
		want  string
	}{
		{"JP22 4/leaving after it", after, "withdraws", "out 12, withdrew by JP22"},
		{"FG14 3/leaving before the first game", before, "withdraws", "out -, withdrew by FG14 3"},
		{"FG14 3/leaving a game", during, "leaves", "out -, left-game by FG14 3"},
		{"FG14 3/leaving after the first game", after, "withdraws", "out -, withdrew by FG14 3"},
		{"FG14 3/leaving after both games", end, "withdraws", "out -, withdrew by FG14 3"},
		{"FG14 6.5b/expelled after the first game, which is as leaving", after, "is expelled", "out -, expelled by FG14 6.5b"},
		{"FG14 6.5a/warned twice", after, "is warned twice", "out -, expelled by FG14 6.5a"},
		{"FG14 6.5a/warned once", after, "is warned", "in 12"},
		{"CN09 3.5/leaving before the first round", before, "withdraws", "out 12, withdrew by CN09 3.5"},
		{"CN09 3.5/leaving a game", during, "leaves", "out 12, left-game by CN09 3.5"},
		{"CN09 3.5/leaving between two rounds", after, "withdraws", "out 12, withdrew by CN09 3.5"},
		{"CN09 3.5/leaving after the rounds", end, "withdraws", "out 12, withdrew by CN09 3.5"},
		{"CN09 5.5b/expelled between two rounds, which is as leaving", after, "is expelled", "out 12, expelled by CN09 5.5b"},
		{"CN09 5.5b/expelled, and nobody has confirmed it", after, "is expelled without a word of the first referee", "in 12"},
		{"CN09 5.5a/warned twice", after, "is warned twice", "out 12, expelled by CN09 5.5a"},
		{"CN09 5.5a/warned once", after, "is warned", "in 12"},
		{"BG 1.1.5/leaving before the first game: nothing was played that could be kept", before, "withdraws", "out 12, withdrew by BG 1.1.7"},
		{"BG 1.1.6/leaving a game: disqualified, with the result of it", during, "leaves", "in 12, left-game by BG 1.1.7"},
		{"BG 1.1.7/leaving between two rounds, with what was played", after, "withdraws", "in 12, withdrew by BG 1.1.7"},
		{"BG 1.1.4/disqualified after a game", after, "is expelled", "in 12, expelled by BG 1.1.4"},
		{"BG 1.1.4/no number of warnings disqualifies: level with the last of the other tables", after, "is warned twice", "in 10"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := start(t, regulation(t, tt.name), 12)
			next := func() {
				if len(e.facts.Rounds) > 0 && e.r.Code == "BG" {
					e.facts.Draws = append(e.facts.Draws, e.facts.Entrants)
				}
				e.draw()
			}
			act := func() {
				switch tt.do {
				case "withdraws", "leaves":
					e.withdraw(tt.do == "leaves", me)
				case "is expelled":
					e.sanction(false, league.Expulsion, me, "cheating")
				case "is expelled without a word of the first referee":
					e.sanction(false, league.Expulsion, me, "cheating").facts.Sanctions[0].Confirmed = false
				case "is warned twice":
					e.sanction(false, league.Warning, me, "slow-play").sanction(false, league.Warning, me, "slow-play")
				case "is warned":
					e.sanction(false, league.Warning, me, "slow-play")
				}
			}
			rounds := e.state().Format.Rounds
			if tt.phase == before {
				act()
			}
			for round := 1; round <= rounds; round++ {
				next()
				if tt.phase == during && round == 1 {
					act()
					e.result(3, fmt.Sprintf("declared %d! 7 5 3-1", map[bool]int{true: 13, false: 10}[e.r.Code == "BG"]))
				}
				e.finish()
				if tt.phase == after && round == 1 || tt.phase == end && round == rounds {
					act()
				}
			}
			if e.state().Next.Kind == league.Final {
				e.draw().finish()
			}
			state := e.state()
			if state.Final == nil {
				t.Fatalf("the event is not over: %+v", state.Next)
			}
			if got := stands(state, me); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestConsequencesOfVoidGames: a game that is declared void waits for the score of the next,
// and then has it; nothing else of the table changes (SQ00 base 22).
func TestConsequencesOfVoidGames(t *testing.T) {
	t.Parallel()
	e := club(t, sq00(t), 6).evenings(1)
	void := e.copy()
	result := *void.table()
	result.Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5, 6}}
	void.facts.Rounds[0].Tables[0].Result = &result
	c := tournament.Consequences(e.state(), void.state())
	if len(c.Pending) != 6 || len(c.Copied) != 0 || c.Pending[0].Grounds.String() != "SQ00 base 22: void-score-pending" {
		t.Errorf("SQ00 base 22: pending %+v, copied %+v", c.Pending, c.Copied)
	}
	if len(c.Figures) == 0 || c.Figures[0].Criterion.Figure != "points" || !c.Figures[0].After.Equal(league.Int(0)) {
		t.Errorf("SQ00 base 22: figures %+v", c.Figures)
	}
	later := void.copy().evenings(1)
	c = tournament.Consequences(void.copy().draw().state(), later.state())
	var got []string
	for _, s := range c.Copied {
		got = append(got, fmt.Sprintf("%d: round %d from %d, %s", s.Entry, s.Round, s.From, s.Points.Decimal(1)))
	}
	if len(got) != 6 || got[0] != "1: round 1 from 2, 32.0" || c.Copied[0].Grounds.String() != "SQ00 base 22: void-score-of-round (round=2)" {
		t.Errorf("SQ00 base 22: copied %q", got)
	}
	if len(c.Pending) != 0 {
		t.Errorf("SQ00 base 22: still pending %+v", c.Pending)
	}
}

// TestConsequencesForWhatComes: the bars from further events, the changed seats, and the results
// for which the next step waits.
func TestConsequencesForWhatComes(t *testing.T) {
	t.Parallel()
	t.Run("BG 1.1.7/leaving without good reason bars", func(t *testing.T) {
		t.Parallel()
		e := start(t, bg(t), 8).rounds(1)
		after := e.copy().withdraw(false, 3)
		after.facts.Withdrawals[0].Unexcused = true
		c := tournament.Consequences(e.state(), after.state())
		if len(c.Barred) != 1 || c.Barred[0].Entry != 3 || c.Barred[0].From != "future-events" || c.Barred[0].Grounds.String() != "BG 1.1.7: left-without-good-reason" {
			t.Errorf("got %+v", c.Barred)
		}
		if c := tournament.Consequences(after.state(), after.state()); len(c.Barred) != 0 {
			t.Errorf("barred before: %+v", c.Barred)
		}
	})
	t.Run("JP22 4/a reserve takes a seat", func(t *testing.T) {
		t.Parallel()
		e := start(t, preset(t, "just-play-2022"), 8).draw()
		after := e.copy()
		after.facts.Entrants = []league.Entry{1, 2, 9, 4, 5, 6, 7, 8}
		after.facts.Lots = map[league.Entry]int{1: 1, 2: 2, 9: 9, 4: 4, 5: 5, 6: 6, 7: 7, 8: 8}
		after.facts.Rounds[0].Tables[0].Seats = []league.Entry{1, 2, 9, 4}
		c := tournament.Consequences(e.state(), after.state())
		if len(c.Seats) != 1 || fmt.Sprint(c.Seats[0].Before, c.Seats[0].After) != "[1 2 3 4] [1 2 9 4]" || c.Seats[0].Round != 1 || c.Seats[0].Table != 1 {
			t.Errorf("got %+v", c.Seats)
		}
	})
	t.Run("BG 1.1.5/a table is not played any more", func(t *testing.T) {
		t.Parallel()
		e := start(t, bg(t), 11).draw()
		after := e.copy()
		after.facts.Rounds[0].Tables = after.facts.Rounds[0].Tables[:2]
		for _, entry := range []league.Entry{9, 10, 11} {
			after.facts.Absences = append(after.facts.Absences, tournament.Absence{Entry: entry, Round: 1, AfterDraw: 1})
		}
		c := tournament.Consequences(e.state(), after.state())
		if len(c.Seats) != 1 || c.Seats[0].Table != 3 || c.Seats[0].After != nil || len(c.Seats[0].Before) != 3 {
			t.Errorf("got %+v", c.Seats)
		}
	})
	t.Run("SQ00 base 1/somebody comes late to the next round", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 12).evenings(1)
		after := e.copy()
		after.facts.Arrivals = []tournament.Arrival{{Entry: 3, Round: 2, Minutes: 4}}
		c := tournament.Consequences(e.state(), after.state())
		if c.Next == nil || len(c.Next.Before.Late) != 0 || len(c.Next.After.Late) != 1 || c.Next.After.Late[0].CardsForgone != 3 {
			t.Errorf("got %+v", c.Next)
		}
	})
	t.Run("CN09 3.2a/so many leave that the next round cannot be played", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 12).rounds(1)
		after := e.copy().withdraw(false, 6, 7, 8, 9, 10, 11, 12)
		c := tournament.Consequences(e.state(), after.state())
		if c.Next == nil || c.Next.Before.Err != nil || c.Next.After.Err == nil || c.Next.After.Err.Cite() != "CN09 3.2a" || c.Next.After.Plan != nil {
			t.Errorf("got %+v", c.Next)
		}
	})
	t.Run("CN09 3.2/a result is missing again", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 12).rounds(1)
		after := e.copy()
		after.facts.Rounds[0].Tables[1].Result = nil
		c := tournament.Consequences(e.state(), after.state())
		if c.Next == nil || fmt.Sprint(c.Next.After.Missing) != "[2]" || c.Next.After.Plan != nil {
			t.Errorf("got %+v", c.Next)
		}
	})
}

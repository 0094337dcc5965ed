package tournament_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

func sq00(t rapid.TB) *rules.Ruleset { t.Helper(); return preset(t, "risiko-squadre-2000") }

// club begins an event of n entrants whose ranks in the previous event follow their start numbers.
func club(t rapid.TB, r *rules.Ruleset, n int) *event {
	t.Helper()
	e := &event{t: t, r: r}
	for i := range n {
		e.facts.Entrants = append(e.facts.Entrants, league.Entry(i+1))
	}
	e.facts.Previous = e.facts.Entrants
	return e
}

// evening writes down every table of the last round: at a table of six the first
// three seats are team A and win by 20 points, the best by 10 (32.0 and 6.0); at
// another the first seat gets 20 points, the next 19 and so on.
func (e *event) evening() *event {
	e.t.Helper()
	round := &e.facts.Rounds[len(e.facts.Rounds)-1]
	for i := range round.Tables {
		table := &round.Tables[i]
		result := &league.Result{Ended: league.Completed}
		for j, entry := range table.Seats {
			seat := league.SeatResult{Entry: entry}
			if len(table.Seats) == 6 {
				seat.Objective = e.r.Game.Objectives[j].ID
				seat.VP = []int{60, 50, 50, 50, 50, 40}[j]
				seat.Figures = map[string]int{"territories": 7, "armies": 20, "cards": 1, "risiko": 0}
			} else {
				points := league.Int(20 - j)
				seat.Points = &points
			}
			result.Seats = append(result.Seats, seat)
		}
		table.Result = result
	}
	round.Closed = true
	return e
}

func (e *event) evenings(n int) *event {
	e.t.Helper()
	for range n {
		e.draw().evening()
	}
	return e
}

// away records that an entry does not come to the next round.
func (e *event) away(entry league.Entry) *event {
	e.facts.Absences = append(e.facts.Absences, tournament.Absence{Entry: entry, Round: len(e.facts.Rounds) + 1})
	return e
}

func (e *event) table() *league.Result {
	return e.facts.Rounds[len(e.facts.Rounds)-1].Tables[0].Result
}

// level writes down 32 points for everybody at the tables of the last round that
// are scored elsewhere.
func (e *event) level() *event {
	e.t.Helper()
	for _, table := range e.facts.Rounds[len(e.facts.Rounds)-1].Tables {
		for i := range table.Result.Seats {
			if len(table.Seats) != 6 {
				table.Result.Seats[i].Points = ptr(32)
			}
		}
	}
	return e
}

// points writes the standings after a round as "1 32.0, 2 32.0".
func points(round tournament.RoundState) string {
	var out []string
	for _, row := range round.Standings {
		out = append(out, fmt.Sprintf("%d %s", row.Entry, row.Figures[0].Decimal(1)))
	}
	return strings.Join(out, ", ")
}

func TestSquadre(t *testing.T) {
	t.Parallel()
	t.Run("SQ00 4 the first round follows the tournament before, the last play at five", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 11)
		e.facts.Previous = []league.Entry{11, 10, 9}
		if got, want := seats(e.state().Next.Plan), "11 10 9 1 2 3 | 4 5 6 7 8"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("SQ00 4 later rounds follow the standings, or the tournament before", func(t *testing.T) {
		t.Parallel()
		for value, want := range map[string]string{"current_standing": "1 2 3 7 8 9 | 10 4 5 6", "previous_tournament": "1 2 3 4 5 6 | 7 8 9 10"} {
			e := club(t, read(t, sq00(t), "A004-7", value), 10).evenings(1)
			if got := seats(e.state().Next.Plan); got != want {
				t.Errorf("%s: got %s, want %s", value, got, want)
			}
		}
	})
	t.Run("SQ00 6 level players: the lowest table, then the standings of the round before", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 14).draw().evening().level()
		round := e.state().Rounds[0]
		if got, want := order(round), "1 2 3 7 8 9 10 11 12 13 14 4 5 6"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		for i, want := range []string{"", "earlier-rank", "earlier-rank", "lowest_table", "earlier-rank"} {
			if row := round.Standings[i]; row.Decided >= 0 && e.state().Criteria[row.Decided].Figure != want || row.Decided < 0 && want != "" {
				t.Errorf("row %d by criterion %d, want %s", i+1, row.Decided, want)
			}
		}
	})
	t.Run("SQ00 6 read as all tables in ascending order", func(t *testing.T) {
		t.Parallel()
		for value, want := range map[string]string{"lowest_table": "1 2 3 4 5 6 7 8", "all_tables": "4 1 2 3 5 6 7 8"} {
			// Everybody has the same points; 4 alone plays at table 1 twice.
			e := club(t, read(t, sq00(t), "A004-5", value), 8).draw().evening().level().draw()
			e.facts.Rounds[1].Tables[0].Seats = []league.Entry{4, 5, 6, 7}
			e.facts.Rounds[1].Tables[1].Seats = []league.Entry{1, 2, 3, 8}
			if got := order(e.evening().level().state().Rounds[1]); got != want {
				t.Errorf("%s: got %s, want %s", value, got, want)
			}
		}
	})
	t.Run("SQ00 7 kin sit apart but for the last round", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 12)
		e.facts.Apart = apart(1, 3)
		if got, want := seats(e.state().Next.Plan), "1 2 4 5 6 7 | 3 8 9 10 11 12"; got != want {
			t.Errorf("first round: got %s, want %s", got, want)
		}
		if next := e.evenings(2).state().Next; next.Plan.Moves != nil {
			t.Errorf("last round: moved %v", next.Plan.Moves)
		}
	})
	t.Run("SQ00 8 three rounds, and who has played one is not classified", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 12).evenings(1)
		e.away(12).evenings(1).away(12)
		state := e.evenings(1).state()
		last := state.Final[11]
		if state.Next.Kind != "" || last.Entry != 12 || last.Place != 0 || last.Grounds.String() != "SQ00 8: too-few-games (games=1, needed=2)" {
			t.Errorf("next %q, last %+v", state.Next.Kind, last)
		}
		if got := state.Final[10].Place; got != 11 {
			t.Errorf("the last classified has place %d", got)
		}
	})
	t.Run("SQ00 base 1 up to ten minutes late gives up three cards, later does not play", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 12)
		e.facts.Arrivals = []tournament.Arrival{{Entry: 12, Round: 1, Minutes: 11}, {Entry: 3, Round: 1, Minutes: 10}, {Entry: 4, Round: 1, Minutes: -3}}
		next := e.state().Next
		if got, want := seats(next.Plan), "1 2 3 4 5 6 | 7 8 9 10 11"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		var got []string
		for _, l := range e.draw().state().Rounds[0].Late {
			got = append(got, fmt.Sprintf("%d plays %v, %d cards, %s", l.Entry, l.Plays, l.CardsForgone, l.Grounds))
		}
		if text, want := strings.Join(got, "; "), "3 plays true, 3 cards, SQ00 base 1: came-late (minutes=10); 12 plays false, 0 cards, SQ00 base 1: came-too-late (minutes=11)"; text != want {
			t.Errorf("got %s", text)
		}
	})
	t.Run("SQ00 penalties seven points off the running standings, more at the referee's discretion", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 6).evenings(1)
		e.facts.Sanctions = []league.Sanction{
			{Entry: 1, Kind: league.Points, Reason: "disturbance", At: e.now(false)},
			{Entry: 2, Kind: league.Points, Reason: "objective-revealed", At: e.now(false), Points: ptr(-15)},
		}
		if got, want := points(e.state().Rounds[0]), "3 32.0, 1 25.0, 2 17.0, 4 6.0, 5 6.0, 6 6.0"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("SQ00 base 6 deliberate excess costs 25 points", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 6).evenings(1)
		e.facts.Sanctions = []league.Sanction{{Entry: 1, Kind: league.Points, Reason: "deliberate-overplacement", At: e.now(true)}}
		if got, want := points(e.state().Rounds[0]), "2 32.0, 3 32.0, 1 7.0, 4 6.0, 5 6.0, 6 6.0"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("SQ00 base 20 who retires from a game loses 25 points and may play the next", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 6).draw().evening()
		e.table().Seats[0].Left = 1
		state := e.state()
		if got, want := points(state.Rounds[0]), "2 32.0, 3 32.0, 1 7.0, 4 6.0, 5 6.0, 6 6.0"; got != want || len(state.Struck) != 0 {
			t.Errorf("got %s, struck %v", got, state.Struck)
		}
	})
	t.Run("SQ00 base 22 a void game has the score of the next round", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 6).draw().evening()
		e.table().Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5, 6}}
		round := e.state().Rounds[0]
		if got, want := points(round), "1 0.0, 2 0.0, 3 0.0, 4 0.0, 5 0.0, 6 0.0"; got != want || len(round.Pending) != 6 || round.Games[1] != 1 {
			t.Errorf("got %s, pending %v, games %v", got, round.Pending, round.Games)
		}
		round = e.away(6).evenings(1).state().Rounds[1]
		if got, want := points(round), "1 40.0, 2 38.0, 3 36.0, 4 34.0, 5 32.0, 6 0.0"; got != want || len(round.Pending) != 1 {
			t.Errorf("got %s, want %s; pending %v", got, want, round.Pending)
		}
		if round = e.away(6).evenings(1).state().Rounds[2]; len(round.Pending) != 0 {
			t.Errorf("at the end: pending %v", round.Pending)
		}
	})
	t.Run("SQ00 base 20 who retires from a void game loses 25 points besides its score", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 6).draw().evening()
		e.table().Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5, 6}}
		e.table().Seats[2].Left = 1
		if got, want := points(e.state().Rounds[0]), "1 0.0, 2 0.0, 4 0.0, 5 0.0, 6 0.0, 3 -25.0"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		state := e.evenings(1).state()
		for _, row := range state.Rounds[1].Standings {
			if row.Entry == 3 && row.Figures[0].String() != "-13" { // 6 points of the next round, twice
				t.Errorf("got %s", row.Figures[0])
			}
		}
		c, err := tournament.Explain(state, "", 2, 3, 1)
		if err != nil || c.Lines[0].A.Total.String() != "-13" {
			t.Errorf("the terms come to %+v, %v", c.Lines[0].A, err)
		}
	})
	t.Run("SQ00 base 22 in the last round it has that of the last round played", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 5).evenings(2).draw().evening()
		e.facts.Rounds[2].Tables[0].Result.Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5}}
		for i := range e.table().Seats {
			e.table().Seats[i].Points = nil
		}
		if got, want := points(e.state().Rounds[2]), "1 60.0, 2 57.0, 3 54.0, 4 51.0, 5 48.0"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("SQ00 base 22 who wrecks a game is out of the tournament", func(t *testing.T) {
		t.Parallel()
		e := club(t, sq00(t), 6).draw().evening()
		e.table().Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5}, AtFault: []league.Entry{6}}
		state := e.state()
		if got, want := outs(state.Struck), "6 wrecked-game, SQ00 base 22: wrecked-game-of-round (round=1)"; got != want || len(state.Rounds[0].Standings) != 5 {
			t.Errorf("got %s; %s", got, order(state.Rounds[0]))
		}
	})
	t.Run("SQ00 8 a void game counts as played, or not", func(t *testing.T) {
		t.Parallel()
		for value, want := range map[string]int{"counts_as_played": 1, "not_played": 0} {
			e := club(t, read(t, sq00(t), "A004-4", value), 6).draw().evening()
			e.table().Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5, 6}}
			if got := e.state().Rounds[0].Games[1]; got != want {
				t.Errorf("%s: %d games", value, got)
			}
		}
	})
}

// TestCopiedScores: from which round a void game has its points.
func TestCopiedScores(t *testing.T) {
	t.Parallel()
	e := club(t, sq00(t), 6).draw().evening()
	e.table().Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5, 6}}
	if first := e.state().Rounds[0]; len(first.Pending) != 6 || first.Copied != nil {
		t.Errorf("nothing is known after the void game: %+v, %+v", first.Pending, first.Copied)
	}
	e.evenings(2)
	for _, round := range e.state().Rounds[1:] {
		score, ok := round.CopiedTo(1, 1)
		if !ok || score.From != 2 || score.Points.IsZero() || round.Pending != nil {
			t.Errorf("SQ00 base 22: the points of round 2: %+v, %v", score, round.Pending)
		}
		if _, ok := round.CopiedTo(1, 2); ok {
			t.Error("round 2 is not void")
		}
	}
}

func ptr(n int) *league.Frac {
	f := league.Int(n)
	return &f
}

// TestPeopleThatContradict: each is refused with its place.
func TestPeopleThatContradict(t *testing.T) {
	t.Parallel()
	tests := map[string]func(*tournament.Facts){
		"/absences/0/entry not-an-entrant": func(f *tournament.Facts) { f.Absences = []tournament.Absence{{Entry: 77, Round: 1}} },
		"/absences/0/round no-such-round":  func(f *tournament.Facts) { f.Absences = []tournament.Absence{{Entry: 1, Round: 3}} },
		"/arrivals/0/round no-such-round":  func(f *tournament.Facts) { f.Arrivals = []tournament.Arrival{{Entry: 1, Round: 0}} },
		"/apart/0/pair/1 not-an-entrant":   func(f *tournament.Facts) { f.Apart = apart(1, 77) },
		"/apart/0/pair apart-from-himself": func(f *tournament.Facts) { f.Apart = apart(1, 1) },
		"/previous/1 entry-twice":          func(f *tournament.Facts) { f.Previous = []league.Entry{1, 1} },
		"/previous/0 not-an-entrant":       func(f *tournament.Facts) { f.Previous = []league.Entry{77} },
		"/draws/0 not-every-entrant-once":  func(f *tournament.Facts) { f.Draws = [][]league.Entry{{1, 2}} },
		"/sanctions/0/points points-missing": func(f *tournament.Facts) {
			f.Sanctions = []league.Sanction{{Entry: 1, Kind: league.Points, Reason: "laughing", At: league.Moment{Round: 1}}}
		},
	}
	for _, want := range slices.Sorted(maps.Keys(tests)) {
		e := club(t, sq00(t), 6).evenings(1)
		tests[want](&e.facts)
		_, err := tournament.Replay(e.r, e.facts)
		var faults league.Faults
		if !errors.As(err, &faults) || len(faults) != 1 || faults[0].Field+" "+faults[0].Reason != want {
			t.Errorf("want %s, got %v", want, err)
		}
	}
	e := start(t, cn09(t), 12)
	e.facts.Arrivals = []tournament.Arrival{{Entry: 1, Round: 1, Minutes: 5}}
	if _, err := tournament.Replay(e.r, e.facts); err == nil {
		t.Error("lateness without a rule passes")
	}
}

func TestExplainWithPenaltiesAndVoidGames(t *testing.T) {
	t.Parallel()
	e := club(t, sq00(t), 6).draw().evening()
	e.table().Void = &league.Void{For: []league.Entry{1, 2, 3, 4, 5, 6}}
	e.evenings(1)
	e.facts.Sanctions = []league.Sanction{{Entry: 1, Kind: league.Points, Reason: "disturbance", At: e.now(false)}}
	state := e.state()
	c, err := tournament.Explain(state, "", 2, 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range state.Rounds[1].Standings {
		if terms := c.Lines[0].A.Terms; len(terms) != 2 || !terms[0].Value.Equal(terms[1].Value) || terms[0].Value.IsZero() {
			t.Errorf("SQ00 base 22: the void game has the points of the next round: %+v", terms)
		}
		if row.Entry == 1 && !c.Lines[0].A.Total.Equal(row.Figures[0]) || row.Entry == 2 && !c.Lines[0].B.Total.Equal(row.Figures[0]) {
			t.Errorf("the sums are not those of the standings: %+v, row %+v", c.Lines[0], row)
		}
	}
}

// apart returns a pair who must not sit at one table in any round.
func apart(a, b league.Entry) []tournament.Apart {
	return []tournament.Apart{{Pair: [2]league.Entry{a, b}}}
}

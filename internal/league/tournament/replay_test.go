package tournament_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/schedule"
	"referto/internal/league/seating"
	"referto/internal/league/tournament"
)

func TestPreliminaryRounds(t *testing.T) {
	t.Parallel()
	t.Run("CN09 3.2 the structure follows from who started", func(t *testing.T) {
		t.Parallel()
		format := start(t, cn09(t), 17).state().Format
		if diff := cmp.Diff(rules.Structure{Rounds: 3, Final: true}, format.Structure); diff != "" {
			t.Error(diff)
		}
		if got := fmt.Sprint(format.TableSizes, " ", format.Grounds.Cite()); got != "[4 4 3 3 3] CN09 3.2" {
			t.Errorf("got %s", got)
		}
	})
	t.Run("CN09 3.2a the first round follows the lots, or the order drawn for it", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13)
		next := e.state().Next
		if got, want := seats(next.Plan), "1 2 3 4 | 5 6 7 | 8 9 10 | 11 12 13"; got != want || next.Number != 1 || next.Kind != league.Preliminary {
			t.Errorf("got %s as %s round %d", got, next.Kind, next.Number)
		}
		e.facts.FirstRound = []league.Entry{13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1}
		if got, want := seats(e.withdraw(false, 11).state().Next.Plan), "13 12 10 9 | 8 7 6 5 | 4 3 2 1"; got != want {
			t.Errorf("without 11: got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.2b later rounds follow the standings", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 13).rounds(1).state()
		round := state.Rounds[0]
		// The winners by share: 10 of 22 at the threes, of 25 at the four.
		if got, want := order(round), "5 8 11 1 6 9 12 2 7 10 13 3 4"; got != want {
			t.Errorf("standings %s, want %s", got, want)
		}
		if got, want := seats(round.Next.Plan), "5 8 11 1 | 6 9 12 | 2 7 10 | 13 3 4"; got != want {
			t.Errorf("next %s, want %s", got, want)
		}
		if row := round.Standings[1]; !row.ByLot || row.Par != "3.2b" {
			t.Errorf("second row %+v", row)
		}
		if row := round.Standings[3]; row.ByLot || row.Par != "3.2c" {
			t.Errorf("fourth row %+v", row)
		}
	})
	t.Run("CN09 3.2a the number of rounds does not change when players leave", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 17).rounds(1).withdraw(false, 1, 2, 3, 4, 5)
		state := e.rounds(2).state()
		if state.Format.Rounds != 3 || state.Next.Kind != league.Final {
			t.Errorf("%d rounds, then %s", state.Format.Rounds, state.Next.Kind)
		}
	})
	t.Run("CN09 3.2 another structure may be agreed", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 16)
		e.facts.Structure = &rules.Structure{Rounds: 1, Semifinal: true, Final: true}
		state := e.rounds(1).state()
		if state.Next.Kind != league.Semifinal || state.Format.Grounds.String() != "CN09 3.2: structure-agreed (by=championship-manager)" {
			t.Errorf("got %s, %s", state.Next.Kind, state.Format.Grounds)
		}
	})
	t.Run("without a final the standings are the end", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 12)
		e.facts.Structure = &rules.Structure{Rounds: 2}
		state := e.rounds(2).state()
		if state.Next.Kind != "" || len(state.Final) != 12 || state.Final[0].Entry != state.Rounds[1].Standings[0].Entry {
			t.Errorf("next %q, final %v", state.Next.Kind, state.Final)
		}
	})
}

func TestWhileResultsAreMissing(t *testing.T) {
	t.Parallel()
	e := start(t, cn09(t), 13).draw().result(2, "declared 10! 6 4").result(4, "declared 10! 6 4")
	round := e.state().Rounds[0]
	if round.Complete || fmt.Sprint(round.Next.Missing) != "[1 3]" || round.Next.Plan != nil || !round.Next.Provisional {
		t.Errorf("two are missing: %+v", round.Next)
	}
	if got, want := order(round), "5 11 6 12 7 13 1 2 3 4 8 9 10"; got != want {
		t.Errorf("provisional standings %s, want %s", got, want)
	}
	if got := round.Tables[0].Running; got != tournament.Playing {
		t.Errorf("table 1 is %q", got)
	}
	e.result(1, "declared 10! 6 4 2").result(3, "declared 10! 6 4")
	round = e.state().Rounds[0]
	if !round.Complete || round.Next.Plan == nil || !round.Next.Provisional {
		t.Errorf("complete but not closed: %+v", round.Next)
	}
	if round = e.finish().state().Rounds[0]; round.Next.Provisional {
		t.Errorf("closed: %+v", round.Next)
	}
}

func TestLevelLeaders(t *testing.T) {
	t.Parallel()
	// Two rounds of twelve; at the best table of the second, two players are level, and the one
	// with the better standing sits second.
	prepare := func(t *testing.T, r *rules.Ruleset) *event {
		t.Helper()
		e := start(t, r, 12).draw().result(1, "declared 10! 9 2 1").result(2, "declared 10! 8 7 6").finish().draw()
		if got, want := seatsDrawn(e), "1 9 5 2 | 6 10 7 8 | 11 12 3 4"; got != want {
			t.Fatalf("round 2 is %s", got)
		}
		return e
	}
	winner := func(e *event) string {
		game := e.state().Rounds[1].Tables[0].Game
		return fmt.Sprintf("%d by %s, %s", game.Winner, game.WinnerBy, game.Decision.Cite())
	}
	t.Run("CN09 3.4 the criteria of 3.2b over the games so far", func(t *testing.T) {
		t.Parallel()
		e := prepare(t, cn09(t)).result(1, "time-limit 5 6 9 9")
		if got, want := winner(e), "5 by wins, CN09 3.4"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.4 points, then percentage so far", func(t *testing.T) {
		t.Parallel()
		e := prepare(t, cn09(t)).result(1, "time-limit 9 9 9 5")
		if got, want := winner(e), "1 by share, CN09 3.4"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.4 read as this game only: warnings, then lot", func(t *testing.T) {
		t.Parallel()
		r, err := cn09(t).WithReading("A002-3", "this_game_only")
		if err != nil {
			t.Fatal(err)
		}
		e := prepare(t, r).result(1, "time-limit 5 6 9 9")
		if got, want := winner(e), "2 by lot, CN09 3.4"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if got, want := winner(e.copy().sanction(true, league.Warning, 2, "slow-play")), "5 by warnings, CN09 3.4"; got != want {
			t.Errorf("warned in this game: got %s, want %s", got, want)
		}
		if got, want := winner(e.copy().sanction(false, league.Warning, 2, "slow-play")), "2 by lot, CN09 3.4"; got != want {
			t.Errorf("warned after it: got %s, want %s", got, want)
		}
	})
}

// seatsDrawn writes the last round of the facts as seats does a plan.
func seatsDrawn(e *event) string {
	var plan seating.Plan
	for _, table := range e.facts.Rounds[len(e.facts.Rounds)-1].Tables {
		plan.Tables = append(plan.Tables, seating.Table{Number: table.Number, Seats: table.Seats})
	}
	return seats(&plan)
}

func TestFixedSchedule(t *testing.T) {
	t.Parallel()
	t.Run("CN09 3.3 every round is laid down at the start", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 13).preset().state()
		if len(state.Schedule) != 2 {
			t.Fatalf("%d rounds", len(state.Schedule))
		}
		if got, want := seats(&state.Schedule[1]), "3 8 10 13 | 4 7 9 | 1 6 12 | 2 5 11"; got != want {
			t.Errorf("round 2 is %s, want %s", got, want)
		}
		if got, want := seats(state.Next.Plan), "1 5 9 13 | 2 6 10 | 3 7 11 | 4 8 12"; got != want {
			t.Errorf("next is %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.3 with seventeen, places 14 to 16 fall away", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 17).preset()
		if e.facts.Places[14] != 17 || e.facts.Places[17] != 20 {
			t.Errorf("places %v", e.facts.Places)
		}
		// Entries 14 to 17 hold the places 17 to 20.
		if got, want := seats(e.rounds(1).state().Next.Plan), "15 8 10 13 | 14 7 9 | 17 6 12 | 16 5 11 | 1 2 3 4"; got != want {
			t.Errorf("round 2 is %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.3 the schedule never varies, whatever the standings", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 16).preset().rounds(1).state()
		if got, want := seats(state.Next.Plan), seats(&state.Schedule[1]); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("CN09 3.5 who leaves is missing at his tables", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 13).preset().rounds(1).withdraw(false, 13)
		if got, want := seats(e.state().Next.Plan), "3 8 10 | 4 7 9 | 1 6 12 | 2 5 11"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		next := e.withdraw(false, 12).state().Next
		if next.Plan != nil || next.Err == nil || next.Err.Error() != "CN09 3.3: scheduled-table-too-small (seats=2, table=3)" {
			t.Errorf("a table of two: %+v", next)
		}
	})
	t.Run("CN09 3.3 nothing is printed for twelve", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 12)
		e.facts.Pairing, e.facts.Places = rules.FixedSchedule, e.facts.Lots
		if err := e.state().Format.Err; err == nil || err.Error() != "CN09 3.3: no-schedule (entrants=12)" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("a schedule for some rounds, the standings for the rest", func(t *testing.T) {
		t.Parallel()
		r := *cn09(t)
		r.Seating.Pairings = slices.Clone(r.Seating.Pairings)
		preset := &r.Seating.Pairings[1]
		preset.ScheduledRounds, preset.Standings = 2, r.Seating.Pairings[0].Standings
		e := start(t, &r, 18).preset()
		state := e.state()
		if len(state.Schedule) != 2 || state.Format.Rounds != 3 || state.ScheduleQuality.Repeats != 0 {
			t.Fatalf("%d rounds of %d laid down: %+v", len(state.Schedule), state.Format.Rounds, state.ScheduleQuality)
		}
		if next := e.rounds(1).state().Next.Plan; seats(next) != seats(&state.Schedule[1]) {
			t.Errorf("round 2: %s, want %s", seats(next), seats(&state.Schedule[1]))
		}
		// A player who leaves after the schedule leaves no gap: the others are split anew.
		third := e.rounds(1).withdraw(false, 18, 17).state()
		ranked := strings.Fields(order(third.Rounds[1]))
		ranked = slices.DeleteFunc(ranked, func(entry string) bool { return entry == "17" || entry == "18" })
		if got, want := strings.ReplaceAll(seats(third.Next.Plan), " | ", " "), strings.Join(ranked, " "); got != want || len(third.Next.Plan.Tables) != 4 {
			t.Errorf("round 3: %s, want %s", seats(third.Next.Plan), want)
		}
		if got := third.Next.Plan.Reasons; got[len(got)-1].String() != "CN09 3.3: order-of-standings" {
			t.Errorf("round 3 is seated because of %s", got)
		}
		preset.Rematches = &rules.Rematches{Within: 8, Paragraph: "3.3"}
		if plan := e.state().Next.Plan; len(plan.Moves) == 0 {
			t.Errorf("round 3 with those kept apart who have met: %s", seats(plan))
		}
		if short := start(t, &r, 13).preset().state(); len(short.Schedule) != 2 {
			t.Errorf("of two rounds %d are laid down", len(short.Schedule))
		}
	})
	t.Run("CN09 3.3 where none is printed, one may be made", func(t *testing.T) {
		t.Parallel()
		for _, n := range []int{12, 21, 40} {
			e := start(t, read(t, cn09(t), "D002-6", "schedule/1"), n).preset()
			state := e.state()
			if state.Format.Err != nil || len(state.Schedule) != state.Format.Rounds {
				t.Fatalf("%d entrants: %d rounds, %v", n, len(state.Schedule), state.Format.Err)
			}
			q := state.ScheduleQuality
			if state.ScheduleBy != rules.MakeSchedule || q.Repeats != map[int]int{12: 3}[n] || q.Repeats != q.LeastRepeats {
				t.Errorf("%d entrants: by %q, %+v", n, state.ScheduleBy, q)
			}
			second := e.rounds(1).state().Next.Plan
			if seats(second) != seats(&state.Schedule[1]) || second.Reasons[0].String() != "CN09 3.3: made-schedule-round (algorithm=schedule/1, round=2)" {
				t.Errorf("%d entrants, round 2: %s, %s", n, seats(second), second.Reasons)
			}
		}
	})
	t.Run("CN09 3.3 where one is printed it stays", func(t *testing.T) {
		t.Parallel()
		state := start(t, read(t, cn09(t), "D002-6", "schedule/1"), 17).preset().state()
		if got, want := seats(&state.Schedule[0]), "1 5 9 13 | 2 6 10 | 3 7 11 | 4 8 12 | 14 15 16 17"; got != want {
			t.Errorf("round 1 is %s, want %s", got, want)
		}
		want := schedule.Quality{Short: schedule.Spread{Most: 3}, Seats: schedule.Spread{Most: 3}}
		if state.ScheduleBy != "" || *state.ScheduleQuality != want {
			t.Errorf("by %q, %+v, want %+v", state.ScheduleBy, *state.ScheduleQuality, want)
		}
	})
	t.Run("CN09 3.3 places must be those of the schedule", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 17).preset()
		e.facts.Places = e.facts.Lots
		if err := e.state().Next.Err; err == nil || err.Reason != "places-not-those-of-schedule" {
			t.Errorf("got %v", err)
		}
	})
}

func TestFinals(t *testing.T) {
	t.Parallel()
	t.Run("CN09 3.2d the first four play the final", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 12).rounds(2).state()
		if state.Next.Kind != league.Final || finalists(state) != "1 5 6 9" || seats(state.Next.Plan) != finalists(state) {
			t.Errorf("%s of %s, finalists %s; standings %s", state.Next.Kind, seats(state.Next.Plan), finalists(state), order(state.Rounds[1]))
		}
	})
	t.Run("CN09 3.2d the first sixteen play semifinals by their ranks", func(t *testing.T) {
		t.Parallel()
		state := start(t, cn09(t), 25).rounds(3).state()
		ranked := state.Rounds[2].Standings
		for i, seeds := range [][]int{{1, 8, 9, 16}, {2, 7, 10, 15}, {3, 6, 11, 14}, {4, 5, 12, 13}} {
			for j, seed := range seeds {
				if got, want := state.Next.Plan.Tables[i].Seats[j], ranked[seed-1].Entry; got != want {
					t.Errorf("table %d seat %d: got %d, want the %dth, %d", i+1, j+1, got, seed, want)
				}
			}
		}
		if state.Finalists != nil {
			t.Errorf("finalists already: %s", finalists(state))
		}
	})
	t.Run("CN09 3.2d a tie in a semifinal goes to the better placed", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 25).rounds(3).draw().result(1, "time-limit 6 6 8 8").finish()
		state := e.state()
		table := state.Rounds[3].Tables[0]
		if got, want := state.Finalists[0].Entry, table.Seats[2]; got != want || table.Game.WinnerBy != tournament.ByPreliminaryStandings {
			t.Errorf("finalist %d by %s, want %d", got, table.Game.WinnerBy, want)
		}
	})
	t.Run("CN09 3.2d fifteen are too few for semifinals", func(t *testing.T) {
		t.Parallel()
		e := start(t, cn09(t), 25).rounds(3)
		for _, row := range e.state().Rounds[2].Standings[:10] {
			e.withdraw(false, row.Entry)
		}
		if err := e.state().Next.Err; err == nil || err.Error() != "CN09 3.2d: too-few-for-semifinal (entrants=15, needed=16)" {
			t.Errorf("got %v", err)
		}
	})
	t.Run("CN09 3.2d level in the final: by the preliminary standings, or warnings and lot", func(t *testing.T) {
		t.Parallel()
		for value, want := range map[string]string{
			"preliminary_standing": "6 by preliminary-standings",
			"this_game_only":       "9 by warnings",
		} {
			r, err := cn09(t).WithReading("A002-6", value)
			if err != nil {
				t.Fatal(err)
			}
			e := start(t, r, 12).rounds(2).sanction(false, league.Warning, 6, "slow-play").draw()
			e.result(1, "time-limit 3 8 9 9").finish() // 1 5 6 9
			game := e.state().Rounds[2].Tables[0].Game
			if got := fmt.Sprintf("%d by %s", game.Winner, game.WinnerBy); got != want {
				t.Errorf("%s: got %s, want %s", value, got, want)
			}
		}
	})
}

// TestFinalOrder: the places of the final, then the other semifinalists, the preliminary standings,
// the leavers.
func TestFinalOrder(t *testing.T) {
	t.Parallel()
	e := start(t, cn09(t), 25).rounds(1).withdraw(false, 25).rounds(1).withdraw(false, 23, 24).rounds(1)
	ranked := e.state().Rounds[2].Standings
	e.draw().finish().withdraw(false, ranked[3].Entry).draw().result(1, "declared 3 10! 4 5").finish()
	state := e.state()
	if state.Next.Kind != "" || state.Next.Plan != nil {
		t.Errorf("something follows: %+v", state.Next)
	}
	rank := make(map[league.Entry]int)
	par := make(map[league.Entry]string)
	for i, row := range ranked {
		rank[row.Entry], par[row.Entry] = i+1, "CN09 "+row.Par
	}
	var got []string
	for _, row := range state.Final {
		who := fmt.Sprint(rank[row.Entry])
		if rank[row.Entry] == 0 {
			who = fmt.Sprint("start number ", row.Entry)
		}
		cite := row.Grounds.Cite()
		if cite == par[row.Entry] {
			cite = "by its row"
		}
		got = append(got, fmt.Sprintf("%d. %s, %s %s", row.Place, who, cite, row.Grounds.Reason))
	}
	// Every semifinal is won by its first seed; 4, the winner of the fourth, leaves and is replaced
	// by 5.
	want := `1. 2, CN09 3.2d place-in-final
	         2. 5, CN09 3.2d place-in-final
	         3. 3, CN09 3.2d place-in-final
	         4. 1, CN09 3.2d place-in-final
	         5. 6, CN09 3.2d semifinalist
	         6. 7, CN09 3.2d semifinalist
	         7. 8, CN09 3.2d semifinalist
	         8. 9, CN09 3.2d semifinalist
	         9. 10, CN09 3.2d semifinalist
	         10. 11, CN09 3.2d semifinalist
	         11. 12, CN09 3.2d semifinalist
	         12. 13, CN09 3.2d semifinalist
	         13. 14, CN09 3.2d semifinalist
	         14. 15, CN09 3.2d semifinalist
	         15. 16, CN09 3.2d semifinalist
	         16. 17, by its row preliminary-standings
	         17. 18, by its row preliminary-standings
	         18. 19, by its row preliminary-standings
	         19. 20, by its row preliminary-standings
	         20. 21, by its row preliminary-standings
	         21. 22, by its row preliminary-standings
	         22. 4, CN09 3.5 withdrew-after-round
	         23. start number 23, CN09 3.5 withdrew-after-round
	         24. start number 24, CN09 3.5 withdrew-after-round
	         25. start number 25, CN09 3.5 withdrew-after-round`
	if diff := cmp.Diff(trim(want), strings.Join(got, "\n")); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func trim(text string) string {
	var out []string
	for line := range strings.Lines(strings.TrimSpace(text)) {
		out = append(out, strings.TrimSpace(line))
	}
	return strings.Join(out, "\n")
}

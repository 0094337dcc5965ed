package demo_test

import (
	"slices"

	"referto/openapi"
)

// each is one thing of every seat of a result.
func each[T any](result openapi.Result, of func(openapi.SeatResult) T) (out []T) {
	for _, seat := range result.Seats {
		out = append(out, of(seat))
	}
	return out
}

func points(seat openapi.SeatResult) string { return seat.Points }

// firenze has thirteen players, shared places, a finalist replaced and two prizes.
func (s announced) firenze() {
	rounds := s.rounds()
	s.want("state", []any{s.event.State, s.event.Ruleset.Code, len(rounds)}, []any{openapi.EventStateFinished, "FG14", 3})
	s.want("thirteen players (3)", sizes(rounds[0]), []int{4, 3, 3, 3})
	s.want("class points of 10, 8, 8, 5 (3)", each(rounds[0].Tables[0].Result, points), []string{"8", "3", "3", "0"})
	s.want("a win at the time limit (3)", seatOf(rounds[0].Tables[1].Result, rounds[0].Tables[1].Result.Winner).Win, "0.9")
	after := ranking(s.standings("?round=2"))
	leader := rounds[1].Tables[0].Result.Winner
	final := s.standings("")
	s.want("who left is not in the final, the first of those excluded is (3)", len(rounds[2].Tables[0].Seats), 4)
	s.want("who has left", []int{len(final.Left), final.Left[0].Entry.Number}, []int{1, leader})
	if slices.Contains(numbers(rounds[2].Tables[0].Seats), leader) {
		s.t.Error("who has left plays the final")
	}
	if !slices.Contains(numbers(rounds[2].Tables[0].Seats), after[3]) {
		s.t.Errorf("the last of the best four who stayed, %d, does not play the final", after[3])
	}
	s.want("who won the final is first", ranking(final)[0], rounds[2].Tables[0].Result.Winner)
	s.want("two standings", len(final.All), 2)
	s.want("two prizes (5)", []int{len(final.Awards), final.Awards[0].Entry.Number}, []int{2, ranking(final)[0]})
	if final.Awards[1].Entry.Number == final.Awards[0].Entry.Number {
		s.t.Error("one player has both prizes")
	}
}

// modena is in the last lap of its first round.
func (s announced) modena() {
	rounds := s.rounds()
	s.want("state", []any{s.event.State, s.event.Ruleset.Code, len(rounds)}, []any{openapi.EventStateRunning, "JP22", 1})
	s.want("eight of nine play (2)", sizes(rounds[0]), []int{4, 4})
	s.want("the reserve sits where somebody did not come (4)", rounds[0].Tables[1].Seats[1].Number, 9)
	s.want("the last lap without dice (1)", rounds[0].Clock.Phase, openapi.ClockPhase("last-lap"))
	won := rounds[0].Tables[0].Result
	s.want("level, net of the longest road the second is ahead (3)", []any{won.Winner, won.WinnerCriterion}, []any{won.Seats[1].Entry, "net-vp"})
}

// corvi has two rounds without a final.
func (s announced) corvi() {
	rounds := s.rounds()
	s.want("state", []any{s.event.State, s.event.Ruleset.Code, len(rounds)}, []any{openapi.EventStateFinished, "BG", 2})
	s.want("eleven, and ten without a substitute (1.1.5)", [][]int{sizes(rounds[0]), sizes(rounds[1])}, [][]int{{4, 4, 3}, {4, 3, 3}})
	s.want("shares of 42 with a virtual fourth (2.2.3)", each(rounds[0].Tables[2].Result, func(seat openapi.SeatResult) string { return seat.Share }), []string{"30.95", "23.81", "21.43"})
	s.want("the game score (1)", rounds[0].Tables[0].Result.Seats[0].ScoreLine, "5/13/40.63%/1/0/0/0")
	final := s.standings("")
	s.want("final standings", []any{final.State, len(final.Rows), len(final.Finalists)}, []any{openapi.StandingsStateFinal, 11, 0})
}

// parma is in its second round.
func (s announced) parma() {
	rounds := s.rounds()
	s.want("state", []any{s.event.State, s.event.Ruleset.Code, len(rounds)}, []any{openapi.EventStateRunning, "SQ00", 2})
	s.want("eleven (4); the spouses, second and fifth, sit apart (7)", [][]int{numbers(rounds[0].Tables[0].Seats), numbers(rounds[0].Tables[1].Seats)},
		[][]int{{1, 2, 3, 4, 6, 7}, {5, 8, 9, 10, 11}})
	s.want("80 against 60 (1, 2)", each(rounds[0].Tables[0].Result, points), []string{"33", "33", "33", "5", "5", "5"})
	after := s.standings("?round=1")
	for _, row := range after.Rows {
		if row.Entry.Number == 6 {
			s.want("5 points less 7 for disturbing (penalties)", row.Figures[0], "-2.0")
		}
	}
	s.want("the second round", []any{rounds[1].Clock.Phase, rounds[1].Tables[0].Version, rounds[1].Tables[1].Version}, []any{openapi.ClockPhaseRunning, 0, 1})
}

package pages

import (
	"referto/frontend/words"
	"referto/openapi"
)

// turn is one step of the event: a round that was drawn, or one to come.
type turn struct {
	Name, State string
	// Link shows the round; "" for one that is to come.
	Link  string
	Shown bool
}

// roundName is "Round 3", "Semifinal" or "Final".
func (s *eventPage) roundName(round openapi.Round) string {
	return s.text("round."+string(round.Kind), "n", round.Number)
}

// roundByNumber is "Round 3" for a number in a game, whatever its kind.
func (s *eventPage) roundByNumber(number int) string {
	for _, round := range s.Rounds {
		if round.Number == number {
			return s.roundName(round)
		}
	}
	return s.text("round.preliminary", "n", number)
}

func (s *eventPage) turns() []turn {
	var turns []turn
	drawn := map[openapi.RoundKind]int{}
	for i := range s.Rounds {
		round := &s.Rounds[i]
		drawn[round.Kind]++
		at := s.at.round(round.Number)
		if round == s.latest {
			at = s.at
		}
		if id := s.further(); id != "" {
			at = at.with("standings", id)
		}
		at.fragment = "tables"
		turns = append(turns, turn{Name: s.roundName(*round), State: s.roundState(*round), Link: s.link(at), Shown: round == s.shown})
	}
	if s.Event.State == openapi.EventStateFinished {
		return turns
	}
	toCome := s.text("rounds.to-come")
	for n := drawn[openapi.RoundKindPreliminary] + 1; n <= s.Event.Format.Rounds; n++ {
		turns = append(turns, turn{Name: s.text("round.preliminary", "n", n), State: toCome})
	}
	if s.Event.Format.Semifinal && drawn[openapi.RoundKindSemifinal] == 0 {
		turns = append(turns, turn{Name: s.text("round.semifinal"), State: toCome})
	}
	if s.Event.Format.Final && drawn[openapi.RoundKindFinal] == 0 {
		turns = append(turns, turn{Name: s.text("round.final"), State: toCome})
	}
	return turns
}

func (s *eventPage) roundState(round openapi.Round) string {
	switch {
	case round.State == openapi.RoundStateClosed && !round.ClosedAt.IsZero():
		return s.text("rounds.closed."+string(round.Kind), "time", s.timeOf(round.ClosedAt))
	case round.State == openapi.RoundStateClosed:
		return s.text("table.done")
	case round.Clock.Phase == openapi.ClockPhaseReady && round.Clock.LimitSeconds > 0 && reported(round) == 0:
		return s.text("rounds.drawn")
	default:
		return s.text("rounds.running")
	}
}

// reported counts the tables of a round that have a result.
func reported(round openapi.Round) int {
	count := 0
	for _, table := range round.Tables {
		if hasResult(table) {
			count++
		}
	}
	return count
}

// hasResult reports whether a table's game is over and written down.
func hasResult(table openapi.Table) bool { return table.Result.Version > 0 }

// roundProgress is the round an event has reached, in one line of a list.
func roundProgress(w *words.Words, event openapi.Event) string {
	format := event.Format
	switch {
	case event.Round == 0:
		return ""
	case event.Round <= format.Rounds:
		return w.Text("round.of", map[string]any{"n": event.Round, "m": format.Rounds})
	case format.Semifinal && event.Round == format.Rounds+1:
		return w.Text("round.semifinal", nil)
	default:
		return w.Text("round.final", nil)
	}
}

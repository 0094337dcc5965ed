package pages

import (
	"fmt"
	"slices"
	"time"

	"referto/openapi"
)

// clockModel is the latest round's clock. Its figure does not depend on when
// the page is made: while the clock runs it is the time of the end, which the
// script replaces by the time that remains.
type clockModel struct {
	Round, Limit string
	// Figure is the large figure; "" where there is no time to show.
	Figure string
	// EndsAt, while running, and LimitSeconds are for the script.
	EndsAt       string
	LimitSeconds int
	// Left are the seconds that remain where the clock stands; 0 while it runs.
	Left  int
	Phase openapi.ClockPhase
	// Over: time is up; Foot describes what is played after that.
	Over         bool
	Foot, Tables string
	// Phases lists the phases of play after time is up.
	Phases []phaseModel
}

type phaseModel struct {
	Name    string
	Rule    ruleRef
	Current bool
}

// clock is the clock of the latest round while the event is running.
func (s *eventPage) clock() *clockModel {
	if s.Event.State != openapi.EventStateRunning || s.latest == nil {
		return nil
	}
	round := s.latest
	m := &clockModel{
		Round:  s.clockRound(*round),
		Phase:  round.Clock.Phase,
		Tables: s.text("clock.tables-done", "done", reported(*round), "tables", len(round.Tables)),
	}
	if round.State == openapi.RoundStateClosed {
		m.Foot = s.roundState(*round)
		return m
	}
	if seconds := round.Clock.TurnLimitSeconds; seconds > 0 {
		m.Foot = s.text("clock.turn-limit", "time", minutesAndSeconds(seconds))
	}
	if round.Clock.LimitSeconds == 0 {
		m.Limit = s.text("clock.no-limit")
		return m
	}
	for _, phase := range round.Clock.Phases {
		m.Phases = append(m.Phases, phaseModel{Name: s.text("clock." + string(phase.Phase)), Rule: s.cite(phase.Rule), Current: phase.Phase == round.Clock.Phase})
	}
	m.LimitSeconds = round.Clock.LimitSeconds
	m.Limit = s.text("clock.limit", "minutes", minutes(s.w, m.LimitSeconds/60))
	m.Figure, m.Foot = s.clockFigure(round.Clock)
	m.Over = timeIsUp(round.Clock.Phase)
	if left := round.Clock.RemainingSeconds; left != nil && round.Clock.Phase != openapi.ClockPhaseRunning {
		m.Left = *left
	}
	if round.Clock.Phase == openapi.ClockPhaseRunning {
		m.EndsAt = round.Clock.EndsAt.UTC().Format(time.RFC3339Nano)
	}
	return m
}

// clockOf is a clock as it holds for a table, with its extra time.
func clockOf(clock openapi.Clock, table int) openapi.Clock {
	i := slices.IndexFunc(clock.Tables, func(one openapi.TableClock) bool { return one.Table == table })
	if i < 0 || clock.LimitSeconds == 0 {
		return clock
	}
	extra := clock.Tables[i]
	clock.LimitSeconds += extra.ExtraSeconds
	if clock.Phase == openapi.ClockPhaseRunning {
		clock.EndsAt = extra.EndsAt
	}
	if clock.RemainingSeconds != nil {
		remaining := *clock.RemainingSeconds + extra.ExtraSeconds
		clock.RemainingSeconds = &remaining
	}
	return clock
}

// clockFigure is the large figure and the line below it.
func (s *eventPage) clockFigure(clock openapi.Clock) (figure, foot string) {
	remaining := clock.LimitSeconds
	if clock.RemainingSeconds != nil {
		remaining = *clock.RemainingSeconds
	}
	switch clock.Phase {
	case openapi.ClockPhaseRunning:
		end := s.timeOf(clock.EndsAt)
		return end, s.text("clock.ends-at", "time", end)
	case openapi.ClockPhasePaused:
		return minutesAndSeconds(remaining), s.text("clock.paused")
	case openapi.ClockPhaseReady:
		return minutesAndSeconds(remaining), s.text("clock.ready")
	case openapi.ClockPhaseEnded:
		return minutesAndSeconds(0), s.text("clock.ended")
	default:
		return minutesAndSeconds(0), s.text("clock.ended") + " · " + s.text("clock."+string(clock.Phase))
	}
}

// timeIsUp reports whether nothing is left of the time of a round in a phase.
func timeIsUp(phase openapi.ClockPhase) bool {
	return phase != openapi.ClockPhaseRunning && phase != openapi.ClockPhasePaused && phase != openapi.ClockPhaseReady
}

// clockRound is "Round 3 of 4" among preliminary rounds, else the round's name.
func (s *eventPage) clockRound(round openapi.Round) string {
	if round.Kind == openapi.RoundKindPreliminary && s.Event.Format.Rounds > 0 {
		return s.text("round.of", "n", round.Number, "m", s.Event.Format.Rounds)
	}
	return s.roundName(round)
}

func minutesAndSeconds(seconds int) string {
	return fmt.Sprintf("%d:%02d", seconds/60, seconds%60)
}

package planning

import (
	"referto/internal/league"
	"referto/internal/league/facts"
)

// RequireOpen refuses to change a season that is closed, or what follows in it.
func RequireOpen(s facts.Season) error {
	if s.State == SeasonClosed {
		return league.NotNow("season-closed")
	}
	return nil
}

// Turn is a step of a season from one state to another, with what is said of it.
type Turn struct {
	From, To string
	News     facts.SeasonNews
}

// The turns of a season.
var (
	Opening   = Turn{From: SeasonDraft, To: SeasonRunning, News: facts.SeasonOpened}
	Closing   = Turn{From: SeasonRunning, To: SeasonClosed, News: facts.SeasonClosed}
	Reopening = Turn{From: SeasonClosed, To: SeasonRunning, News: facts.SeasonReopened}
)

// Turn takes the season to its next state. It is refused by a [league.StateError] in another
// state than the one from which the turn leads.
func (s *Setup) Turn(t Turn) error {
	if s.Season.State != t.From {
		return s.notInState()
	}
	s.Season.State = t.To
	return nil
}

// notInState is the refusal of what only another state of the season allows.
func (s *Setup) notInState() error { return league.NotNow("season-state", "state", s.Season.State) }

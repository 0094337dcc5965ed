package planning

import (
	"referto/internal/league"
	"referto/internal/league/facts"
)

// RequireOpen refuses to change a closed season or anything in it.
func RequireOpen(s facts.Season) error {
	if s.State == SeasonClosed {
		return league.NotNow("season-closed")
	}
	return nil
}

// Turn is a transition of a season from one state to another, with its public notice.
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

// Turn moves the season to its next state. It returns a [league.StateError] if the season is not in
// the state from which the turn leads.
func (s *Setup) Turn(t Turn) error {
	if s.Season.State != t.From {
		return s.notInState()
	}
	s.Season.State = t.To
	return nil
}

// notInState returns the refusal of an act that needs another state of the season.
func (s *Setup) notInState() error { return league.NotNow("season-state", "state", s.Season.State) }

package officiating

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Move is a transition of an event to another state, allowed only from certain states.
type Move struct {
	To   facts.EventState
	From []facts.EventState
}

// The moves of an event, in their usual order.
var (
	Announce     = Move{facts.Announced, []facts.EventState{facts.Draft}}
	OpenEntries  = Move{facts.Open, []facts.EventState{facts.Announced, facts.Closed}}
	CloseEntries = Move{facts.Closed, []facts.EventState{facts.Open}}
	Start        = Move{facts.Running, []facts.EventState{facts.Open, facts.Closed}}
	Complete     = Move{facts.Finished, []facts.EventState{facts.Running}}
	Reopen       = Move{facts.Running, []facts.EventState{facts.Finished}}
	CallOff      = Move{facts.Cancelled, []facts.EventState{facts.Draft, facts.Announced, facts.Open, facts.Closed}}
)

// MayMove refuses a move that is not allowed from the event's present state.
func (s *Situation) MayMove(m Move) error {
	if slices.Contains(m.From, s.Event.State) {
		return nil
	}
	return league.NotNow("event-state", "state", string(s.Event.State), "wanted", string(m.To))
}

// MayTakeBack refuses to revoke a step of an event that was taken at another moment than the one
// meant: somebody else has revoked that one and taken the step anew. The zero moment stands for
// whichever step stands. Moments are compared to the microsecond, as they are stored.
func MayTakeBack(meant time.Time, stands *time.Time) error {
	if meant.IsZero() || stands == nil || meant.Truncate(time.Microsecond).Equal(stands.Truncate(time.Microsecond)) {
		return nil
	}
	return &league.StateError{Grounds: league.Grounds{Reason: "done-since"}, Current: map[string]any{"at": *stands}}
}

// Finish ends an event whose last round is closed. The time at which its results were first
// processed, and its last day, are kept when it is reopened and finished again: corrections extend
// no deadline (BG 1.1.4, CN09 1.11).
func (s *Situation) Finish(now time.Time) error {
	if len(s.State.Final) == 0 {
		return league.NotNow("event-not-over")
	}
	s.Event.FinishedAt = &now
	if s.Event.ProcessedAt == nil {
		s.Event.ProcessedAt = &now
		s.EndOn(s.LastDay())
	}
	return nil
}

// MayReopenEvent refuses to reopen an event that came as a file and belongs to no season: it has no
// rounds here that could be played.
func (s *Situation) MayReopenEvent() error {
	if s.Event.Elsewhere && s.Event.SeasonID == nil {
		return league.NotNow("event-over", "state", string(facts.Finished))
	}
	return nil
}

// RequireGoesOn refuses acts that make sense only before or during an event once it is over.
func (s *Situation) RequireGoesOn() error {
	if s.Over() {
		return league.NotNow("event-over", "state", string(s.Event.State))
	}
	return nil
}

package officiating

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Move is a step of an event to another state, from some states only.
type Move struct {
	To   facts.EventState
	From []facts.EventState
}

// The moves of an event, in the order in which they are made.
var (
	Announce     = Move{facts.Announced, []facts.EventState{facts.Draft}}
	OpenEntries  = Move{facts.Open, []facts.EventState{facts.Announced, facts.Closed}}
	CloseEntries = Move{facts.Closed, []facts.EventState{facts.Open}}
	Start        = Move{facts.Running, []facts.EventState{facts.Open, facts.Closed}}
	Complete     = Move{facts.Finished, []facts.EventState{facts.Running}}
	Reopen       = Move{facts.Running, []facts.EventState{facts.Finished}}
	CallOff      = Move{facts.Cancelled, []facts.EventState{facts.Draft, facts.Announced, facts.Open, facts.Closed}}
)

// MayMove refuses a move that an event does not make from where it is.
func (s *Situation) MayMove(m Move) error {
	if slices.Contains(m.From, s.Event.State) {
		return nil
	}
	return league.NotNow("event-state", "state", string(s.Event.State), "wanted", string(m.To))
}

// MayTakeBack refuses to take back a step of an event that was done at another moment than the one that is meant: that
// one was taken back, and done anew, by somebody else. Without a moment whichever stands is meant. Moments are compared
// as they are stored, to the microsecond.
func MayTakeBack(meant time.Time, stands *time.Time) error {
	if meant.IsZero() || stands == nil || meant.Truncate(time.Microsecond).Equal(stands.Truncate(time.Microsecond)) {
		return nil
	}
	return &league.StateError{Grounds: league.Grounds{Reason: "done-since"}, Current: map[string]any{"at": *stands}}
}

// Finish ends an event whose last round is closed. When its results were processed first,
// and on which day it ended, stays as it was when it was opened again: corrections give
// nobody more time (BG 1.1.4, CN09 1.11).
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

// MayReopenEvent refuses to open an event again that came as a file and belongs to no
// season: there is nothing of it here that could be played.
func (s *Situation) MayReopenEvent() error {
	if s.Event.Elsewhere && s.Event.SeasonID == nil {
		return league.NotNow("event-over", "state", string(facts.Finished))
	}
	return nil
}

// RequireGoesOn refuses what is done for an event that is to come or is played.
func (s *Situation) RequireGoesOn() error {
	if s.Over() {
		return league.NotNow("event-over", "state", string(s.Event.State))
	}
	return nil
}

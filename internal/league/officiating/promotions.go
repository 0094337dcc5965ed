package officiating

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// ErrSeatLapsed refuses to confirm a seat after its time.
var ErrSeatLapsed = league.NotNow("seat-lapsed")

// MayAskToConfirm refuses to have those who move up confirm their seat where nobody moves up: in a
// final, to which people are called up, where the ruleset says who plays of all that have entered
// (JP22 4, FG14 1), and once the event has started.
func (s *Situation) MayAskToConfirm() error {
	switch overflow := s.Rules.Field.Overflow; {
	case s.Event.Started() || s.Event.State == facts.Cancelled:
		return league.NotNow("event-started")
	case s.Event.IsFinal():
		return &league.StateError{Grounds: s.FinalGrounds("entry-of-final")}
	case overflow != nil:
		return &league.StateError{Grounds: s.Rules.Grounds(overflow.Paragraph, "nobody-moves-up")}
	}
	return nil
}

// ConfirmSeat returns the entry of somebody who says that they come, after they have moved up. What is
// confirmed already stays so. It is refused after the time, and where the entry has no seat before the
// start.
func ConfirmSeat(e facts.Entry, now time.Time) (facts.Entry, error) {
	switch {
	case e.State != facts.Entered && e.State != facts.CheckedIn:
		if e.ConfirmBy != nil { // it has lapsed
			return e, ErrSeatLapsed
		}
		return e, league.NotNow("entry-state", "state", string(e.State))
	case e.ConfirmBy != nil && now.After(*e.ConfirmBy):
		return e, ErrSeatLapsed
	}
	e.ConfirmBy = nil
	return e, nil
}

// SeatLapses reports whether the seat of an entry goes to the next one now, because nobody has confirmed
// it in time, and otherwise how long it still has; 0 where there is nothing to confirm any more.
func (s *Situation) SeatLapses(e facts.Entry, now time.Time) (lapses bool, left time.Duration) {
	switch {
	case e.State != facts.Entered || e.ConfirmBy == nil || s.Event.Started() || s.Event.State == facts.Cancelled:
		return false, 0
	case now.Before(*e.ConfirmBy):
		return false, e.ConfirmBy.Sub(now)
	}
	return true, 0
}

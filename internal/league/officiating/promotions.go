package officiating

import (
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// ErrSeatLapsed refuses to confirm a seat after its time.
var ErrSeatLapsed = league.NotNow("seat-lapsed")

// MayAskToConfirm refuses to require that promoted players confirm their seats if nobody is
// promoted: in a final, to which players are called up, if the ruleset determines the players from
// all entries (JP22 4, FG14 1), and once the event has started.
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

// ConfirmSeat returns the entry of a player who confirms that they come after a promotion. A
// confirmed entry stays the same. It refuses after the deadline, and if the entry has no seat
// before the start.
func ConfirmSeat(e facts.Entry, now time.Time) (facts.Entry, error) {
	switch {
	case e.State != facts.Entered && e.State != facts.CheckedIn:
		if e.ConfirmBy != nil { // the seat has lapsed
			return e, ErrSeatLapsed
		}
		return e, league.NotNow("entry-state", "state", string(e.State))
	case e.ConfirmBy != nil && now.After(*e.ConfirmBy):
		return e, ErrSeatLapsed
	}
	e.ConfirmBy = nil
	return e, nil
}

// SeatLapses reports whether the seat of an entry goes to the next one now, because it was not
// confirmed in time, and otherwise the time left; 0 if nothing has to be confirmed any more.
func (s *Situation) SeatLapses(e facts.Entry, now time.Time) (lapses bool, left time.Duration) {
	switch {
	case e.State != facts.Entered || e.ConfirmBy == nil || s.Event.Started() || s.Event.State == facts.Cancelled:
		return false, 0
	case now.Before(*e.ConfirmBy):
		return false, e.ConfirmBy.Sub(now)
	}
	return true, 0
}

package officiating

import (
	"cmp"
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// SeatsTaken counts the entries that hold a seat, and the seats held for unconfirmed forms.
func (s *Situation) SeatsTaken() int {
	n := s.Event.HeldSeats
	for _, e := range s.Entries {
		switch e.State {
		case facts.Entered, facts.CheckedIn, facts.Playing:
			n++
		}
	}
	return n
}

// ClosedTo returns the reason why nobody may enter now; nil if entries are open.
func (s *Situation) ClosedTo() []league.Grounds {
	if s.Event.State == facts.Open {
		return nil
	}
	return []league.Grounds{{Reason: "entries-not-open", Params: map[string]string{"state": string(s.Event.State)}}}
}

// waiting counts the waiting entries that come before a new one of a rank.
func (s *Situation) waiting(before int) int {
	n := 0
	for _, e := range s.Entries {
		if e.State == facts.Waiting && rank(e) <= before {
			n++
		}
	}
	return n
}

// InOrder returns the entries in the order in which they are admitted: in order of entry, those
// that yield to others last.
func (s *Situation) InOrder() []facts.Entry {
	out := slices.Clone(s.Entries)
	slices.SortStableFunc(out, func(a, b facts.Entry) int { return cmp.Compare(rank(a), rank(b)) })
	return out
}

func rank(e facts.Entry) int {
	if e.Yields != nil {
		return 1
	}
	return 0
}

// Promote gives free seats to the first entries of the waiting list, changing the situation, and
// returns the promoted entries. If the event requires it, players who can answer have to confirm
// the seat.
func (s *Situation) Promote(now time.Time) []facts.Entry {
	var out []facts.Entry
	for _, next := range s.InOrder() {
		if s.SeatsTaken() >= s.Event.Capacity || s.Event.Started() {
			break
		}
		if e := s.Entry(league.Entry(next.Number)); e.State == facts.Waiting {
			e.State, e.WaitingPosition = facts.Entered, 0
			if s.Event.Promotions == facts.PromotionsConfirmed && e.Answers() {
				term := s.SeatTerm(now)
				e.ConfirmBy = &term
			}
			e.Version++
			out = append(out, *e)
		}
	}
	return out
}

// Requeue renumbers the waiting list after entries have come or gone.
func (s *Situation) Requeue() {
	place := 0
	for _, turn := range []int{0, 1} {
		for i := range s.Entries {
			if e := &s.Entries[i]; rank(*e) == turn {
				if e.WaitingPosition = 0; e.State == facts.Waiting {
					place++
					e.WaitingPosition = place
				}
			}
		}
	}
}

// Seat sets the state of a new entry: a seat while there is room, else the end of the waiting list.
// If the ruleset has a rule on entries beyond the field, its chance follows from all entries
// ([Situation.Admission]).
func (s *Situation) Seat(e facts.Entry) facts.Entry {
	e.State = facts.Entered
	if s.Rules.Field.Overflow == nil && s.SeatsTaken() >= s.Event.Capacity {
		e.State, e.WaitingPosition = facts.Waiting, s.waiting(rank(e))+1
	}
	return e
}

// MayCancel refuses to cancel an entry once the event has started, and one that neither holds a
// seat nor waits for one. An entry in a final follows from the place there, which is given up by an
// answer.
func (s *Situation) MayCancel(e facts.Entry) error {
	switch {
	case s.Event.Started() || s.Event.State == facts.Cancelled:
		return league.NotNow("event-started")
	case !e.Waits():
		return league.NotNow("entry-state", "state", string(e.State))
	case s.Event.IsFinal():
		return &league.StateError{Grounds: s.FinalGrounds("entry-of-final")}
	}
	return nil
}

// CheckIn returns an entry as checked in at a moment, or with here false as not checked in after
// all. It returns a [league.StateError] once the event has begun, and if the entry is in another
// state.
func (s *Situation) CheckIn(e facts.Entry, here bool, now time.Time) (facts.Entry, error) {
	from, to, at := facts.Entered, facts.CheckedIn, &now
	if !here {
		from, to, at = facts.CheckedIn, facts.Entered, nil
	}
	switch {
	case !s.Gathering():
		return e, league.NotNow("event-state", "state", string(s.Event.State), "wanted", "check-in")
	case e.State != from:
		return e, league.NotNow("entry-state", "state", string(e.State))
	}
	e.State, e.CheckedInAt, e.ConfirmBy = to, at, nil // checking in also confirms the seat
	return e, nil
}

// WhyNotEnter lists all reasons why a player may not enter now: entries are not open, they have
// an entry already (nil for none), or the regulation excludes them (CN09 1.5, BG 1.1.7).
func (s *Situation) WhyNotEnter(p *Background, player facts.Player, entry *facts.Entry) []league.Grounds {
	return append(s.ClosedTo(), s.PersonalReasons(p, player, entry)...)
}

// ReceivedAt returns the moment at which somebody asked to enter, on paper or by mail, which is
// compared with a deadline (FG14 2); the zero time stands for now. It returns [league.Faults] for a
// time in the future.
func ReceivedAt(at, now time.Time) (time.Time, error) {
	switch {
	case at.IsZero():
		return now, nil
	case at.After(now):
		return at, league.Faults{{Field: "/receivedAt", Grounds: league.Grounds{Reason: "received-in-future"}}}
	}
	return at, nil
}

// Refusal makes one error of the reasons why a player may not enter, nil for none: [league.Faults]
// for reasons of the regulation, and only if there are none, a [league.StateError] for the present
// obstacles.
func Refusal(reasons []league.Grounds) error {
	if len(reasons) == 0 {
		return nil
	}
	var byRule, now league.Faults
	for _, g := range reasons {
		fault := league.Fault{Field: "/player", Grounds: g}
		if g.Par != "" {
			byRule = append(byRule, fault)
		} else {
			now = append(now, fault)
		}
	}
	if len(byRule) > 0 {
		return append(byRule, now...)
	}
	return &league.StateError{Grounds: reasons[0]}
}

package officiating

import (
	"referto/internal/league/rules"
)

// LastDay returns the last of the consecutive days, beginning with that of the start, on which a
// round was drawn: an event may continue past midnight, or on a second day. The times at which
// results were entered or corrected do not matter.
func (s *Situation) LastDay() rules.Day {
	drawn := map[rules.Day]bool{}
	for _, round := range s.Rounds {
		drawn[rules.DayOf(round.DrawnAt.In(s.Event.Location()))] = true
	}
	last := rules.DayOf(s.Event.LocalDate())
	if !drawn[last] { // everything was recorded afterwards
		return last
	}
	for next := last.Plus(1); drawn[next]; next = last.Plus(1) {
		last = next
	}
	return last
}

// EndOn sets the last day of the event.
func (s *Situation) EndOn(last rules.Day) {
	if s.Event.EndedOn = nil; last != rules.DayOf(s.Event.LocalDate()) {
		on := last.Midnight()
		s.Event.EndedOn = &on
	}
}

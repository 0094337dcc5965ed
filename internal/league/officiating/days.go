package officiating

import (
	"referto/internal/league/rules"
)

// LastDay is the last of the days in a row, from that of the start, on which a round was
// drawn: an event goes on over midnight, or on a second day. The moments at which
// results were typed in or corrected do not matter.
func (s *Situation) LastDay() rules.Day {
	drawn := map[rules.Day]bool{}
	for _, round := range s.Rounds {
		drawn[rules.DayOf(round.DrawnAt.In(s.Event.Location()))] = true
	}
	last := rules.DayOf(s.Event.LocalDate())
	if !drawn[last] { // all was written down afterwards
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

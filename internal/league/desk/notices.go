package desk

import (
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
)

// Moved notes that an event is public as it is since now, where what is said of it differs.
func (s *Stage) Moved(act Act, before facts.Event) {
	after := s.Event
	if planning.Differs(before, after) {
		s.Publish(act)
	}
	if moved := rules.DayOf(after.LocalDate()) != rules.DayOf(before.LocalDate()); moved && after.EndedOn != nil { // it was over, and is open again
		s.EndOn(s.LastDay())
	}
}

// Publish notes that what is said of the place, day or formula of an event is new; of a
// draft everything is.
func (s *Stage) Publish(act Act) {
	if s.Event.State != facts.Draft {
		s.Event.MovedAt = &act.Now
	}
}

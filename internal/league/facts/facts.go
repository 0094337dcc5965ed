package facts

import (
	"referto/internal/league"
)

// DrawnAs returns the entrant whose draw an entry plays with: the entry itself, or the first of the
// entrants who were replaced, one after the other, by it.
func (s *EventFacts) DrawnAs(entry league.Entry) league.Entry {
	for e := s.Entry(entry); e != nil && e.Replaces != nil; e = s.Entry(entry) {
		entry = league.Entry(*e.Replaces)
	}
	return entry
}

package facts

import (
	"referto/internal/league"
)

// DrawnAs returns the entrant who was drawn at the place where an entry plays: themselves, or
// the entrant in whose place they, or somebody before them, has stepped in.
func (s *EventFacts) DrawnAs(entry league.Entry) league.Entry {
	for e := s.Entry(entry); e != nil && e.Replaces != nil; e = s.Entry(entry) {
		entry = league.Entry(*e.Replaces)
	}
	return entry
}

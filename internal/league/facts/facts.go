package facts

import (
	"referto/internal/league"
)

// DrawnAs returns the entrant who was drawn at the place where an entry plays: himself, or the
// entrant in whose place he, or somebody before him, has stepped in.
func (s *EventFacts) DrawnAs(entry league.Entry) league.Entry {
	for e := s.Entry(entry); e != nil && e.Replaces != nil; e = s.Entry(entry) {
		entry = league.Entry(*e.Replaces)
	}
	return entry
}

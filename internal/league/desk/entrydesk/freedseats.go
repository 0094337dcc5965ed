package entrydesk

import (
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// How many past events it takes to say how many seats usually become free, and how many are counted at most.
const (
	fewestPast = 5
	mostPast   = 20
)

// UsuallyFreed counts the seats that were given back in past events, for an event of which somebody waits for a seat or would
// wait; nil for others, and where too few events are known to say what is usual.
func (d Desk) UsuallyFreed(door tenantdb.Door, s *officiating.Situation) (*leaguedb.FreedSeats, error) {
	if !waited(s) {
		return nil, nil
	}
	b := &tenantdb.Batch{}
	var freed leaguedb.FreedSeats
	leaguedb.LoadFreedSeats(b, &freed, s.Event.ID, mostPast)
	if err := door.Send(b); err != nil || freed.Events < fewestPast {
		return nil, err
	}
	return &freed, nil
}

// waited reports whether somebody waits for a seat of an event that has not begun, or whoever enters it next will.
func waited(s *officiating.Situation) bool {
	if s.Event.State != facts.Open && s.Event.State != facts.Closed {
		return false
	}
	seated := s.Event.HeldSeats
	for _, e := range s.Entries {
		switch e.State {
		case facts.Waiting:
			return true
		case facts.EntryCancelled, facts.NoShow:
		default:
			seated++
		}
	}
	return s.Event.Capacity > 0 && seated >= s.Event.Capacity
}

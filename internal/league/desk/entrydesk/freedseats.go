package entrydesk

import (
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// The number of past events needed to estimate how many seats usually become free, and the most that are
// counted.
const (
	fewestPast = 5
	mostPast   = 20
)

// UsuallyFreed counts the seats that were given back in past events, for an event that has a waiting list or
// whose next entrant would wait. It returns nil for other events, and if too few past events are known for an
// estimate.
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

// waited reports whether an event that has not begun has a waiting list, or would put the next entrant on one.
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

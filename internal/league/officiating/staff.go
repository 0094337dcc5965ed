package officiating

import (
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/qualify"
)

// StaffNotices tells the organizer that the event has fewer referees than the regulation
// recommends (CN09 1.3). Nothing is blocked.
func (s *Situation) StaffNotices(staff []facts.Staff) []league.Grounds {
	if s.Event.State == facts.Draft || s.Event.State == facts.Cancelled {
		return nil
	}
	referees := 0
	for _, member := range staff {
		if member.Referees() {
			referees++
		}
	}
	notice, short := qualify.RefereeNotice(s.Rules, s.SeatsTaken(), referees)
	if !short {
		return nil
	}
	return []league.Grounds{notice}
}

package officiating

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/qualify"
)

// StaffNotices returns a notice for the organizer if the event has fewer referees than the
// regulation recommends (CN09 1.3). It blocks nothing.
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

// MayName refuses to name a person for the staff of an event that is over, a second first referee
// (CN09 1.3), and a referee who has entered (CN09 1.5).
func (s *Situation) MayName(member facts.Staff, staff []facts.Staff) error {
	if err := s.RequireGoesOn(); err != nil {
		return err
	}
	if member.Role == "first-referee" && slices.ContainsFunc(staff, func(o facts.Staff) bool { return o.Role == member.Role }) {
		return league.NotNow("first-referee-named")
	}
	for _, e := range s.Entries {
		if member.PlayerID == nil || e.PlayerID != *member.PlayerID || e.State == facts.EntryCancelled || e.State == facts.NoShow {
			continue
		}
		if grounds := s.Excludes(&Background{Staff: []facts.Staff{member}}, e.PlayerID, nil); len(grounds) > 0 {
			return &league.RuleError{Grounds: grounds[0]}
		}
	}
	return nil
}

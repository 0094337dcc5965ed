package register

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Qualified returns those of the players who may not enter an event because they are qualified for
// a final, with the event where they qualified (CN09 1.5).
func (s *Season) Qualified(at facts.Event, players []league.PlayerID) map[league.PlayerID]league.Grounds {
	on := rules.DayOf(at.LocalDate())
	out := map[league.PlayerID]league.Grounds{}
	for _, player := range players {
		p, is := s.State.QualifiedOn(player, on)
		if !is {
			continue
		}
		event, since := s.Season.Title, rules.DayOf(s.Season.PlaysFrom) // for the reigning champion
		if e := s.Event(p.Origin.Event); e != nil {
			event, since = e.Title, p.Origin.Day
		}
		out[player] = s.Rules.Grounds("", officiating.QualifiedAt, "event", event, "day", string(since))
	}
	return out
}

// NotFinalists returns those of the players who have not accepted a place in a final, with the
// grounds.
func (s *Season) NotFinalists(final facts.Event, players []league.PlayerID) map[league.PlayerID]league.Grounds {
	to := rules.SeasonFinal(final.Kind)
	coming := s.coming(final)
	out := map[league.PlayerID]league.Grounds{}
	for _, p := range players {
		if !slices.Contains(coming, p) {
			out[p] = s.Rules.Grounds(s.paragraph(to), "not-a-finalist")
		}
	}
	return out
}

// coming lists the players who have accepted a place in the final that an event is, in the order of
// the register.
func (s *Season) coming(e facts.Event) []league.PlayerID {
	var out []league.PlayerID
	for _, p := range s.State.Places {
		if p.State != season.Accepted || slices.Contains(out, p.Holder) {
			continue
		}
		if f := s.FinalOf(p); f != nil && f.ID == e.ID {
			out = append(out, p.Holder)
		}
	}
	return out
}

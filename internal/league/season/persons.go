package season

import (
	"slices"

	"referto/internal/league"
)

// Persons replaces each player of a frozen state by the person behind the record, and changes
// nothing else: nothing is derived anew.
func (s State) Persons(of func(league.PlayerID) league.PlayerID) State {
	s.Regions, s.Events, s.Places = slices.Clone(s.Regions), slices.Clone(s.Events), slices.Clone(s.Places)
	for i := range s.Regions {
		if r := s.Regions[i].Result; r != nil {
			result := *r
			result.WithoutPlace = slices.Clone(r.WithoutPlace)
			for n, p := range result.WithoutPlace {
				result.WithoutPlace[n] = of(p)
			}
			s.Regions[i].Result = &result
		}
	}
	for i := range s.Events {
		refused := slices.Clone(s.Events[i].Refused)
		for n := range refused {
			refused[n].Player = of(refused[n].Player)
		}
		s.Events[i].Refused = refused
	}
	for i := range s.Places {
		p := &s.Places[i]
		p.Holder, p.Steps = of(p.Holder), slices.Clone(p.Steps)
		for n := range p.Steps {
			p.Steps[n].Player = of(p.Steps[n].Player)
		}
	}
	return s
}

package officiating

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// FieldGrounds explain the field of a final: it is determined by places and has no least number of
// players.
func (s *Situation) FieldGrounds() league.Grounds {
	return s.FinalGrounds("final-field-by-places")
}

// FinalGrounds returns grounds that cite the paragraph on who comes to the final that the event is.
func (s *Situation) FinalGrounds(reason string) league.Grounds {
	return s.Rules.Grounds(s.Rules.Season.AccessTo(rules.SeasonFinal(s.Event.Kind)), reason)
}

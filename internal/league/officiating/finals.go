package officiating

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// FieldGrounds say who plays in a final: it has no least number of players of its own.
func (s *Situation) FieldGrounds() league.Grounds {
	return s.FinalGrounds("final-field-by-places")
}

// FinalGrounds are grounds by the paragraph on who comes to the final that the event is.
func (s *Situation) FinalGrounds(reason string) league.Grounds {
	return s.Rules.Grounds(s.Rules.Season.AccessTo(rules.SeasonFinal(s.Event.Kind)), reason)
}

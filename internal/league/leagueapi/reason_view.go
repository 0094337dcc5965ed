package leagueapi

import (
	"maps"

	"referto/internal/league"
)

// reason puts grounds into a sentence, in which a figure of the ruleset's own has
// the ruleset's name for it.
func (v View) reason(g league.Grounds) string {
	params := g.Params
	if name, own := v.ownFigure(params["by"]); own {
		params = maps.Clone(params)
		params["by"] = name
	}
	return v.w.Reason(g.Reason, params, v.name)
}

// ownFigure is the ruleset's name for a figure that it records or adds up; own is
// false for others.
func (v View) ownFigure(id string) (name string, own bool) {
	for _, f := range v.Rules.Game.Figures {
		if f.ID == id {
			return f.Name, true
		}
	}
	for _, s := range v.Rules.Game.Sums {
		if s.ID == id {
			return s.Name, true
		}
	}
	return "", false
}

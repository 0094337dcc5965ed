package leagueapi

import (
	"maps"

	"referto/internal/league"
)

// reason puts grounds into a sentence, in which a figure of the ruleset's own has
// the ruleset's name for it.
func (v View) reason(g league.Grounds) string {
	params := g.Params
	if name, own := v.Rules.FigureName(params["by"]); own {
		params = maps.Clone(params)
		params["by"] = name
	}
	return v.w.Reason(g.Reason, params, v.name)
}

package views

import (
	"maps"

	"referto/internal/league"
)

// reason puts grounds into a sentence, in which a figure of the ruleset's own has
// the ruleset's name for it, and so have its standings.
func (v View) reason(g league.Grounds) string {
	params := maps.Clone(g.Params)
	if name, own := v.Rules.FigureName(params["by"]); own {
		params["by"] = name
	}
	if list, ok := v.Rules.StandingsOf(params["standings"]); ok {
		params["standings"] = list.Name
	}
	return v.w.Reason(g.Reason, params, v.name)
}

package views

import (
	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/openapi"
)

// Explain puts grounds of a season into a sentence of the reader's language.
func Explain(c *gate.Call, g league.Grounds) openapi.Explanation {
	return Explanation(g, words.For(c.Language).Reason(g.Reason, g.Params, nil))
}

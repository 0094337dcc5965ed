package seasonapi

import (
	"referto/internal/authz/gate"
	"referto/internal/league/desk"
	"referto/openapi"
)

// outcome notifies all people whom an answer concerns, and returns its consequences.
func (a API) outcome(c *gate.Call, done desk.Followed) (openapi.AnswerOutcome, error) {
	if err := a.Followed(c, done); err != nil {
		return openapi.AnswerOutcome{}, err
	}
	consequences, entries, err := a.Consequences(c, done)
	return openapi.AnswerOutcome{Consequences: consequences, Entries: entries}, err
}

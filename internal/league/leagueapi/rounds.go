package leagueapi

import (
	"strconv"

	"referto/internal/authz/gate"
	"referto/internal/league/officiating"
)

// Revision returns the entity tag of an answer that shows the whole event in its current state.
func Revision(s *officiating.Situation, c *gate.Call) string {
	return "r" + strconv.FormatInt(s.Event.Revision, 10) + "." + c.Language + TagOfNames(readsNamesAt(c, s.Event))
}

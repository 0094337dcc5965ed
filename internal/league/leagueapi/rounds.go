package leagueapi

import (
	"strconv"

	"referto/internal/authz/gate"
	"referto/internal/league/officiating"
)

// Revision is the entity tag of what shows the whole event as it is now.
func Revision(s *officiating.Situation, c *gate.Call) string {
	return "r" + strconv.FormatInt(s.Event.Revision, 10) + "." + c.Language + TagOfNames(readsNamesAt(c, s.Event))
}

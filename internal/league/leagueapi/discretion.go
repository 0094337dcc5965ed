package leagueapi

import (
	"referto/internal/authz/gate"
	"referto/internal/league/views"
)

// ReaderOf is the caller, as far as the first answer has told who that is.
func ReaderOf(c *gate.Call) views.Reader {
	return views.Reader{Account: c.Account(), Office: !Withheld(c, "ban") && !Withheld(c, "exclusion")}
}

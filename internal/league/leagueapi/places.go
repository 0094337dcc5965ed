package leagueapi

import (
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/register"
	"referto/internal/league/season"
	"referto/internal/league/views"
)

// Register returns the view of a season with the names of people in some places, and of others.
func (a *API) Register(c *gate.Call, s *register.Season, places []season.Place, others ...league.PlayerID) (views.RegisterView, error) {
	return views.NewRegisterView(c.Door(), s, c.Language, ReaderOf(c), places, others...)
}

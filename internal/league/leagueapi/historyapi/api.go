package historyapi

import "referto/internal/league/leagueapi"

// API has the handlers of this room, on what all of them share.
type API struct{ *leagueapi.API }

// At returns the room at an API.
func At(a *leagueapi.API) API { return API{a} }

package peopleapi

import "referto/internal/league/leagueapi"

// API has the handlers of this room, and the equipment that all rooms share.
type API struct{ *leagueapi.API }

// At returns the room at an API.
func At(a *leagueapi.API) API { return API{a} }

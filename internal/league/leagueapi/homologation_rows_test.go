package leagueapi_test

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// kept is the outcome of the stage as it is stored; nil for none.
func (x *tappa) kept() []uuid.UUID {
	x.t.Helper()
	door, err := tenantdb.Read(context.Background(), x.server.DB(), x.federation.ID, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	facts, err := leaguedb.LoadSeasonFacts(door, league.SeasonID{UUID: x.championship.id})
	if err != nil {
		x.t.Fatal(err)
	}
	return openapi.Each(facts.Rankings[league.EventID{UUID: x.id}], func(p league.PlayerID) uuid.UUID { return p.UUID })
}

package leagueapi_test

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// kept is the outcome of the stage as it is stored; nil for none. The test fails unless
// it says of those who entered what their entries say.
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
	var entries []season.Entrant
	b := &tenantdb.Batch{}
	tenantdb.Many(b, &entries, `select player_id as player, state = 'playing' as played, false as exempt, '' as refused from league.entries
		where event_id = $1 and state not in ('cancelled', 'waiting') order by number`, x.id)
	if err := door.Send(b); err != nil {
		x.t.Fatal(err)
	}
	if kept := facts.Entrants[league.EventID{UUID: x.id}]; !slices.Equal(kept, entries) {
		x.t.Errorf("kept is that %v entered, the entries are %v", kept, entries)
	}
	return openapi.Each(facts.Rankings[league.EventID{UUID: x.id}], func(p league.PlayerID) uuid.UUID { return p.UUID })
}

package leagueapi_test

import (
	"context"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// kept returns the stored outcome of the stage; nil for none. It has to agree with the entries.
func (x *tappa) kept() []uuid.UUID {
	x.t.Helper()
	door, err := tenantdb.Read(context.Background(), x.server.DB(), x.federation.ID, nil)
	if err != nil {
		x.t.Fatal(err)
	}
	stored, err := leaguedb.LoadSeasonFacts(door, league.SeasonID{UUID: x.championship.id})
	if err != nil {
		x.t.Fatal(err)
	}
	var entries []entrant
	b := &tenantdb.Batch{}
	tenantdb.Many(b, &entries, `select player_id, state = 'playing' as played from league.entries
		where event_id = $1 and state not in ('cancelled', 'waiting') order by number`, x.id)
	if err := door.Send(b); err != nil {
		x.t.Fatal(err)
	}
	entrants := openapi.Each(stored.Entrants[league.EventID{UUID: x.id}], func(e facts.Entrant) entrant { return entrant{e.Player, e.Played} })
	if !slices.Equal(entrants, entries) {
		x.t.Errorf("the outcome tells that %v entered, the entries %v", entrants, entries)
	}
	return openapi.Each(stored.Rankings[league.EventID{UUID: x.id}], func(p league.PlayerID) uuid.UUID { return p.UUID })
}

// entrant is a player who entered, and whether they played.
type entrant struct {
	PlayerID league.PlayerID
	Played   bool
}

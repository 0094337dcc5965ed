package leaguedb_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// The club shown with an entry is the person's club on the day of the event, whatever memberships they had
// before and after and by whichever record. The list of entries, which uses a shorter query if no membership
// has begun since, agrees with the rule for each person and day.
func TestClubOfAnEntryIsThatOfTheDay(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager := federation.Manager
	id := func(at string, body apitest.JSON) uuid.UUID {
		return manager.Post(federation.Path+at, body).Want(201).ID("id")
	}
	event := league.EventID{UUID: id("/events", apitest.JSON{
		"kind": "open", "title": "Torneo", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Circolo", "city": "Roma"}, "ruleset": "catan-nazionale-2009",
	})}
	bears, wolves := league.ClubID{UUID: id("/player-clubs", apitest.JSON{"name": "Orsi"})}, league.ClubID{UUID: id("/player-clubs", apitest.JSON{"name": "Lupi"})}
	in := func(day rules.Day, club *league.ClubID) facts.Membership {
		return facts.Membership{From: day, Club: club}
	}
	histories := map[string][]facts.Membership{
		"Anna Mai":       nil,
		"Bruno Sempre":   {in("", &bears)},
		"Carla Uscita":   {in("", &bears), in("2009-03-01", nil)},
		"Dario Entrato":  {in("2009-03-08", &wolves)},
		"Elena Dopo":     {in("2009-03-09", &wolves)},
		"Fabio Cambiato": {in("2008-01-01", &bears), in("2009-03-09", &wolves)},
		"Gina Lasciato":  {in("2008-01-01", &bears), in("2009-03-09", nil)},
		"Hugo Tornato":   {in("2007-01-01", &bears), in("2008-01-01", nil), in("2009-03-08", &wolves), in("2010-01-01", &bears)},
		"Ida Tenuta":     nil,                         // by the record that is kept
		"Ida Alias":      {in("2008-06-01", &wolves)}, // and by the other
		"Lea Tenuta":     {in("2009-04-01", &bears)},  //
		"Lea Alias":      {in("", &wolves), in("2010-05-01", nil)},
	}
	records, sets, players := map[string]league.PlayerID{}, map[league.PlayerID][]facts.Membership{}, []league.PlayerID{}
	for name, history := range histories {
		records[name] = league.PlayerID{UUID: id("/players", apitest.JSON{"name": name})}
		sets[records[name]] = history
	}
	db := server.Database
	tenant := uuid.MustParse(db.Text(t, `select tenant_id::text from league.events where id = $1`, event))
	by := uuid.MustParse(db.Text(t, `select created_by::text from league.events where id = $1`, event))
	for _, name := range []string{"Ida", "Lea"} {
		db.Alter(t, `update league.players set kept_as = $2 where id = $1`, records[name+" Alias"], records[name+" Tenuta"])
	}
	for name, record := range records {
		db.Alter(t, `insert into league.entries (tenant_id, event_id, number, player_id, state, entered_by, entered_at)
			select $1, $2, coalesce((select max(number) from league.entries where event_id = $2), 0) + 1, $3, 'entered', $4, now()
			where $5 not like '%Tenuta'`, tenant, event, record, by, name)
		players = append(players, record)
	}
	err := tenantdb.In(t.Context(), server.DB(), tenant, nil, func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		leaguedb.SetMemberships(b, sets, by, server.Clock.Now())
		return tx.Send(b)
	})
	if err != nil {
		t.Fatal(err)
	}

	names := map[string]bool{}
	for _, day := range []rules.Day{"2006-12-31", "2007-01-01", "2008-12-31", "2009-03-07", "2009-03-08", "2009-03-09", "2009-12-31", "2011-01-01"} {
		db.Alter(t, `update league.events set starts_at = ($2::date + time '00:30') at time zone time_zone where id = $1`, event, string(day))
		var entries []facts.Entry
		var clubs []leaguedb.ClubOn
		err := tenantdb.In(t.Context(), server.DB(), tenant, nil, func(tx tenantdb.Tx) error {
			b := &pgx.Batch{}
			leaguedb.LoadEntries(b, &entries, event)
			leaguedb.LoadClubsOn(b, &clubs, players, day)
			return tx.Send(b)
		})
		if err != nil {
			t.Fatal(err)
		}
		if len(entries) != len(histories)-2 {
			t.Fatalf("%d entries", len(entries))
		}
		on := map[league.PlayerID]string{}
		for _, c := range clubs {
			on[c.PlayerID] = c.Club
		}
		for _, e := range entries {
			if e.PlayerClub != on[e.PlayerID] {
				t.Errorf("%s on %s: %q, by the rule %q", e.PlayerName, day, e.PlayerClub, on[e.PlayerID])
			}
			names[e.PlayerClub] = true
		}
	}
	if len(names) != 3 {
		t.Errorf("the days have %v, want both clubs and none", names)
	}
}

package leaguedb_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/apitest"
	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

func TestMain(m *testing.M) { os.Exit(apitest.Run(m)) }

// TestFewOfManyAreLookedUp checks that a query about three entrants costs as much in a register of thousands as
// in one of three: people are looked up by their keys, also those whose record was merged into another. Under
// row-level security PostgreSQL does so only with conditions that it knows to be leakproof.
func TestFewOfManyAreLookedUp(t *testing.T) {
	t.Parallel()
	const others = 3_000
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager := federation.Manager
	player := func(name string) league.PlayerID {
		return league.PlayerID{UUID: manager.Post(federation.Path+"/players", apitest.JSON{"name": name}).Want(201).ID("id")}
	}
	kept, alias, third := player("Anna Prima"), player("Anna Seconda"), player("Bruno")
	event := league.EventID{UUID: manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "open", "title": "Torneo", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Circolo", "city": "Roma"}, "ruleset": "catan-nazionale-2009",
	}).Want(201).ID("id")}
	manager.Post(federation.Path+"/events/"+event.String()+"/staff", apitest.JSON{"name": "Bruno", "role": "helper", "player": third}).Want(201)
	db := server.Database
	tenant := uuid.MustParse(db.Text(t, `select tenant_id::text from league.events where id = $1`, event))
	db.Alter(t, `update league.players set kept_as = $2 where id = $1`, alias, kept)
	db.Alter(t, `insert into league.entries (tenant_id, event_id, number, player_id, state, entered_by, entered_at)
		select $1, $2, u.number, u.player, 'entered', created_by, now() from league.events, unnest($3::uuid[]) with ordinality u (player, number) where id = $2`,
		tenant, event, []uuid.UUID{alias.UUID, third.UUID})
	db.Alter(t, `insert into league.players (tenant_id, id, name, name_key, created_at)
		select $1, gen_random_uuid(), 'Altro ' || n, 'altro ' || n, now() from generate_series(1, $2::integer) n`, tenant, others)
	db.Alter(t, `analyze league.players`)

	var (
		entries []facts.Entry
		people  []facts.Player
		faces   []leaguedb.Face
		regions []leaguedb.PlayerRegion
		leavers []league.PlayerID
		clubs   []leaguedb.ClubOn
		staff   []facts.Staff
		shown   []leaguedb.ShownAnew
		records []facts.HistoryRecord
		alike   []facts.Player
		naming  []leaguedb.WithheldPhoto
		earlier []league.PlayerID
		all     = []league.PlayerID{kept, third}
	)
	for what, load := range map[string]func(*pgx.Batch){
		"entries":      func(b *pgx.Batch) { leaguedb.LoadEntries(b, &entries, event) },
		"people by id": func(b *pgx.Batch) { leaguedb.LoadPlayersByID(b, &people, []league.PlayerID{kept, third}) },
		"who is barred": func(b *pgx.Batch) {
			leaguedb.LoadSuspects(b, &faces, leaguedb.Suspicion{Day: "2009-03-08", Form: 1, Lapsed: "2008-03-08", Lapses: 2})
		},
		"regions":         func(b *pgx.Batch) { leaguedb.LoadRegionsOfPlayers(b, &regions, all) },
		"leavers":         func(b *pgx.Batch) { leaguedb.LoadReportedLeavers(b, &leavers, event, all) },
		"staff":           func(b *pgx.Batch) { leaguedb.LoadStaff(b, &staff, event) },
		"clubs":           func(b *pgx.Batch) { leaguedb.LoadClubsOn(b, &clubs, all, "2009-03-08") },
		"initials":        func(b *pgx.Batch) { leaguedb.SetInitials(b, &shown, 1993, all) },
		"initials of all": func(b *pgx.Batch) { leaguedb.SetInitials(b, &shown, 1993, nil) },
		"records of a table": func(b *pgx.Batch) {
			leaguedb.LoadRecords(b, &records, []string{"bruno"}, []string{"a@example.org"}, nil)
		},
		"look-alikes":        func(b *pgx.Batch) { leaguedb.LoadLike(b, &alike, kept, []string{"anna"}, "A@example.org", 10) },
		"photos":             func(b *pgx.Batch) { leaguedb.LoadPhotosNaming(b, &naming, all) },
		"earlier players":    func(b *pgx.Batch) { leaguedb.LoadPlayedBefore(b, &earlier, all, time.Now()) },
		"players to be held": func(b *pgx.Batch) { leaguedb.TakePlayer(b, &facts.Player{}, alias) },
	} {
		const rowsRead = `select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_xact_all_tables where schemaname = 'league' and relname = 'players'`
		var before, after int
		err := tenantdb.In(t.Context(), server.DB(), tenant, nil, func(tx tenantdb.Tx) error {
			b := &pgx.Batch{}
			tenantdb.Scalar(b, &before, rowsRead)
			load(b)
			tenantdb.Scalar(b, &after, rowsRead)
			return tx.Send(b)
		})
		if err != nil {
			t.Fatal(what, err)
		}
		if read := after - before; read > others/10 {
			t.Errorf("%s: %d players are read", what, read)
		}
	}
	who := []league.PlayerID{}
	for _, e := range entries {
		who = append(who, e.PlayerID)
	}
	entry := (&facts.EventFacts{Entries: entries}).EntryOf(kept)
	if !slices.Equal(who, all) || entry == nil || len(staff) != 1 {
		t.Errorf("entries of %v, want %v; %v %v", who, all, entry, staff)
	}
}

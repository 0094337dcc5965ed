package leaguedb_test

import (
	"fmt"
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

// rowsRead counts the rows of a table of the league that a statement reads, by indexes or without.
func rowsRead(t *testing.T, db *tenantdb.DB, tenant uuid.UUID, table string, load func(*pgx.Batch)) int {
	t.Helper()
	const count = `select seq_tup_read + coalesce(idx_tup_fetch, 0) from pg_stat_xact_all_tables where schemaname = 'league' and relname = $1`
	var before, after int
	if err := tenantdb.In(t.Context(), db, tenant, nil, func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		tenantdb.Scalar(b, &before, count, table)
		load(b)
		tenantdb.Scalar(b, &after, count, table)
		return tx.Send(b)
	}); err != nil {
		t.Fatal(err)
	}
	return after - before
}

// pagesRead counts the pages of tables and indexes that PostgreSQL reads for a statement, in memory or not. A statement that looks for ids in the
// whole index of a tenant reads no row too many, but many pages.
func pagesRead(t *testing.T, db *tenantdb.DB, tenant uuid.UUID, load func(*pgx.Batch)) int {
	t.Helper()
	asked := &pgx.Batch{}
	load(asked)
	var plan []struct {
		Plan struct {
			Hit  int `json:"Shared Hit Blocks"`
			Read int `json:"Shared Read Blocks"`
		}
	}
	if err := tenantdb.In(t.Context(), db, tenant, nil, func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		one := asked.QueuedQueries[0]
		tenantdb.Scalar(b, &plan, `explain (analyze, buffers, format json) `+one.SQL, one.Arguments...)
		return tx.Send(b)
	}); err != nil {
		t.Fatal(err)
	}
	return plan[0].Plan.Hit + plan[0].Plan.Read
}

// TestPlayersOfAPageAreLookedUp checks that the players of a page of a ranking are looked up by their ids, each by itself, in a register of fifty
// thousand beside small ones: PostgreSQL, which does not see how many players a tenant has, takes all of them to be few and would look through them all.
func TestPlayersOfAPageAreLookedUp(t *testing.T) {
	t.Parallel()
	const page, others, tenants = 51, 50_000, 500
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	db := server.Database
	db.Alter(t, `insert into league.players (tenant_id, id, name, name_key, created_at)
		select $1, gen_random_uuid(), 'Altro ' || n, 'altro ' || n, now() from generate_series(1, $2::integer) n`, federation.ID, others)
	db.Alter(t, `insert into platform.tenants (id, slug, name, kind, created_at) select gen_random_uuid(), 'small-' || n, 'Small', 'club', now() from generate_series(1, $1::integer) n`, tenants)
	db.Alter(t, `insert into league.players (tenant_id, id, name, name_key, created_at)
		select t.id, gen_random_uuid(), 'Altro ' || n, 'altro ' || n, now() from platform.tenants t, generate_series(1, 10) n where t.slug like 'small-%'`)
	db.Alter(t, `analyze league.players`)
	var ids []league.PlayerID
	for n := range page {
		ids = append(ids, league.PlayerID{UUID: uuid.MustParse(db.Text(t, `select id::text from league.players where name_key = $1 and tenant_id = $2`, fmt.Sprintf("altro %d", 1+n*900), federation.ID))})
	}
	var people []facts.Player
	var labels []facts.PlayerLabel
	for what, load := range map[string]func(*pgx.Batch){
		"players": func(b *pgx.Batch) { leaguedb.LoadPlayersByID(b, &people, ids) },
		"labels":  func(b *pgx.Batch) { leaguedb.LoadLabels(b, &labels, ids) },
	} {
		if read := pagesRead(t, server.DB(), federation.ID, load); read < page || read > 6*page {
			t.Errorf("%s: %d pages are read for %d players", what, read, page)
		}
		b := &pgx.Batch{}
		load(b)
		if err := tenantdb.In(t.Context(), server.DB(), federation.ID, nil, func(tx tenantdb.Tx) error { return tx.Send(b) }); err != nil {
			t.Fatal(err)
		}
	}
	if len(people) != page || len(labels) != page {
		t.Errorf("%d players and %d labels, want %d", len(people), len(labels), page)
	}
}

// TestLastEventsAreReadFromTheEnd checks that what the last events of a ranking gave is found without reading all that were
// ever posted to it, also where the very last ones do not count any more.
func TestLastEventsAreReadFromTheEnd(t *testing.T) {
	t.Parallel()
	const events, few = 4_000, 100
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	manager := federation.Manager
	id := league.RankingID{UUID: manager.Post(federation.Path+"/rankings", apitest.JSON{
		"slug": "lifetime", "title": "Lifetime", "ruleset": "catan-ranglista-bg", "counted": []string{"ranking"},
	}).Want(201).ID("id")}
	event := manager.Post(federation.Path+"/events", apitest.JSON{
		"kind": "open", "title": "Torneo", "startsAt": "2009-03-08T09:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Circolo", "city": "Roma"}, "ruleset": "catan-nazionale-2009",
	}).Want(201).ID("id")
	player := manager.Post(federation.Path+"/players", apitest.JSON{"name": "Anna"}).Want(201).ID("id")
	db := server.Database
	db.Alter(t, `insert into league.events select (jsonb_populate_record(e, jsonb_build_object('id', gen_random_uuid(), 'slug', 'event-' || n))).*
		from league.events e, generate_series(1, $2::integer) n where e.id = $1`, event, events)
	db.Alter(t, `insert into league.event_postings (tenant_id, ranking_id, event_id, number, counts, national, day, starts_at, posted_by, posted_at)
		select tenant_id, $1, id, 1, true, false, date '2000-01-01' + substr(slug, 7)::integer, now(), created_by, now() from league.events where slug like 'event-%'`, id.UUID)
	db.Alter(t, `insert into league.postings (tenant_id, ranking_id, event_id, number, player_id, place, figures)
		select tenant_id, ranking_id, event_id, number, $1, 1, '{1,1,1,1,0,0,1}' from league.event_postings`, player)
	// The last three do not count any more, and the one before them was moved to an earlier day.
	db.Alter(t, `insert into league.event_postings (tenant_id, ranking_id, event_id, number, counts, national, day, starts_at, posted_by, posted_at)
		select tenant_id, ranking_id, event_id, 2, day = date '2000-01-01' + $1::integer - 3, false, case when day = date '2000-01-01' + $1::integer - 3 then date '2000-01-02' else day end, starts_at, posted_by, now()
		from league.event_postings where day > date '2000-01-01' + $1::integer - 4`, events)
	db.Alter(t, `analyze league.event_postings, league.postings, league.players`)
	last := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).AddDate(0, 0, events-4).Format(time.DateOnly)

	var day, named string
	var found league.RankingID
	var gains []leaguedb.Gain
	var since []league.PlayerID
	for what, load := range map[string]func(*pgx.Batch){
		"the last day":         func(b *pgx.Batch) { leaguedb.LoadLastDay(b, &day, id) },
		"the ranking by name":  func(b *pgx.Batch) { leaguedb.FindRanking(b, &found, &named, "lifetime") },
		"what it gave":         func(b *pgx.Batch) { leaguedb.LoadLastPostings(b, &gains, id) },
		"who has played since": func(b *pgx.Batch) { leaguedb.LoadPlayersAfter(b, &since, id, "2010-12-01") },
	} {
		for _, table := range []string{"event_postings", "postings", "players"} {
			if read := rowsRead(t, server.DB(), federation.ID, table, load); read > few {
				t.Errorf("%s: %d rows of %s are read", what, read, table)
			}
		}
	}
	if day != last || named != last || found != id {
		t.Errorf("the last day is %s, and %s by name, want %s", day, named, last)
	}
	if len(gains) != 1 || string(gains[0].Day) != last || len(since) != 1 {
		t.Errorf("the last gains are %v, %d have played since", gains, len(since))
	}
}

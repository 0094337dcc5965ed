package livedb_test

import (
	"context"
	"log/slog"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/league/leaguedb"
	"referto/internal/live"
	"referto/internal/live/livedb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// Changes made while the listening connection was down are notified when it is back.
func TestCatchUp(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	super, err := pgx.Connect(t.Context(), database.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = super.Close(t.Context()) }()
	exec := func(sql string, args ...any) {
		t.Helper()
		if _, err := super.Exec(t.Context(), sql, args...); err != nil {
			t.Fatal(err)
		}
	}
	season := live.Topic{Tenant: uuid.New(), Event: uuid.New()}
	account := uuid.New()
	exec(`insert into platform.tenants (id, slug, name, kind, created_at) values ($1, 'fic', 'Federazione', 'federation', now())`, season.Tenant)
	exec(`insert into platform.accounts (id, email, email_key, name, password_hash, created_at) values ($1, 'a@b.it', 'a@b.it', 'Anna', 'x', now())`, account)
	exec(`insert into league.seasons (tenant_id, id, slug, title, state, plays_from, plays_to, finals_by, created_by, created_at, revision)
		values ($1, $2, '2009', 'Campionato', 'running', '2009-02-01', '2009-12-31', '2010-02-14', $3, now(), 4)`, season.Tenant, season.Event, account)

	db, hub := tenantdbtest.Open(t, database), live.New()
	relay := livedb.New(db, hub, slog.New(slog.DiscardHandler))
	relay.Ask(func(ctx context.Context, tenant uuid.UUID, ids []uuid.UUID) (map[uuid.UUID]int64, error) {
		return leaguedb.Revisions(ctx, db, tenant, ids)
	})
	if err := relay.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = relay.Stop(t.Context()) })
	hearing(t, hub)
	watcher := hub.Subscribe(season)
	defer watcher.End()
	hub.Changed(season, 4)
	<-watcher.C
	exec(`update league.seasons set revision = 5`) // another replica, whose news does not arrive
	exec(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and query like 'listen%'`, database.Name)
	// Where it has asked before it was deaf, the watcher knows already and the hub has
	// forgotten: it asks again.
	for deadline := time.After(time.Minute); watcher.Revision() != 5 || hub.Latest(season) != 5; {
		select {
		case <-watcher.C:
		case <-time.After(time.Millisecond):
		case <-deadline:
			t.Fatalf("the watcher knows revision %d, the hub %d", watcher.Revision(), hub.Latest(season))
		}
	}
}

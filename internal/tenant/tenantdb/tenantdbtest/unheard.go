package tenantdbtest

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// unheard is true where the databases of this test binary deliver no notifications.
var unheard atomic.Bool

// Unheard makes all databases created from now on accept notifications (NOTIFY) and deliver none, like a database of
// several nodes without them. Call it from TestMain. Tests that pass then need notifications for speed alone: servers
// and job workers poll instead.
func Unheard() { unheard.Store(true) }

// LookForJobs is the pause between two looks for jobs that suits the databases of this test binary; zero is a server's own.
// Where nothing is heard, a server's own half second would be most of the time of tests that wait for letters.
func LookForJobs() time.Duration {
	if unheard.Load() {
		return 30 * time.Millisecond
	}
	return 0
}

// silence replaces the function that notifies by one that does nothing. All that servers send goes through it.
func silence(ctx context.Context, superuser string) error {
	conn, err := pgx.Connect(ctx, superuser)
	if err != nil {
		return err
	}
	defer conn.Close(ctx)
	_, err = conn.Exec(ctx, `
		create schema silence;
		create function silence.pg_notify(channel text, payload text) returns void language sql return null;
		grant usage on schema silence to `+tenantdb.ApplicationRole+`;
		do $$ begin execute format('alter database %I set search_path = silence, pg_catalog, public', current_database()); end $$`)
	return err
}

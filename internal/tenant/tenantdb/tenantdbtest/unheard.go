package tenantdbtest

import (
	"context"
	"sync/atomic"

	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
)

// unheard is true where the databases of this test binary deliver no notifications.
var unheard atomic.Bool

// Unheard has all databases that are made from now on take notifications (NOTIFY) and deliver none, like a database of
// several nodes that lacks them. Call it from TestMain. What passes then needs them for speed alone: servers and workers of
// jobs ask, where they would have been told.
func Unheard() { unheard.Store(true) }

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

package tenantdb_test

import (
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// Unshared connections keep their settings and find none of others; a connection that two clients have in turn is
// detected. `make drill-pooler` has a real pooler in each of its modes.
func TestSharedConnectionsAreNoticed(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	one, other := connect(t, database.Application), connect(t, database.Application)
	for _, tt := range []struct {
		what       string
		one, other *pgx.Conn
		want       bool
	}{
		{"two of one's own", one, other, false},
		{"the same two, the other way round", other, one, false},
		{"one for two", one, one, true},
	} {
		if shared, err := tenantdb.Shares(t.Context(), tt.one, tt.other); err != nil || shared != tt.want {
			t.Errorf("%s: shared %v, %v", tt.what, shared, err)
		}
	}
}

// Each connection is given its settings when it is made, in a way that nothing in between can drop: those of requests
// see one moment, those of jobs wait longer.
func TestWhatConnectionsAreToldAtBirth(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	db := tenantdbtest.OpenHurried(t, database)
	settings := func(row pgx.Row) (got [3]string) {
		t.Helper()
		if err := row.Scan(&got[0], &got[1], &got[2]); err != nil {
			t.Fatal(err)
		}
		return got
	}
	const ask = `select current_setting('statement_timeout'), current_setting('lock_timeout'), current_setting('default_transaction_isolation')`
	if got := settings(db.Pool().QueryRow(t.Context(), ask)); got != [3]string{"25s", "10s", "read committed"} {
		t.Errorf("of jobs: %q", got)
	}
	conn, err := db.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer tenantdb.Hangup(conn)
	if got := settings(conn.QueryRow(t.Context(), ask)); got != [3]string{"5s", "2s", "read committed"} {
		t.Errorf("beside the pools: %q", got)
	}
	for of, tt := range map[string]struct {
		db   *tenantdb.DB
		want [3]string
	}{
		"requests":                  {db, [3]string{"5s", "2s", "repeatable read"}},
		"requests that may be slow": {tenantdbtest.Open(t, database), [3]string{"25s", "10s", "repeatable read"}},
	} {
		reader, err := tenantdb.Read(t.Context(), tt.db, uuid.New(), nil)
		if err != nil {
			t.Fatal(err)
		}
		var got [3]string
		b := &tenantdb.Batch{}
		b.Queue(ask).QueryRow(func(row pgx.Row) error { got = settings(row); return nil })
		if err := reader.Send(b); err != nil || got != tt.want {
			t.Errorf("of %s: %q, %v, want %q", of, got, err, tt.want)
		}
	}
}

package tenantdb_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// Migrations may be run again, also by a program that is older than the schema: whoever rolls
// back a release runs the older one's once more.
func TestMigrationsAreRunAgain(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	if ran, err := tenantdb.Migrate(t.Context(), database.Owner); ran != 0 || err != nil {
		t.Errorf("a second time: %d migrations, %v", ran, err)
	}
	conn, err := pgx.Connect(t.Context(), database.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), `insert into public.schema_migrations (version_id, is_applied) values (999999, true)`); err != nil {
		t.Fatal(err)
	}
	if ran, err := tenantdb.Migrate(t.Context(), database.Owner); ran != 0 || err != nil {
		t.Errorf("by an older program: %d migrations, %v", ran, err)
	}
}

// A migration that has to wait for a lock gives up before those behind it do.
func TestMigrationsDoNotWaitForLocks(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	unlock := database.Lock(t, "public.schema_migrations")
	for _, tt := range []struct {
		name, address string
		least, most   time.Duration
	}{
		{"as the address says", address(database.Owner, "lock_timeout=200"), 200 * time.Millisecond, 3 * time.Second},
		{"or after some seconds", database.Owner, 3500 * time.Millisecond, 20 * time.Second},
	} {
		began := time.Now()
		_, err := tenantdb.Migrate(t.Context(), tt.address)
		var refused *pgconn.PgError
		if took := time.Since(began); !errors.As(err, &refused) || refused.Code != "55P03" || took < tt.least || took > tt.most {
			t.Errorf("%s: %v after %s, want lock_not_available", tt.name, err, took)
		}
	}
	unlock()
	if _, err := tenantdb.Migrate(t.Context(), database.Owner); err != nil {
		t.Errorf("once the lock is gone: %v", err)
	}
}

// address is a connection string with one more setting.
func address(dsn, setting string) string {
	switch {
	case !strings.Contains(dsn, "://"):
		return dsn + " " + setting
	case strings.Contains(dsn, "?"):
		return dsn + "&" + setting
	}
	return dsn + "?" + setting
}

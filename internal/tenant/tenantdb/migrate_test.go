package tenantdb_test

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// Migrations may be run again, also by a program that is older than the schema: a rollback of a release runs the
// older program's once more.
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

// A migration has the number after the newest. One that took a number left out before would be below those that a database
// has had already, and be refused there.
func TestMigrationsAreNumberedOneAfterTheOther(t *testing.T) {
	t.Parallel()
	leftOut := []int{23, 25, 27, 28, 30, 37, 39, 40, 53, 54, 69, 72, 77, 78, 80, 83, 85, 86, 88}
	files, err := fs.Glob(tenantdb.Migrations(), "*.sql")
	if err != nil {
		t.Fatal(err)
	}
	next := 1
	for _, name := range files {
		for slices.Contains(leftOut, next) {
			next++
		}
		if want := fmt.Sprintf("%04d_", next); !strings.HasPrefix(name, want) {
			t.Fatalf("%s, want a number of %s", name, want)
		}
		next++
	}
	if next < 90 {
		t.Errorf("only %d migrations", next)
	}
}

// Two processes migrate the same database at once, as servers do that start together: one waits for the other, also while that one makes
// an index concurrently, which waits for everybody who looks at the database.
func TestMigrationsAtOnce(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	const last = 93 // makes an index concurrently
	conn := connect(t, database.Superuser)
	execute(t, conn, fmt.Sprintf(`delete from public.schema_migrations where version_id >= %d`, last))
	execute(t, conn, `alter table league.outcomes drop column figures, drop column gained, drop column gains`) // by a later one, which is run again as well
	const processes = 3
	ran, failed := make(chan int, processes), make(chan error, processes)
	for range processes {
		go func() {
			n, err := tenantdb.Migrate(t.Context(), database.Owner)
			ran <- n
			failed <- err
		}()
	}
	total := 0
	for range processes {
		total += <-ran
		if err := <-failed; err != nil {
			t.Error(err)
		}
	}
	if total == 0 {
		t.Error("nothing was migrated")
	}
}

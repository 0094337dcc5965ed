package tenantdbtest

import (
	"context"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// Count is a number from the database as the superuser sees it, past row-level
// security: for what a test must know and nobody may.
func (d Database) Count(t testing.TB, sql string, args ...any) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), d.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// Alter changes rows as the superuser: for states that take long to come about, such
// as a process that died two minutes ago.
func (d Database) Alter(t testing.TB, sql string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), d.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// Lock locks a table for everybody until the returned function is called.
func (d Database) Lock(t testing.TB, table string) (unlock func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), d.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	unlock = sync.OnceFunc(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	t.Cleanup(unlock)
	for _, sql := range []string{"begin", "lock table " + table + " in access exclusive mode"} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return unlock
}

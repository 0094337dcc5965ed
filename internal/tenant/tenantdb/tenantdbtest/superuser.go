package tenantdbtest

import (
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

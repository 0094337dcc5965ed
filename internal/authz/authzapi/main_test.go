package authzapi_test

import (
	"os"
	"testing"

	"github.com/alexedwards/argon2id"
	"github.com/jackc/pgx/v5"

	"referto/internal/apitest"
)

func TestMain(m *testing.M) { os.Exit(apitest.Run(m)) }

// count is a number from the database as the superuser sees it.
func count(t *testing.T, s *apitest.Server, sql string, args ...any) (n int) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.Database.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if err := conn.QueryRow(t.Context(), sql, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

// alter changes rows that no operation of the API changes yet.
func alter(t *testing.T, s *apitest.Server, sql string, args ...any) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), s.Database.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// cheapHash is the hash of a password at a cost of former days.
func cheapHash(t *testing.T, password string) string {
	t.Helper()
	hash, err := argon2id.CreateHash(password, &argon2id.Params{Memory: 8192, Iterations: 1, Parallelism: 1, SaltLength: 16, KeyLength: 32})
	if err != nil {
		t.Fatal(err)
	}
	return hash
}

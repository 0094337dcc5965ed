package authzapi_test

import (
	"os"
	"testing"

	"github.com/alexedwards/argon2id"

	"referto/internal/apitest"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) {
	tenantdbtest.Unheard()
	os.Exit(apitest.Run(m))
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

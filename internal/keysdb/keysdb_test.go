package keysdb_test

import (
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/internal/keysdb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

func TestMain(m *testing.M) { os.Exit(tenantdbtest.Run(m)) }

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

func start(t *testing.T, db *tenantdb.DB, keys string) error {
	t.Helper()
	return keysdb.Compare(t.Context(), db, []keysdb.Ring{{Kind: "signing", Setting: "SIGNING_KEYS", Keys: strings.Fields(keys)}}, noon)
}

// Keys are replaced in steps, each server after the other; a server that skips a step would sign tokens that the
// others refuse, and is refused.
func TestKeysAreReplacedInSteps(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	for _, step := range []struct {
		keys string
		fits bool
	}{
		{"old", true}, {"old", true}, // the first server, and another
		{"other", false},                   // a third that made its own
		{"new", false}, {"new old", false}, // the others do not know the new one
		{"old new", true}, {"old", true}, {"old new", true}, // known from here on, on one after the other
		{"new old", true}, {"old", false}, // in use: a server without it stays out
		{"old new", true}, {"new old", true}, // in between both are right
		{"new", true}, {"old new", false}, // the old one is gone
	} {
		err := start(t, db, step.keys)
		if (err == nil) != step.fits || err != nil && (!errors.Is(err, keysdb.ErrOthers) || !strings.Contains(err.Error(), "SIGNING_KEYS")) {
			t.Fatalf("a server with %q: %v", step.keys, err)
		}
	}
}

// The keys in use are those of the last server that started; none before the first.
func TestKeysInUse(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	for _, keys := range []string{"", "old", "old new", "new old", "new"} {
		if keys != "" {
			if err := start(t, db, keys); err != nil {
				t.Fatal(err)
			}
		}
		inUse, err := keysdb.InUse(t.Context(), db, "signing")
		if err != nil || strings.Join(inUse, " ") != keys {
			t.Errorf("in use are %q, not %q: %v", inUse, keys, err)
		}
		if others, err := keysdb.InUse(t.Context(), db, "sealing"); err != nil || len(others) > 0 {
			t.Errorf("of another kind: %q, %v", others, err)
		}
	}
}

// Keys may be replaced at once if the operator confirms it.
func TestKeysAreAdopted(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	rings := func(secret, sealing string) []keysdb.Ring {
		return []keysdb.Ring{{Kind: "secret", Setting: "SECRET_FILE", Keys: []string{secret}}, {Kind: "sealing", Setting: "SEALING_KEYS", Keys: []string{sealing}}}
	}
	if err := keysdb.Compare(t.Context(), db, rings("a", "b"), noon); err != nil {
		t.Fatal(err)
	}
	err := keysdb.Compare(t.Context(), db, rings("c", "d"), noon)
	if err == nil || !strings.Contains(err.Error(), "SECRET_FILE") || !strings.Contains(err.Error(), "SEALING_KEYS") {
		t.Errorf("both differ: %v", err)
	}
	if err := keysdb.Adopt(t.Context(), db, rings("c", "d"), noon); err != nil {
		t.Fatal(err)
	}
	if err := keysdb.Compare(t.Context(), db, rings("c", "d"), noon); err != nil {
		t.Errorf("after they were adopted: %v", err)
	}
}

// Of two servers with keys of their own that start at once, one is refused.
func TestRaceOfTwoFirstServers(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	var both sync.WaitGroup
	errs := make([]error, 2)
	for i, keys := range []string{"mine", "yours"} {
		both.Go(func() { errs[i] = start(t, db, keys) })
	}
	both.Wait()
	if (errs[0] == nil) == (errs[1] == nil) {
		t.Errorf("one of two has to be told: %v", errs)
	}
}

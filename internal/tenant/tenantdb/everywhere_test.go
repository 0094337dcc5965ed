package tenantdb_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/uuid"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A failure for one tenant does not stop the others, and all failures are reported.
func TestEverywhereGoesOn(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, theirs := tenants(t, db)
	broken := map[uuid.UUID]error{ours: errors.New("ours is broken"), theirs: errors.New("theirs is broken")}
	err := tenantdb.Everywhere(t.Context(), db, func(tx tenantdb.Tx) error { return broken[tx.Tenant()] })
	if !errors.Is(err, broken[ours]) || !errors.Is(err, broken[theirs]) {
		t.Errorf("both fail: %v", err)
	}
	seen := 0
	delete(broken, theirs)
	err = tenantdb.Everywhere(t.Context(), db, func(tx tenantdb.Tx) error {
		addRegion(t, db, tx.Tenant(), "Aosta")
		seen++
		return broken[tx.Tenant()]
	})
	if !errors.Is(err, broken[ours]) || seen != 2 {
		t.Errorf("%d tenants were visited, one fails: %v", seen, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	err = tenantdb.Each(ctx, db, func(uuid.UUID) error {
		stop()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("told to stop: %v", err)
	}
}

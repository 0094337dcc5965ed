package tenantdb_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// queueRegion leaves a region to be added at the end.
func queueRegion(tx tenantdb.Tx, name string) {
	tx.Defer(func(b *pgx.Batch) {
		b.Queue(`insert into league.regions (id, name, created_at) values ($1, $2, $3)`, uuid.New(), name, noon)
	})
}

// During a visit only the other tenant's rows are visible, and after it one's own again; deferred statements of
// either side are written to the right tenant.
func TestVisit(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.Open(t, tenantdbtest.Create(t))
	ours, theirs := tenants(t, db)
	addRegion(t, db, ours, "ours")
	addRegion(t, db, theirs, "theirs")
	seen := func(tx tenantdb.Tx) (names []string) {
		t.Helper()
		b := &pgx.Batch{}
		b.Queue(`select name from league.regions order by name`).Query(func(rows pgx.Rows) (err error) {
			names, err = pgx.CollectRows(rows, pgx.RowTo[string])
			return err
		})
		if err := tx.Send(b); err != nil {
			t.Fatal(err)
		}
		return names
	}
	err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
		queueRegion(tx, "left before")
		err := tx.Visit(theirs, func(there tenantdb.Tx) error {
			if got := seen(there); !slices.Equal(got, []string{"theirs"}) || there.Tenant() != theirs {
				t.Errorf("a visit sees %v of %s", got, there.Tenant())
			}
			queueRegion(there, "left there")
			return nil
		})
		if got := seen(tx); !slices.Equal(got, []string{"ours"}) || tx.Tenant() != ours {
			t.Errorf("after the visit there are %v of %s", got, tx.Tenant())
		}
		queueRegion(tx, "left after")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := regions(t, db, ours); !slices.Equal(got, []string{"left after", "left before", "ours"}) {
		t.Errorf("ours are %v", got)
	}
	if got := regions(t, db, theirs); !slices.Equal(got, []string{"left there", "theirs"}) {
		t.Errorf("theirs are %v", got)
	}
}

// Both halves are committed or neither, whichever fails.
func TestVisitIsAllOrNothing(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.Open(t, tenantdbtest.Create(t))
	ours, theirs := tenants(t, db)
	no := errors.New("no")
	for _, fails := range []string{"there", "here"} {
		err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
			queueRegion(tx, "here")
			err := tx.Visit(theirs, func(there tenantdb.Tx) error {
				queueRegion(there, "there")
				if fails == "there" {
					return no
				}
				return nil
			})
			if err != nil {
				return err
			}
			return no
		})
		if !errors.Is(err, no) {
			t.Fatalf("%s: got %v", fails, err)
		}
		if here, there := regions(t, db, ours), regions(t, db, theirs); len(here)+len(there) != 0 {
			t.Errorf("failing %s left %v and %v", fails, here, there)
		}
	}
	err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
		return tx.Visit(uuid.Nil, func(tenantdb.Tx) error { return nil })
	})
	if !errors.Is(err, tenantdb.ErrNoTenant) {
		t.Errorf("a visit to nobody: %v", err)
	}
}

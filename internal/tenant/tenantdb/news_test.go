package tenantdb_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A revision that a transaction publishes is heard once it has committed, with the number that its last statement
// returned; a failed transaction publishes nothing.
func TestNewsAreHeardAfterTheCommit(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, _ := tenants(t, db)
	type news struct {
		Tenant, ID uuid.UUID
		Revision   int64
		Regions    int
	}
	var heard []news
	db.OnNews(func(tenant, id uuid.UUID, revision int64) {
		heard = append(heard, news{tenant, id, revision, len(regions(t, db, ours))})
	})
	refused := errors.New("refused")
	topic := uuid.New()
	for _, outcome := range []error{refused, nil} {
		err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
			var revision int64
			tx.Publish(topic, &revision)
			tx.Defer(func(b *pgx.Batch) {
				b.Queue(`insert into league.regions (id, name, created_at) values ($1, 'Lazio', $2)`, uuid.New(), noon)
				tenantdb.Scalar(b, &revision, `select 7::bigint`)
			})
			return outcome
		})
		if !errors.Is(err, outcome) {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]news{{ours, topic, 7, 1}}, heard); diff != "" {
		t.Error(diff)
	}
}

// News published on a visit belongs to the visited tenant, and is heard after the commit.
func TestNewsOfAVisit(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, theirs := tenants(t, db)
	type news struct {
		Tenant   uuid.UUID
		Revision int64
	}
	var heard []news
	db.OnNews(func(tenant, _ uuid.UUID, revision int64) { heard = append(heard, news{tenant, revision}) })
	err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
		here, there := int64(1), int64(2)
		tx.Publish(uuid.New(), &here)
		err := tx.Visit(theirs, func(guest tenantdb.Tx) error {
			guest.Publish(uuid.New(), &there)
			return nil
		})
		if len(heard) > 0 {
			t.Errorf("heard before the commit: %v", heard)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]news{{ours, 1}, {theirs, 2}}, heard); diff != "" {
		t.Error(diff)
	}
}

package tenantdb_test

import (
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// countTwice counts regions before and after a statement that changes something
// elsewhere.
func countTwice(b *pgx.Batch, meanwhile func()) (before, after *int) {
	before, after = new(int), new(int)
	tenantdb.Scalar(b, before, `select count(*) from league.regions`)
	// The pause is long enough for another connection's commit on a machine that does much else. Callbacks
	// cannot wait for it: all statements have been sent by then.
	b.Queue(`select pg_sleep(2)`).QueryRow(func(pgx.Row) error { return nil })
	tenantdb.Scalar(b, after, `select count(*) from league.regions`)
	meanwhile()
	return before, after
}

// addLater adds a region while a sleeping statement of another connection runs.
func addLater(t *testing.T, db *tenantdb.DB, tenant uuid.UUID) {
	deadline := time.Now().Add(10 * time.Second)
	for sleeping := 0; sleeping == 0 && time.Now().Before(deadline); {
		err := tenantdb.Global(t.Context(), db, nil, func(tx tenantdb.GlobalTx) error {
			b := &pgx.Batch{}
			tenantdb.Scalar(b, &sleeping, `select count(*) from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`)
			return tx.Send(b)
		})
		if err != nil {
			t.Error(err)
			return
		}
	}
	addRegion(t, db, tenant, "Toscana")
}

// A view of an event is put together from several tables; rows of two moments
// would not fit each other.
func TestReadSeesOneMomentOfWritesAtOnce(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, _ := tenants(t, db)
	addRegion(t, db, ours, "Emilia")
	added := make(chan struct{})
	begin := func() { go func() { defer close(added); addLater(t, db, ours) }() }

	door, err := tenantdb.Read(t.Context(), db, ours, nil)
	if err != nil {
		t.Fatal(err)
	}
	b := &pgx.Batch{}
	before, after := countTwice(b, begin)
	if err := door.Send(b); err != nil {
		t.Fatal(err)
	}
	<-added
	if *before != 1 || *after != 1 {
		t.Errorf("one reading counted %d, then %d", *before, *after)
	}
	if got := regions(t, db, ours); len(got) != 2 {
		t.Errorf("the next reads %q", got)
	}
}

// A writer that has waited for another's lock sees the other's changes.
func TestInSeesWhatWasCommittedAtOnceWithIt(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, _ := tenants(t, db)
	addRegion(t, db, ours, "Emilia")
	added := make(chan struct{})
	begin := func() { go func() { defer close(added); addLater(t, db, ours) }() }

	err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		before, after := countTwice(b, begin)
		if err := tx.Send(b); err != nil {
			return err
		}
		if *before != 1 || *after != 2 {
			t.Errorf("the transaction counted %d, then %d", *before, *after)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	<-added
}

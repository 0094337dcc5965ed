package tenantdb_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

const regionsThere = `(select count(*) from league.regions)`

// A column read beside the setting of the tenant sees the rows of that tenant, and outside of tenants none.
func TestBesideSeesTheTenant(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, theirs := tenants(t, db)
	addRegion(t, db, ours, "Emilia")
	addRegion(t, db, ours, "Veneto")
	addRegion(t, db, theirs, "Lazio")
	var there int
	var wanted string
	beside := func(o *tenantdb.Opening) {
		o.Beside(regionsThere+`, $2::text`, func(row pgx.Row) error { return row.Scan(&there, &wanted) }, "as asked")
	}
	for range 3 { // a connection that has served one tenant serves the next
		for tenant, want := range map[uuid.UUID]int{ours: 2, theirs: 1} {
			door, err := tenantdb.Read(t.Context(), db, tenant, beside)
			if err != nil {
				t.Fatal(err)
			}
			if err := door.Send(&pgx.Batch{}); err != nil || there != want || wanted != "as asked" {
				t.Errorf("to look: %d regions, %q, error %v; want %d", there, wanted, err, want)
			}
			err = tenantdb.In(t.Context(), db, tenant, beside, func(tx tenantdb.Tx) error { return tx.Send(&pgx.Batch{}) })
			if err != nil || there != want {
				t.Errorf("to write: %d regions, error %v; want %d", there, err, want)
			}
		}
		err := tenantdb.Global(t.Context(), db, beside, func(tx tenantdb.GlobalTx) error { return tx.Send(&pgx.Batch{}) })
		if err != nil || there != 0 {
			t.Errorf("outside of tenants: %d regions, error %v", there, err)
		}
	}
}

// A prelude that asks again is called once more, and its caller's queries are answered once; earlier writes of the
// transaction are rolled back.
func TestPreludeAsksAgain(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, _ := tenants(t, db)
	var calls, answers int
	again := func(o *tenantdb.Opening) {
		calls++
		first := calls == 1
		o.Beside(`1`, func(pgx.Row) error {
			if first {
				return tenantdb.ErrAskAgain
			}
			return nil
		})
	}
	question := func() *pgx.Batch {
		calls, answers = 0, 0
		b := &pgx.Batch{}
		b.Queue(`select 1`).QueryRow(func(pgx.Row) error { answers++; return nil })
		return b
	}
	door, err := tenantdb.Read(t.Context(), db, ours, again)
	if err != nil {
		t.Fatal(err)
	}
	if err := door.Send(question()); err != nil || calls != 2 || answers != 1 {
		t.Errorf("to look: asked %d times, answered %d times, error %v", calls, answers, err)
	}
	err = tenantdb.In(t.Context(), db, ours, again, func(tx tenantdb.Tx) error {
		b := question()
		b.Queue(`insert into league.regions (id, name, created_at) values (gen_random_uuid(), 'Emilia', now())`)
		return tx.Send(b)
	})
	if got := regions(t, db, ours); err != nil || calls != 2 || answers != 1 || len(got) != 1 {
		t.Errorf("to write: asked %d times, answered %d times, regions %q, error %v", calls, answers, got, err)
	}
}

// A prelude asks again, with a statement that the connection does not know, behind a
// caller's statement that the database has refused: the caller learns of its own refusal.
func TestPreludeAsksAgainBehindAFailure(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, _ := tenants(t, db)
	var calls int
	again := func(o *tenantdb.Opening) {
		calls++
		if calls == 1 {
			o.Beside(`1`, func(pgx.Row) error { return tenantdb.ErrAskAgain })
			return
		}
		o.Beside(`'asked again'`, func(pgx.Row) error { return nil })
	}
	err := tenantdb.In(t.Context(), db, ours, again, func(tx tenantdb.Tx) error {
		b := &pgx.Batch{}
		b.Queue(`insert into league.regions (id, name, created_at) values (gen_random_uuid(), null, now())`)
		return tx.Send(b)
	})
	var refused *pgconn.PgError
	if !errors.As(err, &refused) || refused.Code != "23502" || calls != 2 {
		t.Errorf("asked %d times, error %v", calls, err)
	}
}

// A transaction that leaves everything for its end is refused before it commits.
func TestPreludeComesBeforeTheCommit(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, _ := tenants(t, db)
	forbidden := errors.New("forbidden")
	refuse := func(o *tenantdb.Opening) { o.Beside(`1`, func(pgx.Row) error { return forbidden }) }
	err := tenantdb.In(t.Context(), db, ours, refuse, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *pgx.Batch) {
			b.Queue(`insert into league.regions (id, name, created_at) values (gen_random_uuid(), 'Emilia', now())`)
		})
		return nil
	})
	if got := regions(t, db, ours); !errors.Is(err, forbidden) || len(got) != 0 {
		t.Errorf("regions %q, error %v", got, err)
	}
}

// A false assumption keeps everything from being committed, whether it is found out before the commit or with it.
func TestPresumptions(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.New(t)
	ours, _ := tenants(t, db)
	add := func(b *pgx.Batch) {
		b.Queue(`insert into league.regions (id, name, created_at) values (gen_random_uuid(), gen_random_uuid()::text, now())`)
	}
	insist := func(condition string) tenantdb.Prelude {
		return func(o *tenantdb.Opening) { tenantdb.Insist(o.Batch, ``, condition) }
	}
	there := 0
	for _, tt := range []struct {
		prelude, later string
		holds          bool
	}{
		{"true", "true", true},
		{"false", "true", false},
		{"true", "false", false},
		{"null", "true", false},
		{"true", "exists (select from league.regions)", true},
		{"true", "not exists (select from league.regions)", false},
	} {
		for _, early := range []bool{false, true} {
			err := tenantdb.Presume(t.Context(), db, ours, insist(tt.prelude), func(tx tenantdb.Tx) error {
				if !tx.Presumes() || !tx.Asked() {
					t.Error("the transaction asks first")
				}
				tx.Defer(add)
				tx.Defer(func(b *pgx.Batch) { tenantdb.Insist(b, ``, tt.later) })
				if early {
					return tx.Send(&pgx.Batch{})
				}
				return nil
			})
			if tt.holds {
				there++
			}
			if got := len(regions(t, db, ours)); got != there || (err == nil) != tt.holds || err != nil && !errors.Is(err, tenantdb.ErrPresumed) {
				t.Errorf("%+v, early %t: %d regions, want %d; error %v", tt, early, got, there, err)
			}
		}
	}
	err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
		if tx.Presumes() {
			t.Error("a transaction that asks says that it presumes")
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
}

package tenantdb_test

import (
	"errors"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A connection keeps the statements of a request that a callback has refused: nothing is
// wrong with them, and to prepare and plan them again costs more than to run them. Where
// the database itself refuses one, they are prepared again, which shows that the test would
// see it.
func TestARefusalKeepsPreparedStatements(t *testing.T) {
	t.Parallel()
	d := tenantdbtest.Create(t)
	db, err := tenantdb.Open(t.Context(), d.Application, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	ours, _ := tenants(t, db)
	const asked = `select $1::int + 1`
	prepared := func(b *pgx.Batch) (at time.Time, err error) {
		door, err := tenantdb.Read(t.Context(), db, ours, nil)
		if err != nil {
			t.Fatal(err)
		}
		err = door.Send(b)
		look := &pgx.Batch{}
		look.Queue(`select prepare_time from pg_prepared_statements where statement = $1`, asked).QueryRow(func(row pgx.Row) error { return row.Scan(&at) })
		if err := door.Send(look); err != nil && !errors.Is(err, tenantdb.ErrNotFound) {
			t.Fatal(err)
		}
		return at, err
	}
	batch := func(answer error) *pgx.Batch {
		b := &pgx.Batch{}
		b.Queue(asked, 1).QueryRow(func(row pgx.Row) error { var n int; return errors.Join(row.Scan(&n), answer) })
		return b
	}
	first, err := prepared(batch(nil))
	if err != nil || first.IsZero() {
		t.Fatalf("prepared at %v, error %v", first, err)
	}

	refused := errors.New("refused")
	b := batch(refused)
	b.Queue(asked, 2).QueryRow(func(pgx.Row) error { t.Error("what follows a refusal is answered"); return nil })
	b.Queue(`select 1`)
	if at, err := prepared(b); !errors.Is(err, refused) || !at.Equal(first) {
		t.Errorf("refused by a callback: error %v, prepared at %v, before at %v", err, at, first)
	}
	if at, err := prepared(batch(nil)); err != nil || !at.Equal(first) {
		t.Errorf("after a refusal: error %v, prepared at %v, before at %v", err, at, first)
	}

	b = batch(refused)
	b.Queue(`select 1 / ($1::int - 1)`, 1)
	if _, err := prepared(b); !errors.Is(err, refused) {
		t.Errorf("refused by a callback and then by the database: error %v", err)
	}
	b = batch(nil)
	b.Queue(`select 1 / ($1::int - 1)`, 1)
	if _, err := prepared(b); err == nil {
		t.Error("refused by the database: no error")
	}
	if at, err := prepared(batch(nil)); err != nil || at.Equal(first) {
		t.Errorf("after the database has refused: error %v, prepared at %v as before", err, at)
	}
}

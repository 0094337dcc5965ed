package tenantdb_test

import (
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// A line that ends in the middle of an answer is a database that does not answer, no
// fault of the program.
func TestEndedLineIsUnavailable(t *testing.T) {
	t.Parallel()
	err := tenantdb.Translate(fmt.Errorf("prepare: %w", io.ErrUnexpectedEOF))
	if !errors.Is(err, tenantdb.ErrUnavailable) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v", err)
	}
	if err := tenantdb.Translate(io.ErrClosedPipe); errors.Is(err, tenantdb.ErrUnavailable) {
		t.Errorf("what is not known is not explained away: %v", err)
	}
}

// A database that refuses logins for any reason (a changed password, a role or a database that may not be used for a
// while) is reported as unavailable: trying again helps once its operator has acted.
func TestADatabaseThatLetsNobodyInIsUnavailable(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	db := tenantdbtest.Open(t, database)
	ours, _ := tenants(t, db)
	database.Alter(t, `revoke connect on database `+database.Name+` from public, `+tenantdb.ApplicationRole)
	database.Alter(t, `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`)
	for range 3 { // those that were open are noticed first
		err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error { return tx.Send(&tenantdb.Batch{}) })
		if !errors.Is(err, tenantdb.ErrUnavailable) {
			t.Errorf("got %v", err)
		}
	}
	database.Alter(t, `grant connect on database `+database.Name+` to `+tenantdb.ApplicationRole)
	if got := regions(t, db, ours); len(got) != 0 {
		t.Errorf("let in again: %v", got)
	}
}

// Where the program stood still in the middle of a transaction (its machine was moved), the database has ended it
// meanwhile: nothing of it is stored, and it may be tried again.
func TestATransactionThatStoodStillMayBeTriedAgain(t *testing.T) {
	t.Parallel()
	database, _ := tenantdbtest.Create(t).Behind(t) // by a network, over which the reason is read before the end
	db := tenantdbtest.OpenHurried(t, database)
	ours, _ := tenants(t, db)
	err := tenantdb.In(t.Context(), db, ours, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		b.Queue(`select 1`)
		if err := tx.Send(b); err != nil {
			t.Fatal(err)
		}
		time.Sleep(6 * time.Second) // a transaction may be idle for five
		b = &tenantdb.Batch{}
		b.Queue(`insert into league.regions (id, name, created_at) values (gen_random_uuid(), 'Emilia', $1)`, noon)
		return tx.Send(b)
	})
	if !errors.Is(err, tenantdb.ErrUnavailable) {
		t.Errorf("got %v", err)
	}
	if got := regions(t, db, ours); len(got) != 0 {
		t.Errorf("stored: %v", got)
	}
}

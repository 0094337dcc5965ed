package tenantdb_test

import (
	"errors"
	"testing"
	"time"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// The timeouts of each connection, and those of work that is not a request.
func TestTimeouts(t *testing.T) {
	t.Parallel()
	db := tenantdbtest.OpenHurried(t, tenantdbtest.Create(t))
	ours, _ := tenants(t, db)
	shown := func(door tenantdb.Door) (statement, lock, idle string) {
		b := &tenantdb.Batch{}
		for name, out := range map[string]*string{"statement_timeout": &statement, "lock_timeout": &lock, "idle_in_transaction_session_timeout": &idle} {
			tenantdb.Scalar(b, out, `select current_setting($1)`, name)
		}
		if err := door.Send(b); err != nil {
			t.Fatal(err)
		}
		return statement, lock, idle
	}
	for _, tt := range []struct {
		unhurried             bool
		statement, lock, idle string
	}{
		{false, "5s", "2s", "5s"}, {true, "25s", "10s", "25s"}, {false, "5s", "2s", "5s"}, // nothing stays behind
	} {
		ctx := t.Context()
		if tt.unhurried {
			ctx = tenantdb.Unhurried(ctx)
		}
		door, err := tenantdb.Read(ctx, db, ours, nil)
		if err != nil {
			t.Fatal(err)
		}
		if statement, lock, idle := shown(door); statement != tt.statement || lock != tt.lock || idle != tt.idle {
			t.Errorf("a reader, unhurried %v: %s %s %s", tt.unhurried, statement, lock, idle)
		}
		err = tenantdb.In(ctx, db, ours, nil, func(tx tenantdb.Tx) error {
			if statement, lock, idle := shown(tx); statement != tt.statement || lock != tt.lock || idle != tt.idle {
				t.Errorf("a writer, unhurried %v: %s %s %s", tt.unhurried, statement, lock, idle)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// A statement that takes too long, and a connection that is not available, are reported as errors after which trying
// again helps.
func TestWaitingEnds(t *testing.T) {
	t.Parallel()
	database := tenantdbtest.Create(t)
	db, err := tenantdb.Open(t.Context(), database.Application, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	ours, _ := tenants(t, db)
	sleep := func() error {
		door, err := tenantdb.Read(t.Context(), db, ours, nil)
		if err != nil {
			return err
		}
		b := &tenantdb.Batch{}
		b.Queue(`select pg_sleep(60)`)
		return door.Send(b)
	}
	ended := make(chan error, 2)
	for range 2 {
		go func() { ended <- sleep() }()
	}
	asleep := `select count(*) from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
	for database.Count(t, asleep) < 2 {
		time.Sleep(10 * time.Millisecond)
	}
	began := time.Now()
	if err := sleep(); !errors.Is(err, tenantdb.ErrBusy) || time.Since(began) > 20*time.Second {
		t.Errorf("without a connection: %v after %s", err, time.Since(began))
	}
	for range 2 {
		if err := <-ended; !errors.Is(err, tenantdb.ErrBusy) {
			t.Errorf("a statement of a minute: %v", err)
		}
	}
	if took := time.Since(began); took > 40*time.Second {
		t.Errorf("ended after %s", took)
	}
}

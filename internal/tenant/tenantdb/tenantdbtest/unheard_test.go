package tenantdbtest

import (
	"context"
	"os"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

func TestMain(m *testing.M) { os.Exit(Run(m)) }

// Of two databases, one of them silenced, only the other delivers the notifications of the application role.
func TestSilencedDatabasesDeliverNothing(t *testing.T) {
	t.Parallel()
	heard := func(d Database, within time.Duration) error {
		ctx := t.Context()
		var at []*pgx.Conn
		for range 2 {
			conn, err := pgx.Connect(ctx, d.Application)
			if err != nil {
				t.Fatal(err)
			}
			t.Cleanup(func() { _ = conn.Close(context.WithoutCancel(ctx)) })
			at = append(at, conn)
		}
		if _, err := at[0].Exec(ctx, "listen novel"); err != nil {
			t.Fatal(err)
		}
		if _, err := at[1].Exec(ctx, "select pg_notify('novel', 'something')"); err != nil {
			t.Fatal(err)
		}
		ctx, end := context.WithTimeout(ctx, within)
		defer end()
		_, err := at[0].WaitForNotification(ctx)
		return err
	}
	silenced := Create(t)
	if err := silence(t.Context(), silenced.Superuser); err != nil {
		t.Fatal(err)
	}
	if err := heard(Create(t), time.Minute); err != nil {
		t.Errorf("a database as it comes: %v", err)
	}
	if err := heard(silenced, 100*time.Millisecond); !pgconn.Timeout(err) {
		t.Errorf("a silenced database: %v", err)
	}
}

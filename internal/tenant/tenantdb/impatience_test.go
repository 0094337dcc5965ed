package tenantdb_test

import (
	"context"
	"errors"
	"net"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"

	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// standing is a connection to a database that takes bytes and answers none while it stands still.
type standing struct {
	net.Conn
	still *atomic.Bool
	ended chan struct{}
	once  sync.Once
}

func (s *standing) Read(b []byte) (int, error) {
	n, err := s.Conn.Read(b)
	if s.still.Load() {
		<-s.ended
		return 0, os.ErrDeadlineExceeded
	}
	return n, err
}

func (s *standing) SetDeadline(t time.Time) error {
	if s.still.Load() && !t.IsZero() && t.Before(time.Now()) {
		s.once.Do(func() { close(s.ended) })
	}
	return s.Conn.SetDeadline(t)
}

// The job queue gives up a statement without a deadline whose answer never comes, and sends it on a new connection.
func TestStatementWithoutDeadline(t *testing.T) {
	t.Parallel()
	config, err := pgxpool.ParseConfig(tenantdbtest.Create(t).Application)
	if err != nil {
		t.Fatal(err)
	}
	var still atomic.Bool
	config.MaxConns = 1
	config.ConnConfig.Tracer = tenantdb.Impatient(300 * time.Millisecond)
	config.ConnConfig.DialFunc = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := (&net.Dialer{}).DialContext(ctx, network, address)
		return &standing{Conn: conn, still: &still, ended: make(chan struct{})}, err
	}
	pool, err := pgxpool.NewWithConfig(t.Context(), config)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(pool.Close)
	ask := func() (n int, err error) {
		err = pool.QueryRow(context.WithoutCancel(t.Context()), `select 7`).Scan(&n)
		return n, err
	}
	if n, err := ask(); n != 7 || err != nil {
		t.Fatalf("%d, %v", n, err)
	}
	still.Store(true)
	began := time.Now()
	if _, err := ask(); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("of a database that stands still: %v", err)
	}
	t.Logf("given up after %s", time.Since(began))
	still.Store(false)
	if n, err := ask(); n != 7 || err != nil {
		t.Errorf("of the next connection: %d, %v", n, err)
	}
}

// Connections of the job queue have it.
func TestJobQueueIsImpatient(t *testing.T) {
	t.Parallel()
	db, err := tenantdb.Open(t.Context(), tenantdbtest.Create(t).Application, 2)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	if got := db.Pool().Config().ConnConfig.Tracer; got != tenantdb.Impatient(tenantdb.AnswerWithin) {
		t.Errorf("jobs wait as %#v", got)
	}
}

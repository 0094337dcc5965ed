package tenantdbtest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// kept are the connections of [Database.Count] and [Database.Alter], by the superuser's
// connection string: tests ask again and again until something has happened and insert
// fields of players one by one, and a new connection costs more than a hundred statements.
var kept struct {
	mu    sync.Mutex
	conns map[string]*keptConn
}

// keptConn is a connection that is used by one after the other.
type keptConn struct {
	mu   sync.Mutex
	conn *pgx.Conn
}

// WithSuperuser calls do with the superuser's connection that is kept. What do changes of the
// connection itself stays.
func (d Database) WithSuperuser(t testing.TB, do func(*pgx.Conn) error) {
	t.Helper()
	kept.mu.Lock()
	if kept.conns == nil {
		kept.conns = make(map[string]*keptConn)
	}
	c := kept.conns[d.Superuser]
	if c == nil {
		c = &keptConn{}
		kept.conns[d.Superuser] = c
	}
	kept.mu.Unlock()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil || c.conn.IsClosed() {
		conn, err := pgx.Connect(t.Context(), d.Superuser)
		if err != nil {
			t.Fatal(err)
		}
		c.conn = conn
	}
	if err := do(c.conn); err != nil {
		_ = c.conn.Close(context.WithoutCancel(t.Context()))
		t.Fatal(err)
	}
}

// Count is a number from the database as the superuser sees it, past row-level
// security: for what a test must know and nobody may.
func (d Database) Count(t testing.TB, sql string, args ...any) (n int) {
	t.Helper()
	d.WithSuperuser(t, func(conn *pgx.Conn) error { return conn.QueryRow(t.Context(), sql, args...).Scan(&n) })
	return n
}

// Text is a text from the database; see [Database.Count].
func (d Database) Text(t testing.TB, sql string, args ...any) (text string) {
	t.Helper()
	d.WithSuperuser(t, func(conn *pgx.Conn) error { return conn.QueryRow(t.Context(), sql, args...).Scan(&text) })
	return text
}

// LeaveAlone closes the connection that is kept: nobody may be connected
// to a database that is copied.
func (d Database) LeaveAlone(ctx context.Context) {
	kept.mu.Lock()
	c := kept.conns[d.Superuser]
	delete(kept.conns, d.Superuser)
	kept.mu.Unlock()
	if c == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		_ = c.conn.Close(ctx)
	}
}

// Alter changes rows as the superuser: for states that take long to come about, such
// as a process that died two minutes ago. What else it changes (settings, tables) it
// changes on a connection of its own.
func (d Database) Alter(t testing.TB, sql string, args ...any) {
	t.Helper()
	if verb, _, _ := strings.Cut(strings.TrimSpace(sql), " "); slices.Contains([]string{"insert", "update", "delete"}, verb) {
		d.WithSuperuser(t, func(conn *pgx.Conn) error { _, err := conn.Exec(t.Context(), sql, args...); return err })
		return
	}
	conn, err := pgx.Connect(t.Context(), d.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close(t.Context())
	if _, err := conn.Exec(t.Context(), sql, args...); err != nil {
		t.Fatal(err)
	}
}

// Lock locks a table for everybody until the returned function is called.
func (d Database) Lock(t testing.TB, table string) (unlock func()) {
	t.Helper()
	return d.Hold(t, "lock table "+table+" in access exclusive mode")
}

// Hold holds what a statement takes until the returned function is called.
func (d Database) Hold(t testing.TB, statement string) (release func()) {
	t.Helper()
	conn, err := pgx.Connect(t.Context(), d.Superuser)
	if err != nil {
		t.Fatal(err)
	}
	release = sync.OnceFunc(func() { _ = conn.Close(context.WithoutCancel(t.Context())) })
	t.Cleanup(release)
	for _, sql := range []string{"begin", statement} {
		if _, err := conn.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	return release
}

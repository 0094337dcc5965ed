package tenantdbtest

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/jackc/pgx/v5"
)

// kept are the connections of [Database.Count] and [Database.Alter], by the superuser's connection string: tests poll
// for changes and insert fields of players one by one, and a new connection costs more than a hundred statements.
var kept struct {
	mu    sync.Mutex
	conns map[string]*keptConn
}

// keptConn is a connection that is used by one after the other.
type keptConn struct {
	mu   sync.Mutex
	conn *pgx.Conn
}

// WithSuperuser calls do with the superuser's cached connection. Changes that do makes to the connection itself
// persist.
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

// Count queries a number as the superuser, past row-level security, for a test that must count rows hidden from every
// role.
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

// LeaveAlone closes the cached connection, because a database cannot be copied while it has connections.
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

// Alter changes rows as the superuser, for states that take long to arise, such as a process that died two minutes
// ago. Other changes (settings, tables) are made on a connection of their own.
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

// Hold holds the locks of a statement until the returned function is called.
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

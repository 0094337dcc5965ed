package tenantdb

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// ErrShared means that a connection does not belong to the server for as long as it lasts, because a pooler in transaction or
// statement mode stands between.
var ErrShared = errors.New("tenantdb: the connection to the database is shared with others, as by a pooler in transaction mode (PgBouncer: pool_mode=transaction): " +
	"prepared statements, timeouts and news of other servers get lost. Give servers the address of the database itself, or of a pooler in session mode; see docs/operate/database.md#poolers")

// looks counts how often connections are looked at: in the rush of others a pooler may seem to be none once.
const looks = 3

// checkOwnConnections returns [ErrShared] if a connection loses a setting made on it, or if another connection has
// that setting. Neither ever happens on a connection of one's own, so no server is refused wrongly. A pooler that
// goes undetected here leaves the server without news and therefore not ready.
func checkOwnConnections(ctx context.Context, l *leader, config *pgx.ConnConfig) error {
	var conns [2]*pgx.Conn
	for i := range conns {
		conn, err := l.connect(ctx, config)
		if err != nil {
			return fmt.Errorf("tenantdb: connect: %w", err)
		}
		defer Hangup(conn)
		conns[i] = conn
	}
	for range looks {
		shared, err := shares(ctx, conns[0], conns[1])
		if pg := (*pgconn.PgError)(nil); errors.As(err, &pg) && pg.Code == "08P01" { // a pooler in statement mode refuses transactions by it
			return ErrShared
		}
		if err != nil {
			return fmt.Errorf("tenantdb: connect: %w", err)
		}
		if shared {
			return ErrShared
		}
	}
	return nil
}

// shares reports whether one connection loses its name while another one holds a transaction, or the other finds it.
// The name is a setting that no pooler knows and carries over. The statements go without being prepared, which a pooler may refuse.
func shares(ctx context.Context, one, other *pgx.Conn) (bool, error) {
	name := rand.Text()
	if _, err := one.Exec(ctx, `select set_config('referto.connection', $1, false)`, pgx.QueryExecModeExec, name); err != nil {
		return false, err
	}
	tx, err := other.Begin(ctx)
	if err != nil {
		return false, err
	}
	defer func() { _ = tx.Rollback(ctx) }()
	var found, kept string
	if err := tx.QueryRow(ctx, `select coalesce(current_setting('referto.connection', true), '')`, pgx.QueryExecModeExec).Scan(&found); err != nil {
		return false, err
	}
	if err := one.QueryRow(ctx, `select coalesce(current_setting('referto.connection', true), '')`, pgx.QueryExecModeExec).Scan(&kept); err != nil {
		return false, err
	}
	return found == name || kept != name, nil
}

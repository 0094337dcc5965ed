package tenantdb

import (
	"context"
	"errors"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// borrowed is a pgx.Tx over a transaction that its door commits. The job queue
// inserts through it.
type borrowed struct{ conn *pgx.Conn }

// errBorrowed: the caller tried to end or nest a borrowed transaction.
var errBorrowed = errors.New("tenantdb: the door begins and ends the transaction")

func (b borrowed) Begin(context.Context) (pgx.Tx, error) { return nil, errBorrowed }
func (b borrowed) Commit(context.Context) error          { return errBorrowed }
func (b borrowed) Rollback(context.Context) error        { return errBorrowed }
func (b borrowed) LargeObjects() pgx.LargeObjects        { panic(errBorrowed) }
func (b borrowed) Conn() *pgx.Conn                       { return b.conn }

func (b borrowed) CopyFrom(ctx context.Context, table pgx.Identifier, columns []string, rows pgx.CopyFromSource) (int64, error) {
	return b.conn.CopyFrom(ctx, table, columns, rows)
}

func (b borrowed) SendBatch(ctx context.Context, batch *pgx.Batch) pgx.BatchResults {
	return b.conn.SendBatch(ctx, batch)
}

func (b borrowed) Prepare(ctx context.Context, name, sql string) (*pgconn.StatementDescription, error) {
	return b.conn.Prepare(ctx, name, sql)
}

func (b borrowed) Exec(ctx context.Context, sql string, args ...any) (pgconn.CommandTag, error) {
	return b.conn.Exec(ctx, sql, args...)
}

func (b borrowed) Query(ctx context.Context, sql string, args ...any) (pgx.Rows, error) {
	return b.conn.Query(ctx, sql, args...)
}

func (b borrowed) QueryRow(ctx context.Context, sql string, args ...any) pgx.Row {
	return b.conn.QueryRow(ctx, sql, args...)
}

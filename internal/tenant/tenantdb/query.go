package tenantdb

import (
	"fmt"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
)

// Batch is the statements of one round trip, with what to do with their answers.
type Batch = pgx.Batch

// Many queues a query whose rows are collected into out, in order, by the names
// of T's fields (snake case) or their db tags. Out is never nil afterwards.
func Many[T any](b *pgx.Batch, out *[]T, sql string, args ...any) {
	b.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectRows(rows, pgx.RowToStructByName[T])
		if *out == nil {
			*out = []T{}
		}
		return err
	})
}

// One queues a query for exactly one row; without it the door's error is
// [ErrNotFound].
func One[T any](b *pgx.Batch, out *T, sql string, args ...any) {
	b.Queue(sql, args...).Query(func(rows pgx.Rows) (err error) {
		*out, err = pgx.CollectExactlyOneRow(rows, pgx.RowToStructByName[T])
		return err
	})
}

// Maybe queues a query for at most one row; out stays nil without it.
func Maybe[T any](b *pgx.Batch, out **T, sql string, args ...any) {
	b.Queue(sql, args...).Query(func(rows pgx.Rows) error {
		found, err := pgx.CollectRows(rows, pgx.RowToAddrOfStructByName[T])
		if err == nil && len(found) > 0 {
			*out = found[0]
		}
		return err
	})
}

// Scalar queues a query for one value.
func Scalar[T any](b *pgx.Batch, out *T, sql string, args ...any) {
	b.Queue(sql, args...).QueryRow(func(row pgx.Row) error { return row.Scan(out) })
}

// Exec queues a statement that must change exactly one row; with none the
// door's error is [ErrNotFound]: another tenant's row, or a stale version.
func Exec(b *pgx.Batch, sql string, args ...any) {
	b.Queue(sql, args...).Exec(func(tag pgconn.CommandTag) error {
		if tag.RowsAffected() != 1 {
			return fmt.Errorf("%w: %d rows changed", ErrNotFound, tag.RowsAffected())
		}
		return nil
	})
}

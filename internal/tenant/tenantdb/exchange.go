package tenantdb

import (
	"context"

	"github.com/jackc/pgx/v5"
)

// exchange sends the statements of a batch on a connection and calls their callbacks until
// one returns an error, which it returns. The batch stays as it was and may be sent again.
//
// The error of a callback is hidden from pgx, which would otherwise have the connection forget every statement of the
// batch: the next request would prepare and plan all of them again because one caller was refused.
func exchange(ctx context.Context, conn interface {
	SendBatch(context.Context, *pgx.Batch) pgx.BatchResults
}, b *pgx.Batch,
) error {
	var refused error
	sent := &pgx.Batch{}
	for _, q := range b.QueuedQueries {
		answer := q.Fn
		copied := &pgx.QueuedQuery{SQL: q.SQL, Arguments: q.Arguments}
		if answer != nil {
			copied.Fn = func(results pgx.BatchResults) error {
				if refused == nil {
					refused = answer(results)
					return nil
				}
				_, err := results.Exec() // no callback needs the result
				return err
			}
		}
		sent.QueuedQueries = append(sent.QueuedQueries, copied)
	}
	if err := conn.SendBatch(ctx, sent).Close(); refused == nil {
		return err
	}
	return refused
}

package tenantdb

import (
	"context"
	"errors"
	"fmt"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Each calls fn for each tenant, one after the other, for work that a schedule starts and not a request. A failure
// for one tenant does not stop the others; the returned error joins all failures. Tenants founded meanwhile wait for
// the next run.
func Each(ctx context.Context, db *DB, fn func(tenant uuid.UUID) error) error {
	var tenants []uuid.UUID
	err := Global(ctx, db, nil, func(tx GlobalTx) error {
		b := &Batch{}
		b.Queue(`select id from platform.tenants`).Query(func(rows pgx.Rows) (err error) {
			tenants, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
			return err
		})
		return tx.Send(b)
	})
	if err != nil {
		return err
	}
	var failed []error
	for _, tenant := range tenants {
		if err := ctx.Err(); err != nil {
			return errors.Join(append(failed, err)...)
		}
		if err := fn(tenant); err != nil {
			failed = append(failed, fmt.Errorf("tenant %s: %w", tenant, err))
		}
	}
	return errors.Join(failed...)
}

// Everywhere runs fn in a transaction of each tenant, like [Each]. Like [In] it may run
// fn again.
func Everywhere(ctx context.Context, db *DB, fn func(Tx) error) error {
	return Each(ctx, db, func(tenant uuid.UUID) error { return In(ctx, db, tenant, nil, fn) })
}

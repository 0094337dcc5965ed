package tenantdb

import (
	"context"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Everywhere runs fn in a transaction of each tenant, one after the other, and stops
// at the first error: for what is done by the hour and not because somebody asked. Like
// [In] it may run fn again. Tenants founded meanwhile wait for the next time.
func Everywhere(ctx context.Context, db *DB, fn func(Tx) error) error {
	var tenants []uuid.UUID
	err := Global(ctx, db, nil, func(tx GlobalTx) error {
		b := &Batch{}
		b.Queue(`select id from platform.tenants`).Query(func(rows pgx.Rows) (err error) {
			tenants, err = pgx.CollectRows(rows, pgx.RowTo[uuid.UUID])
			return err
		})
		return tx.Send(b)
	})
	for _, tenant := range tenants {
		if err != nil {
			break
		}
		err = In(ctx, db, tenant, nil, fn)
	}
	return err
}

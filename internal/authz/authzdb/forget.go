package authzdb

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
)

// ForgetAnswers removes the answers remembered before a time, tenant by tenant,
// and returns how many there were. It may run in several replicas at once, and be
// cut short anywhere.
func ForgetAnswers(ctx context.Context, db *tenantdb.DB, before time.Time) (forgotten int64, err error) {
	forget := func(table Answers) func(b *tenantdb.Batch) {
		return func(b *tenantdb.Batch) {
			b.Queue(`delete from `+string(table)+` where created_at < $1`, before).Exec(func(tag pgconn.CommandTag) error {
				forgotten += tag.RowsAffected()
				return nil
			})
		}
	}
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		tx.Defer(forget(PlatformAnswers))
		return nil
	})
	if err != nil {
		return forgotten, err
	}
	err = tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		tx.Defer(forget(TenantAnswers))
		return nil
	})
	return forgotten, err
}

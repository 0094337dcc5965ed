package tenantdb

import (
	"context"
	"fmt"

	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"
)

// Writer is a transaction of a tenant ([Tx]) or outside of tenants ([GlobalTx]): for the outbox, whose jobs are
// committed with either.
type Writer interface {
	Door
	Context() context.Context
	Gorm() (*gorm.DB, error)
	Pgx() (pgx.Tx, error)
}

// Add inserts a row with gorm; the row's type names its table. Columns that it
// does not have keep their default, as tenant_id must.
func Add(tx Writer, row any) error {
	orm, err := tx.Gorm()
	if err != nil {
		return err
	}
	return Translate(orm.Create(row).Error)
}

// Change runs an update with gorm that must change exactly one row; with none the
// error is [ErrNotFound]: another tenant's row, or a stale version.
func Change(tx Writer, update func(*gorm.DB) *gorm.DB) error {
	orm, err := tx.Gorm()
	if err != nil {
		return err
	}
	result := update(orm)
	if result.Error != nil {
		return Translate(result.Error)
	}
	if result.RowsAffected != 1 {
		return fmt.Errorf("%w: %d rows changed", ErrNotFound, result.RowsAffected)
	}
	return nil
}

package tenantcopydb

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/media/blob"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
)

// atOnce bounds the rows that one transaction deletes.
const atOnce = 2000

// ErrMore means that a deletion is not done yet; another call continues it.
var ErrMore = errors.New("there is more to delete")

// Delete deletes all data of a tenant whose deletion is due ([registrydb.BeginDeletion]): the rows of all tables that
// have a tenant, in batches, each table before those that it refers to, then its files, and at last the tenant itself
// with its affiliations and the jobs about it. It returns [ErrMore] when its time limit is reached. Wherever it was
// cut off, another call continues, and rows that are gone are no error. Ended is called in the last transaction.
func Delete(ctx context.Context, db *tenantdb.DB, files blob.Store, deletion uuid.UUID, now func() time.Time, long time.Duration, ended func(tenantdb.Tx, []uuid.UUID) error) error {
	of, err := registrydb.BeginDeletion(ctx, db, deletion, now())
	if err != nil || of == uuid.Nil {
		return err
	}
	until := now().Add(long)
	in := tenantdb.Unhurried(ctx)
	var order []string
	var whole map[string]bool
	err = tenantdb.In(in, db, of, nil, func(tx tenantdb.Tx) (err error) {
		var all []table
		b := &tenantdb.Batch{}
		tenantdb.Many(b, &all, tablesOfTenants)
		if err := tx.Send(b); err != nil {
			return err
		}
		names := make([]string, len(all))
		for i, t := range all {
			names[i] = t.Name
		}
		order, whole, err = inOrder(tx, names)
		return err
	})
	if err != nil {
		return err
	}
	for _, name := range slices.Backward(order) {
		most := new(int64(atOnce))
		if whole[name] { // rows of it refer to others of it
			most = nil
		}
		for gone := int64(1); gone > 0; {
			if gone, err = deleteSome(in, db, of, deletion, name, most); err != nil {
				return err
			}
			if gone > 0 && !now().Before(until) {
				return ErrMore
			}
		}
	}
	if err := deleteFiles(ctx, db, files, of, deletion); err != nil {
		return err
	}
	return tenantdb.In(in, db, of, nil, func(tx tenantdb.Tx) error {
		for _, name := range []string{"platform.affiliations", "platform.tenants"} {
			if _, err := deleteRows(tx, deletion, name, nil); err != nil {
				return err
			}
		}
		managers, err := registrydb.EndDeletion(tx, deletion, now())
		if err != nil {
			return err
		}
		return ended(tx, managers)
	})
}

func deleteSome(ctx context.Context, db *tenantdb.DB, of, deletion uuid.UUID, name string, most *int64) (gone int64, err error) {
	err = tenantdb.In(ctx, db, of, nil, func(tx tenantdb.Tx) error {
		gone, err = deleteRows(tx, deletion, name, most)
		return err
	})
	return gone, err
}

// deleteRows deletes rows of a table, and counts them with the deletion.
func deleteRows(tx tenantdb.Tx, deletion uuid.UUID, name string, most *int64) (gone int64, err error) {
	b := &tenantdb.Batch{}
	tenantdb.Scalar(b, &gone, `with gone as materialized (select platform.delete_of_tenant($2, $3) as n),
		counted as (update platform.tenant_deletions set row_count = row_count + (select n from gone) where id = $1 and (select n from gone) > 0)
		select n from gone`, deletion, name, most)
	return gone, tx.Send(b)
}

// deleteFiles deletes all files of a tenant.
func deleteFiles(ctx context.Context, db *tenantdb.DB, files blob.Store, of, deletion uuid.UUID) error {
	deleted, err := deleteBelow(ctx, files, of.String())
	if err != nil {
		return err
	}
	if _, err := deleteBelow(ctx, files, KeptFolder(of)); err != nil {
		return err
	}
	return registrydb.CountDeletedFiles(ctx, db, deletion, deleted)
}

package moneydesk

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// Keeping sets for how many days things that belong to claims are kept.
type Keeping struct {
	Accounts int // bank data, after a claim is over
	Paid     int // receipts, after a claim was paid
	Unpaid   int // receipts, after a claim was refused or withdrawn
	Idle     int // a claim that is not continued
}

// until returns the moments before which things are to go.
func (k Keeping) until(now time.Time) leaguedb.RefundKeeping {
	before := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	return leaguedb.RefundKeeping{Accounts: before(k.Accounts), Paid: before(k.Paid), Unpaid: before(k.Unpaid), Idle: before(k.Idle)}
}

// Files stores the files of receipts.
type Files interface {
	// Delete removes a file. That there is none is no error.
	Delete(ctx context.Context, key string) error
}

// erasedAtOnce bounds the receipts that are erased in one transaction.
const erasedAtOnce = 200

// EraseDueRefunds erases, in every tenant, the data of claims whose retention has ended: bank data, the files
// of receipts, the purpose of expenses. The amounts paid and their receivers stay. It returns the number of
// erased items; repeated or concurrent calls erase the same.
func EraseDueRefunds(ctx context.Context, db *tenantdb.DB, files Files, k Keeping, now time.Time) (erased int64, err error) {
	due := k.until(now)
	err = tenantdb.Each(ctx, db, func(tenant uuid.UUID) error {
		n, err := eraseDueRefunds(ctx, db, tenant, files, due, now)
		erased += n
		return err
	})
	return erased, err
}

// eraseDueRefunds is [EraseDueRefunds] in one tenant. It holds no rows while files are deleted.
func eraseDueRefunds(ctx context.Context, db *tenantdb.DB, tenant uuid.UUID, files Files, due leaguedb.RefundKeeping, now time.Time) (int64, error) {
	var receipts []facts.RefundReceipt
	var accounts int64
	err := tenantdb.In(ctx, db, tenant, nil, func(tx tenantdb.Tx) error {
		b := &tenantdb.Batch{}
		leaguedb.DueReceipts(b, &receipts, due, erasedAtOnce)
		leaguedb.EraseAccounts(b, &accounts, due)
		return tx.Send(b)
	})
	if err != nil {
		return 0, err
	}
	var gone []facts.RefundReceipt
	var ids []uuid.UUID
	var failed []error
	for _, r := range receipts { // the file first: a row without it is erased again
		if err := files.Delete(ctx, ReceiptKey(tenant, r)); err != nil {
			failed = append(failed, err)
			continue
		}
		gone, ids = append(gone, r), append(ids, r.ID)
	}
	err = tenantdb.In(ctx, db, tenant, nil, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) {
			leaguedb.ErasedReceipts(b, ids, now)
			leaguedb.EraseDescriptions(b, due, now)
			leaguedb.EndIdleRefunds(b, due, now)
		})
		return nil
	})
	for _, r := range gone { // once more: it may have been encrypted anew just then, which holds the row
		failed = append(failed, files.Delete(ctx, ReceiptKey(tenant, r)))
	}
	return accounts + int64(len(gone)), errors.Join(append(failed, err)...)
}

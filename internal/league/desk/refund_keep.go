package desk

import (
	"context"
	"time"

	"github.com/google/uuid"

	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// Keeping is for how many days what belongs to claims is kept.
type Keeping struct {
	Accounts int // bank data, after a claim is over
	Paid     int // receipts, after a claim was paid
	Unpaid   int // receipts, after a claim was refused or withdrawn
	Idle     int // a claim that nobody goes on with
}

// until are the moments before which things are to go.
func (k Keeping) until(now time.Time) leaguedb.RefundKeeping {
	before := func(days int) time.Time { return now.AddDate(0, 0, -days) }
	return leaguedb.RefundKeeping{Accounts: before(k.Accounts), Paid: before(k.Paid), Unpaid: before(k.Unpaid), Idle: before(k.Idle)}
}

// Files is what has the files of receipts.
type Files interface {
	// Delete removes a file. That there is none is no error.
	Delete(ctx context.Context, key string) error
}

// erasedAtOnce is how many receipts are erased in one transaction.
const erasedAtOnce = 200

// EraseDueRefunds erases what belongs to claims and whose time is over, in every
// tenant: bank data, the files of receipts, what the expenses were for. Who was paid
// how much stays. It returns how many things went; done again, or by two at once, it
// erases the same.
func EraseDueRefunds(ctx context.Context, db *tenantdb.DB, files Files, k Keeping, now time.Time) (erased int64, err error) {
	due := k.until(now)
	err = tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		var receipts []leaguedb.RefundReceipt
		var accounts int64
		b := &tenantdb.Batch{}
		leaguedb.DueReceipts(b, &receipts, due, erasedAtOnce)
		leaguedb.EraseAccounts(b, &accounts, due)
		if err := tx.Send(b); err != nil {
			return err
		}
		ids := make([]uuid.UUID, len(receipts))
		for i, r := range receipts { // the file first: a row without it is erased again
			ids[i] = r.ID
			if err := files.Delete(ctx, ReceiptKey(tx.Tenant(), r)); err != nil {
				return err
			}
		}
		erased += accounts + int64(len(ids))
		tx.Defer(func(b *tenantdb.Batch) {
			leaguedb.ErasedReceipts(b, ids, now)
			leaguedb.EraseDescriptions(b, due, now)
			leaguedb.EndIdleRefunds(b, due, now)
		})
		return nil
	})
	return erased, err
}

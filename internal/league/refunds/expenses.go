package refunds

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
)

// ahead is the largest offset of a traveler's clock from UTC: the day of an expense is that of the
// place where it was made.
const ahead = 14 * time.Hour

// notBegun reports whether a day (at midnight UTC) has begun nowhere on earth.
func notBegun(day, now time.Time) bool { return day.After(now.Add(ahead)) }

// NewExpense is an expense to be added to a claim.
type NewExpense struct {
	What     string
	SpentOn  time.Time // date at midnight UTC
	Cents    int64
	Currency string
}

// mostExpenses is the largest number of expenses in a claim.
const mostExpenses = 50

// CheckExpense refuses an expense in another currency, without an amount or on a future day, and
// one beyond the largest number.
func (r *Claim) CheckExpense(n NewExpense, now time.Time) error {
	var faults league.Faults
	if n.Currency != register.RefundCurrency {
		faults = append(faults, league.Fault{Field: "/amount/currency", Grounds: r.Season.RefundGrounds("refund-currency", "currency", register.RefundCurrency)})
	}
	if n.Cents <= 0 {
		faults = append(faults, league.Fault{Field: "/amount/amount", Grounds: league.Grounds{Reason: "amount-nothing"}})
	}
	if notBegun(n.SpentOn, now) {
		faults = append(faults, league.Fault{Field: "/spentOn", Grounds: league.Grounds{Reason: "day-in-future"}})
	}
	if len(faults) > 0 {
		return faults
	}
	if len(r.Expenses) >= mostExpenses {
		return league.NotNow("refund-too-many", "limit", strconv.Itoa(mostExpenses))
	}
	return nil
}

// RemoveExpense removes an expense with its receipts from the claim, and returns it. It returns
// league.ErrNotFound if there is none.
func (r *Claim) RemoveExpense(number int) (facts.RefundExpense, error) {
	i := slices.IndexFunc(r.Expenses, func(e facts.RefundExpense) bool { return e.Number == number })
	if i < 0 {
		return facts.RefundExpense{}, fmt.Errorf("expense %d: %w", number, league.ErrNotFound)
	}
	removed := r.Expenses[i]
	r.Expenses = slices.Delete(r.Expenses, i, i+1)
	r.Receipts = slices.DeleteFunc(r.Receipts, func(p facts.RefundReceipt) bool { return p.Expense == number })
	r.ClaimedCents -= removed.Cents
	return removed, nil
}

// mostReceipts is the largest number of receipts for an expense.
const mostReceipts = 10

// CheckReceipt refuses a receipt without an amount, one beyond the largest number, and with
// league.ErrNotFound one for an expense that the claim does not have.
func (r *Claim) CheckReceipt(expense int, cents int64) error {
	if !slices.ContainsFunc(r.Expenses, func(e facts.RefundExpense) bool { return e.Number == expense }) {
		return fmt.Errorf("expense %d: %w", expense, league.ErrNotFound)
	}
	if cents <= 0 {
		return league.Faults{{Field: "/amount", Grounds: league.Grounds{Reason: "amount-nothing"}}}
	}
	if _, receipts := r.attested(expense); receipts >= mostReceipts {
		return league.NotNow("refund-too-many", "limit", strconv.Itoa(mostReceipts))
	}
	return nil
}

// RequireFresh refuses a receipt that has been used before, in this claim or another (known times):
// it counts only once (CN09 1.9).
func (r *Claim) RequireFresh(known int) error {
	if known == 0 {
		return nil
	}
	return &league.StateError{Grounds: r.Season.RefundGrounds("receipt-twice")}
}

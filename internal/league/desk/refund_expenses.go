package desk

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/register"
	"referto/internal/tenant/tenantdb"
)

// ahead is by how much the clocks of a traveler are before UTC at most: the day of an
// expense is that of where he was.
const ahead = 14 * time.Hour

// notBegun tells whether a day (at midnight UTC) has begun nowhere on earth.
func notBegun(day, now time.Time) bool { return day.After(now.Add(ahead)) }

// NewExpense is an expense to be claimed.
type NewExpense struct {
	What     string
	SpentOn  time.Time // date at midnight UTC
	Cents    int64
	Currency string
}

// mostExpenses is how many expenses a claim may have.
const mostExpenses = 50

// AddExpense adds an expense to a claim that is not submitted.
func (d *Desk) AddExpense(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID, n NewExpense) (*Refund, error) {
	r, err := d.takeDraft(tx, act, id, refund)
	if err != nil {
		return nil, err
	}
	var faults league.Faults
	if n.Currency != register.RefundCurrency {
		faults = append(faults, league.Fault{Pointer: "/amount/currency", Grounds: r.Season.RefundGrounds("refund-currency", "currency", register.RefundCurrency)})
	}
	if n.Cents <= 0 {
		faults = append(faults, league.Fault{Pointer: "/amount/amount", Grounds: league.Grounds{Reason: "amount-nothing"}})
	}
	if notBegun(n.SpentOn, act.Now) {
		faults = append(faults, league.Fault{Pointer: "/spentOn", Grounds: league.Grounds{Reason: "day-in-future"}})
	}
	if len(faults) > 0 {
		return nil, faults
	}
	if len(r.Expenses) >= mostExpenses {
		return nil, league.NotNow("refund-too-many", "limit", strconv.Itoa(mostExpenses))
	}
	expense := facts.RefundExpense{What: n.What, SpentOn: n.SpentOn, Cents: n.Cents}
	b := &tenantdb.Batch{}
	leaguedb.AddRefundExpense(b, &expense.Number, refund, expense)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	r.Expenses = append(r.Expenses, expense)
	r.ClaimedCents += n.Cents
	r.touch(tx, act)
	act.Record.Audit("refund "+r.ID.String(), "", nil, map[string]any{"expense": expense.Number, "cents": n.Cents})
	return r, nil
}

// RemoveExpense takes an expense away; its receipts may be handed in again.
func (d *Desk) RemoveExpense(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID, number int) (*Refund, error) {
	r, err := d.takeDraft(tx, act, id, refund)
	if err != nil {
		return nil, err
	}
	i := slices.IndexFunc(r.Expenses, func(e facts.RefundExpense) bool { return e.Number == number })
	if i < 0 {
		return nil, fmt.Errorf("expense %d: %w", number, league.ErrNotFound)
	}
	cents := r.Expenses[i].Cents
	r.Expenses = slices.Delete(r.Expenses, i, i+1)
	r.Receipts = slices.DeleteFunc(r.Receipts, func(p facts.RefundReceipt) bool { return p.Expense == number })
	r.ClaimedCents -= cents
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RemoveRefundExpense(b, refund, number, act.Now) })
	r.touch(tx, act)
	act.Record.Audit("refund "+r.ID.String(), "", map[string]any{"expense": number, "cents": cents}, nil)
	return r, nil
}

// NewReceipt is a proof of an expense, as it is stored.
type NewReceipt struct {
	Cents     int64 // that it attests
	MediaType string
	Digest    string // SHA-256 of the file
	Bytes     int
}

// mostReceipts is how many receipts an expense may have.
const mostReceipts = 10

// AddReceipt adds a receipt to an expense. One that was handed in before, for this
// claim or another, counts once only. Its file is kept by the caller, before the
// commit.
func (d *Desk) AddReceipt(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID, number int, n NewReceipt) (*Refund, facts.RefundReceipt, error) {
	r, err := d.takeDraft(tx, act, id, refund)
	if err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	if !slices.ContainsFunc(r.Expenses, func(e facts.RefundExpense) bool { return e.Number == number }) {
		return nil, facts.RefundReceipt{}, fmt.Errorf("expense %d: %w", number, league.ErrNotFound)
	}
	if n.Cents <= 0 {
		return nil, facts.RefundReceipt{}, league.Faults{{Pointer: "/amount", Grounds: league.Grounds{Reason: "amount-nothing"}}}
	}
	if _, receipts := r.attested(number); receipts >= mostReceipts {
		return nil, facts.RefundReceipt{}, league.NotNow("refund-too-many", "limit", strconv.Itoa(mostReceipts))
	}
	twice := &league.StateError{Grounds: r.Season.RefundGrounds("receipt-twice")}
	known := 0
	b := &tenantdb.Batch{}
	leaguedb.CountReceipts(b, &known, n.Digest)
	if err := tx.Send(b); err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	if known > 0 {
		return nil, facts.RefundReceipt{}, twice
	}
	receipt := facts.RefundReceipt{
		ID: newID(), RefundID: refund, Expense: number, Cents: n.Cents, MediaType: n.MediaType, Digest: n.Digest, Bytes: n.Bytes, AddedBy: act.By, AddedAt: act.Now,
	}
	b = &tenantdb.Batch{}
	leaguedb.AddRefundReceipt(b, receipt)
	if err := tx.Send(b); tenantdb.Violates(err, "refund_receipt_once") {
		return nil, facts.RefundReceipt{}, twice
	} else if err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	r.Receipts = append(r.Receipts, receipt)
	r.touch(tx, act)
	act.Record.Audit("refund "+r.ID.String(), "", nil, map[string]any{"receipt": receipt.ID, "expense": number, "cents": n.Cents})
	return r, receipt, nil
}

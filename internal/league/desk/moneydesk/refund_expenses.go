package moneydesk

import (
	"fmt"
	"slices"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/refunds"
	"referto/internal/tenant/tenantdb"
)

// AddExpense adds an expense to a claim that is not submitted.
func (d Desk) AddExpense(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID, n refunds.NewExpense) (*refunds.Claim, error) {
	r, err := d.takeDraft(tx, act, id, refund)
	if err != nil {
		return nil, err
	}
	if err := r.CheckExpense(n, act.Now); err != nil {
		return nil, err
	}
	expense := facts.RefundExpense{What: n.What, SpentOn: n.SpentOn, Cents: n.Cents}
	b := &tenantdb.Batch{}
	leaguedb.AddRefundExpense(b, &expense.Number, refund, expense)
	if err := tx.Send(b); err != nil {
		return nil, err
	}
	r.Expenses = append(r.Expenses, expense)
	r.ClaimedCents += n.Cents
	touchRefund(tx, act, r)
	act.Record.Audit("refund "+r.ID.String(), "", nil, map[string]any{"expense": expense.Number, "cents": n.Cents})
	return r, nil
}

// RemoveExpense takes an expense away; its receipts may be handed in again.
func (d Desk) RemoveExpense(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID, number int) (*refunds.Claim, error) {
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
	touchRefund(tx, act, r)
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

// AddReceipt adds a receipt to an expense. One that was handed in before, for this
// claim or another, counts once only. Its file is kept by the caller, before the
// commit.
func (d Desk) AddReceipt(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID, number int, n NewReceipt) (*refunds.Claim, facts.RefundReceipt, error) {
	r, err := d.takeDraft(tx, act, id, refund)
	if err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	if err := r.CheckReceipt(number, n.Cents); err != nil {
		return nil, facts.RefundReceipt{}, err
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
		ID: desk.NewID(), RefundID: refund, Expense: number, Cents: n.Cents, MediaType: n.MediaType, Digest: n.Digest, Bytes: n.Bytes, AddedBy: act.By, AddedAt: act.Now,
	}
	b = &tenantdb.Batch{}
	leaguedb.AddRefundReceipt(b, receipt)
	if err := tx.Send(b); tenantdb.Violates(err, "refund_receipt_once") {
		return nil, facts.RefundReceipt{}, twice
	} else if err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	r.Receipts = append(r.Receipts, receipt)
	touchRefund(tx, act, r)
	act.Record.Audit("refund "+r.ID.String(), "", nil, map[string]any{"receipt": receipt.ID, "expense": number, "cents": n.Cents})
	return r, receipt, nil
}

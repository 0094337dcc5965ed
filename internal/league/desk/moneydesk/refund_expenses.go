package moneydesk

import (
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
	removed, err := r.RemoveExpense(number)
	if err != nil {
		return nil, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.RemoveRefundExpense(b, refund, number, act.Now) })
	touchRefund(tx, act, r)
	act.Record.Audit("refund "+r.ID.String(), "", map[string]any{"expense": number, "cents": removed.Cents}, nil)
	return r, nil
}

// NewReceipt describes a proof of an expense as it is stored.
type NewReceipt struct {
	Cents     int64 // that it attests
	MediaType string
	Digest    string // SHA-256 of the file
	Bytes     int
}

// AddReceipt adds a receipt to an expense. A receipt that was handed in before, for this claim or another,
// counts only once. The caller stores its file before the commit.
func (d Desk) AddReceipt(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID, number int, n NewReceipt) (*refunds.Claim, facts.RefundReceipt, error) {
	r, err := d.takeDraft(tx, act, id, refund)
	if err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	if err := r.CheckReceipt(number, n.Cents); err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	known := 0
	b := &tenantdb.Batch{}
	leaguedb.CountReceipts(b, &known, n.Digest)
	if err := tx.Send(b); err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	if err := r.RequireFresh(known); err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	receipt := facts.RefundReceipt{
		ID: desk.NewID(), RefundID: refund, Expense: number, Cents: n.Cents, MediaType: n.MediaType, Digest: n.Digest, Bytes: n.Bytes, AddedBy: act.By, AddedAt: act.Now,
	}
	b = &tenantdb.Batch{}
	leaguedb.AddRefundReceipt(b, receipt, d.Keys.First())
	if err := tx.Send(b); tenantdb.Violates(err, "refund_receipt_once") {
		return nil, facts.RefundReceipt{}, r.RequireFresh(1)
	} else if err != nil {
		return nil, facts.RefundReceipt{}, err
	}
	r.Receipts = append(r.Receipts, receipt)
	touchRefund(tx, act, r)
	act.Record.Audit("refund "+r.ID.String(), "", nil, map[string]any{"receipt": receipt.ID, "expense": number, "cents": n.Cents})
	return r, receipt, nil
}

package moneydesk

import (
	"fmt"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/refunds"
	"referto/internal/tenant/tenantdb"
)

// SubmitRefund hands a claim in. The journey must have been made, every expense be attested and an account be
// given.
func (d Desk) SubmitRefund(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID) (*refunds.Claim, error) {
	r, err := d.takeRefund(tx, id, refund)
	if err != nil {
		return nil, err
	}
	if !r.Of(act.By) {
		return nil, fmt.Errorf("refund %s: %w", refund, league.ErrNotFound)
	}
	if err := r.MaySubmit(act.Now); err != nil {
		return nil, err
	}
	moveRefund(tx, act, r, facts.RefundSubmitted, "submitted", "", "")
	return r, nil
}

// takeToDecide loads a claim to decide on it; nobody may decide on their own.
func (d Desk) takeToDecide(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID) (*refunds.Claim, error) {
	r, err := d.takeRefund(tx, id, refund)
	if err != nil {
		return nil, err
	}
	return r, r.MayDecide(act.By)
}

// AskRefund gives a claim back with a question.
func (d Desk) AskRefund(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID, question string) (*refunds.Claim, error) {
	r, err := d.takeToDecide(tx, act, id, refund)
	if err != nil {
		return nil, err
	}
	moveRefund(tx, act, r, facts.RefundAsked, "asked", question, "")
	return r, nil
}

// RefuseRefund refuses a claim, with the paragraph. Its receipts may be handed in
// again.
func (d Desk) RefuseRefund(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID, reason, paragraph string) (*refunds.Claim, error) {
	r, err := d.takeToDecide(tx, act, id, refund)
	if err != nil {
		return nil, err
	}
	if paragraph, err = r.Paragraph(paragraph); err != nil {
		return nil, err
	}
	r.DecidedBy, r.DecidedAt = &act.By, &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ReleaseReceipts(b, refund, act.Now) })
	moveRefund(tx, act, r, facts.RefundRefused, "refused", reason, paragraph)
	return r, nil
}

// WithdrawRefund takes a claim back that is on no list of payments.
func (d Desk) WithdrawRefund(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID, reason string) (*refunds.Claim, error) {
	r, err := d.takeRefund(tx, id, refund)
	if err != nil {
		return nil, err
	}
	if !r.Of(act.By) {
		return nil, fmt.Errorf("refund %s: %w", refund, league.ErrNotFound)
	}
	if err := r.RequireUnlisted("refund-not-withdrawable"); err != nil {
		return nil, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ReleaseReceipts(b, refund, act.Now) })
	moveRefund(tx, act, r, facts.RefundWithdrawn, "withdrawn", reason, "")
	return r, nil
}

// ApproveRefund approves a claim. Expenses that are not named are paid as claimed.
func (d Desk) ApproveRefund(tx tenantdb.Tx, act desk.Act, id league.SeasonID, refund uuid.UUID, cuts []refunds.ApprovedExpense) (*refunds.Claim, error) {
	r, err := d.takeToDecide(tx, act, id, refund)
	if err != nil {
		return nil, err
	}
	if err := r.Approve(cuts); err != nil {
		return nil, err
	}
	for _, e := range r.Expenses {
		tx.Defer(func(b *tenantdb.Batch) {
			leaguedb.ApproveRefundExpense(b, refund, e.Number, *e.ApprovedCents, e.CutReason)
		})
	}
	r.DecidedBy, r.DecidedAt = &act.By, &act.Now
	moveRefund(tx, act, r, facts.RefundApproved, "approved", "", r.Season.Rules.Season.Refund.Paragraph)
	return r, nil
}

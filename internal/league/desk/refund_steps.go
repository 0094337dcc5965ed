package desk

import (
	"cmp"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/season"
	"referto/internal/tenant/tenantdb"
)

// SubmitRefund hands a claim in: the journey has been made, every expense is attested
// and there is an account to pay to.
func (d *Desk) SubmitRefund(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID) (*Refund, error) {
	r, err := d.takeRefund(tx, id, refund)
	if err != nil {
		return nil, err
	}
	if !r.claimant(act.By) {
		return nil, fmt.Errorf("refund %s: %w", refund, league.ErrNotFound)
	}
	if err := r.requireState("refund-not-open", facts.RefundDraft, facts.RefundAsked); err != nil {
		return nil, err
	}
	if r.State == facts.RefundDraft { // whoever answers a question has handed in before
		if err := r.Season.ClaimLate(act.Now); err != nil {
			return nil, err
		}
	}
	if err := cmp.Or(r.Season.Claimable(r.PlayerID), r.Season.Payable(r.PlayerID), r.complete()); err != nil {
		return nil, err
	}
	r.move(tx, act, facts.RefundSubmitted, "submitted", "", "")
	return r, nil
}

// complete lists what a claim lacks to be handed in (CN09 1.9: attested expenses only).
func (r *Refund) complete() error {
	var faults league.Faults
	lacks := func(pointer, reason string, params ...string) {
		faults = append(faults, league.Fault{Pointer: pointer, Grounds: r.Season.RefundGrounds(reason, params...)})
	}
	if len(r.Expenses) == 0 {
		lacks("/expenses", "refund-no-expenses")
	}
	for _, e := range r.Expenses {
		at, number := "/expenses/"+strconv.Itoa(e.Number), strconv.Itoa(e.Number)
		switch attested, receipts := r.attested(e.Number); {
		case receipts == 0:
			lacks(at, "refund-receipt-missing", "expense", number)
		case e.Cents > attested:
			lacks(at, "refund-above-receipts", "expense", number, "amount", Decimal(attested))
		}
	}
	if r.AccountShown == nil {
		lacks("/account", "refund-account-missing")
	}
	return faults.OrNil()
}

// Decimal writes cents as an amount: 1205 is "12.05".
func Decimal(cents int64) string { return fmt.Sprintf("%d.%02d", cents/100, cents%100) }

// takeToDecide loads a claim to decide on it: nobody decides on his own.
func (d *Desk) takeToDecide(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID) (*Refund, error) {
	r, err := d.takeRefund(tx, id, refund)
	if err != nil {
		return nil, err
	}
	if r.claimant(act.By) {
		return nil, &league.RuleError{Grounds: r.Season.RefundGrounds("refund-own")}
	}
	return r, r.requireState("refund-not-submitted", facts.RefundSubmitted)
}

// AskRefund gives a claim back with a question.
func (d *Desk) AskRefund(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID, question string) (*Refund, error) {
	r, err := d.takeToDecide(tx, act, id, refund)
	if err != nil {
		return nil, err
	}
	r.move(tx, act, facts.RefundAsked, "asked", question, "")
	return r, nil
}

// RefuseRefund refuses a claim, with the paragraph. Its receipts may be handed in
// again.
func (d *Desk) RefuseRefund(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID, reason, paragraph string) (*Refund, error) {
	r, err := d.takeToDecide(tx, act, id, refund)
	if err != nil {
		return nil, err
	}
	if paragraph == "" {
		paragraph = r.Season.Rules.Season.Refund.Paragraph
	}
	if _, known := r.Season.Rules.Text(paragraph); !known {
		return nil, league.Faults{{Pointer: "/paragraph", Grounds: league.Grounds{Reason: "unknown-paragraph", Params: map[string]string{"paragraph": paragraph}}}}
	}
	r.DecidedBy, r.DecidedAt = &act.By, &act.Now
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ReleaseReceipts(b, refund, act.Now) })
	r.move(tx, act, facts.RefundRefused, "refused", reason, paragraph)
	return r, nil
}

// WithdrawRefund takes a claim back that is on no list of payments.
func (d *Desk) WithdrawRefund(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID, reason string) (*Refund, error) {
	r, err := d.takeRefund(tx, id, refund)
	if err != nil {
		return nil, err
	}
	if !r.claimant(act.By) {
		return nil, fmt.Errorf("refund %s: %w", refund, league.ErrNotFound)
	}
	err = r.requireState("refund-not-withdrawable", facts.RefundDraft, facts.RefundSubmitted, facts.RefundAsked, facts.RefundApproved, facts.RefundFailed)
	if err != nil {
		return nil, err
	}
	tx.Defer(func(b *tenantdb.Batch) { leaguedb.ReleaseReceipts(b, refund, act.Now) })
	r.move(tx, act, facts.RefundWithdrawn, "withdrawn", reason, "")
	return r, nil
}

// ApprovedExpense is what of an expense is paid, and why not all of it.
type ApprovedExpense struct {
	Number int
	Cents  int64
	Reason string
}

// ApproveRefund approves a claim. Expenses that are not named are paid as claimed.
func (d *Desk) ApproveRefund(tx tenantdb.Tx, act Act, id league.SeasonID, refund uuid.UUID, cuts []ApprovedExpense) (*Refund, error) {
	r, err := d.takeToDecide(tx, act, id, refund)
	if err != nil {
		return nil, err
	}
	if err := r.Season.Payable(r.PlayerID); err != nil {
		return nil, err
	}
	if err := r.complete(); err != nil {
		return nil, err
	}
	if err := r.cut(cuts); err != nil {
		return nil, err
	}
	for _, e := range r.Expenses {
		tx.Defer(func(b *tenantdb.Batch) {
			leaguedb.ApproveRefundExpense(b, refund, e.Number, *e.ApprovedCents, e.CutReason)
		})
	}
	r.DecidedBy, r.DecidedAt = &act.By, &act.Now
	r.move(tx, act, facts.RefundApproved, "approved", "", r.Season.Rules.Season.Refund.Paragraph)
	return r, nil
}

// cut sets what is paid of each expense: never more than was claimed, which is never
// more than its receipts attest.
func (r *Refund) cut(cuts []ApprovedExpense) error {
	by := map[int]int{}
	for i := range r.Expenses {
		cents := r.Expenses[i].Cents
		r.Expenses[i].ApprovedCents, by[r.Expenses[i].Number] = &cents, i
	}
	var faults league.Faults
	for n, c := range cuts {
		at := "/expenses/" + strconv.Itoa(n)
		i, known := by[c.Number]
		if !known {
			faults = append(faults, league.Fault{Pointer: at + "/number", Grounds: league.Grounds{Reason: "unknown-expense", Params: map[string]string{"expense": strconv.Itoa(c.Number)}}})
			continue
		}
		e := &r.Expenses[i]
		switch attested, _ := r.attested(c.Number); {
		case c.Cents > attested:
			faults = append(faults, league.Fault{Pointer: at + "/amount", Grounds: r.Season.RefundGrounds("refund-above-receipts", "expense", strconv.Itoa(c.Number), "amount", Decimal(attested))})
		case c.Cents > e.Cents:
			faults = append(faults, league.Fault{Pointer: at + "/amount", Grounds: r.Season.RefundGrounds("refund-above-claim", "expense", strconv.Itoa(c.Number), "amount", Decimal(e.Cents))})
		case c.Cents < e.Cents && c.Reason == "":
			faults = append(faults, league.Fault{Pointer: at + "/reason", Grounds: league.Grounds{Reason: "refund-cut-unexplained"}})
		}
		cents := c.Cents
		e.ApprovedCents, e.CutReason = &cents, c.Reason
	}
	approved := make([]season.Expense, len(r.Expenses))
	for i, e := range r.Expenses {
		attested, _ := r.attested(e.Number)
		approved[i] = season.Expense{Cents: *e.ApprovedCents, Attested: attested}
	}
	r.ApprovedCents = season.Refundable(approved)
	if len(faults) == 0 && r.ApprovedCents == 0 {
		faults = append(faults, league.Fault{Pointer: "/expenses", Grounds: league.Grounds{Reason: "refund-nothing-approved"}})
	}
	return faults.OrNil()
}

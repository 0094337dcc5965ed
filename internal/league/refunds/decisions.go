package refunds

import (
	"cmp"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/season"
)

// MaySubmit refuses to submit a claim that is not open, is late, belongs to a player without the
// right or who has not made the journey, or is incomplete (CN09 1.9).
func (r *Claim) MaySubmit(now time.Time) error {
	if err := r.RequireOpen(); err != nil {
		return err
	}
	if r.State == facts.RefundDraft { // a claim with a question was submitted before
		if err := r.Season.ClaimLate(now); err != nil {
			return err
		}
	}
	return cmp.Or(r.Season.Claimable(r.PlayerID), r.Season.Payable(r.PlayerID), r.complete())
}

// complete lists the parts that a claim lacks for its submission (CN09 1.9: attested expenses
// only).
func (r *Claim) complete() error {
	var faults league.Faults
	lacks := func(pointer, reason string, params ...string) {
		faults = append(faults, league.Fault{Field: pointer, Grounds: r.Season.RefundGrounds(reason, params...)})
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
			lacks(at, "refund-above-receipts", "expense", number, "amount", league.DecimalOfCents(attested))
		}
	}
	if r.AccountShown == nil {
		lacks("/account", "refund-account-missing")
	}
	return faults.OrNil()
}

// MayDecide refuses to let an account decide on its own claim, or on one that is not submitted.
func (r *Claim) MayDecide(account uuid.UUID) error {
	if r.Of(account) {
		return &league.RuleError{Grounds: r.Season.RefundGrounds("refund-own")}
	}
	return r.requireState("refund-not-submitted", facts.RefundSubmitted)
}

// Paragraph returns the paragraph cited in the refusal of a claim: the given one, or that on
// refunds. It returns [league.Faults] for an unknown one.
func (r *Claim) Paragraph(given string) (string, error) {
	given = cmp.Or(given, r.Season.Rules.Season.Refund.Paragraph)
	if _, known := r.Season.Rules.Text(given); !known {
		return "", league.Faults{{Field: "/paragraph", Grounds: league.Grounds{Reason: "unknown-paragraph", Params: map[string]string{"paragraph": given}}}}
	}
	return given, nil
}

// RequireUnlisted refuses, with a reason, an act that is impossible for a claim on a payment list
// or closed.
func (r *Claim) RequireUnlisted(reason string) error {
	return r.requireState(reason, facts.RefundDraft, facts.RefundSubmitted, facts.RefundAsked, facts.RefundApproved, facts.RefundFailed)
}

// ApprovedExpense is the approved part of an expense, with the reason if it is cut.
type ApprovedExpense struct {
	Number int
	Cents  int64
	Reason string
}

// Approve sets the approved amount of each expense, if the claimant has the right and the claim is
// complete.
func (r *Claim) Approve(cuts []ApprovedExpense) error {
	if err := cmp.Or(r.Season.Payable(r.PlayerID), r.complete()); err != nil {
		return err
	}
	return r.cut(cuts)
}

// cut sets the approved amount of each expense: never more than was claimed, which is never more
// than its receipts attest.
func (r *Claim) cut(cuts []ApprovedExpense) error {
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
			faults = append(faults, league.Fault{Field: at + "/number", Grounds: league.Grounds{Reason: "unknown-expense", Params: map[string]string{"expense": strconv.Itoa(c.Number)}}})
			continue
		}
		e := &r.Expenses[i]
		switch attested, _ := r.attested(c.Number); {
		case c.Cents > attested:
			faults = append(faults, league.Fault{Field: at + "/amount", Grounds: r.Season.RefundGrounds("refund-above-receipts", "expense", strconv.Itoa(c.Number), "amount", league.DecimalOfCents(attested))})
		case c.Cents > e.Cents:
			faults = append(faults, league.Fault{Field: at + "/amount", Grounds: r.Season.RefundGrounds("refund-above-claim", "expense", strconv.Itoa(c.Number), "amount", league.DecimalOfCents(e.Cents))})
		case c.Cents < e.Cents && c.Reason == "":
			faults = append(faults, league.Fault{Field: at + "/reason", Grounds: league.Grounds{Reason: "refund-cut-unexplained"}})
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
		faults = append(faults, league.Fault{Field: "/expenses", Grounds: league.Grounds{Reason: "refund-nothing-approved"}})
	}
	return faults.OrNil()
}

package refunds

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Settlement records which payments of a list were made.
type Settlement struct {
	Paid    bool
	Refunds []uuid.UUID // nil: all that are open
	On      time.Time   // date at midnight UTC
	// Reference is the bank's; of payments that failed it says why.
	Reference string
}

// ToSettle returns the claims whose payments a settlement is about. It is refused on a day to
// come, and where nothing is open.
func (l *PaymentList) ToSettle(n Settlement, now time.Time) ([]uuid.UUID, error) {
	if l.Season.NotYet(n.On, now) {
		return nil, league.Faults{{Field: "/on", Grounds: league.Grounds{Reason: "day-in-future"}}}
	}
	claims := n.Refunds
	if claims == nil {
		for _, p := range l.Payments {
			if p.Outcome == "" {
				claims = append(claims, p.RefundID)
			}
		}
	}
	if len(claims) == 0 {
		return nil, league.NotNow("payments-settled")
	}
	return claims, nil
}

// Unopened returns why no payment of a claim is open on the list; nil if one
// is.
func (l *PaymentList) Unopened(claim uuid.UUID) *league.Grounds {
	switch i := l.of(claim); {
	case i < 0:
		return &league.Grounds{Reason: "unknown-refund"}
	case l.Payments[i].Outcome != "":
		return &league.Grounds{Reason: "payment-settled"}
	}
	return nil
}

// of finds the payment of a claim; -1 without it.
func (l *PaymentList) of(claim uuid.UUID) int {
	return slices.IndexFunc(l.Payments, func(p facts.Payment) bool { return p.RefundID == claim })
}

// Settled is a claim as a settlement leaves it.
type Settled struct {
	Payment facts.Payment
	State   facts.RefundState
	Outcome string // paid, failed
	// Paragraph is that by which the claim had lost its right and was paid all the same; ""
	// with the right.
	Paragraph string
}

// Settle notes on the list what became of the open payment of a claim, and returns what it
// makes of the claim; the grounds are why an account cannot record that.
func (l *PaymentList) Settle(r *Claim, n Settlement, by uuid.UUID, now time.Time) (Settled, *league.Grounds) {
	if no := r.Unsettleable(by, n.Paid, l.WrittenAt != nil); no != nil {
		return Settled{}, no
	}
	out := Settled{State: facts.RefundFailed, Outcome: "failed"}
	if n.Paid {
		out.State, out.Outcome = facts.RefundPaid, "paid"
		if gone := GroundsOf(l.Season.Payable(r.PlayerID)); gone != nil {
			out.Paragraph = gone.Par
		}
	}
	p := &l.Payments[l.of(r.ID)]
	p.Outcome, p.SettledOn, p.Reference, p.SettledBy, p.SettledAt = out.Outcome, &n.On, n.Reference, &by, &now
	out.Payment = *p
	return out, nil
}

// SettleAll notes a settlement for its claims, one after the other; load finds each. Those that
// cannot be are refused together, by [league.Faults].
func (l *PaymentList) SettleAll(claims []uuid.UUID, settle func(claim uuid.UUID) (*league.Grounds, error)) error {
	var faults league.Faults
	for i, claim := range claims {
		no, err := l.Unopened(claim), error(nil)
		if no == nil {
			no, err = settle(claim)
		}
		if err != nil {
			return err
		}
		if no != nil {
			faults = append(faults, refundFault(i, *no))
		}
	}
	return faults.OrNil()
}

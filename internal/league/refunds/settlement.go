package refunds

import (
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Settlement records the outcome of payments of a list.
type Settlement struct {
	Paid    bool
	Refunds []uuid.UUID // nil for all open ones
	On      time.Time   // date at midnight UTC
	// Reference is the bank's reference; for failed payments the reason.
	Reference string
}

// ToSettle returns the claims whose payments a settlement covers. It refuses a future day, and a
// list without open payments.
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

// Unopened returns why a claim has no open payment on the list; nil if it has.
func (l *PaymentList) Unopened(claim uuid.UUID) *league.Grounds {
	switch i := l.of(claim); {
	case i < 0:
		return &league.Grounds{Reason: "unknown-refund"}
	case l.Payments[i].Outcome != "":
		return &league.Grounds{Reason: "payment-settled"}
	}
	return nil
}

// of returns the position of a claim's payment; -1 if there is none.
func (l *PaymentList) of(claim uuid.UUID) int {
	return slices.IndexFunc(l.Payments, func(p facts.Payment) bool { return p.RefundID == claim })
}

// Settled is the result of a settlement for a claim.
type Settled struct {
	Payment facts.Payment
	State   facts.RefundState
	Outcome string // paid, failed
	// Paragraph is the paragraph by which the claim had lost its right although it was paid; ""
	// with the right.
	Paragraph string
}

// Settle records the outcome of a claim's open payment on the list, and returns the result for the
// claim; the grounds are the reason why an account cannot record it.
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

// SettleAll settles the claims one by one with settle. Claims that cannot be settled are refused
// together, by [league.Faults].
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

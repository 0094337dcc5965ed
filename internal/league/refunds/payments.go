package refunds

import (
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
)

// PaymentList holds an order to a bank with its payments.
type PaymentList struct {
	facts.PaymentList
	Payments []facts.Payment
	Season   *register.Season
	// Told are the claims about which the act at hand has something to say to who claims.
	Told []*Claim
}

// Open tells how many of its payments are neither made nor failed.
func (l *PaymentList) Open() (open int) {
	for _, p := range l.Payments {
		if p.Outcome == "" {
			open++
		}
	}
	return open
}

// Unpayable tells why a claim cannot be put on a list of payments by an account; nil if it
// can. Nobody pays a claim of their own, or one that they approved.
func (r *Claim) Unpayable(account uuid.UUID) *league.Grounds {
	if r.State != facts.RefundApproved && r.State != facts.RefundFailed {
		g := r.Season.RefundGrounds("refund-not-approved", "state", string(r.State))
		return &g
	}
	if g := r.ownPayment(account); g != nil {
		return g
	}
	if r.AccountShown == nil {
		g := r.Season.RefundGrounds("refund-account-missing")
		return &g
	}
	return GroundsOf(r.Season.Payable(r.PlayerID))
}

// ownPayment tells why an account has no part in paying a claim: it is its own, or it has
// approved it; nil where it may.
func (r *Claim) ownPayment(account uuid.UUID) *league.Grounds {
	var g league.Grounds
	switch {
	case r.Of(account):
		g = r.Season.RefundGrounds("refund-own")
	case *r.DecidedBy == account:
		g = r.Season.RefundGrounds("payment-own-approval")
	default:
		return nil
	}
	return &g
}

// Unsettleable tells why an account cannot record what became of the payment of a claim;
// nil if it can. What the bank has done is so, with or without the right: once a document of
// the list was written it may have paid.
func (r *Claim) Unsettleable(account uuid.UUID, paid, written bool) *league.Grounds {
	if g := r.ownPayment(account); g != nil {
		return g
	}
	if paid && !written {
		return GroundsOf(r.Season.Payable(r.PlayerID))
	}
	return nil
}

// GroundsOf are the grounds of a refusal; nil without one.
func GroundsOf(err error) *league.Grounds {
	var rule *league.RuleError
	var state *league.StateError
	switch {
	case errors.As(err, &rule):
		return &rule.Grounds
	case errors.As(err, &state):
		return &state.Grounds
	}
	return nil
}

// RequireRights refuses a list with a claim that has lost its right since and is not paid.
func (l *PaymentList) RequireRights() error {
	for _, p := range l.Payments {
		if p.Outcome == "" && l.Season.Payable(p.PlayerID) != nil {
			return &league.StateError{Grounds: l.Season.RefundGrounds("payment-right-gone", "number", strconv.Itoa(p.Position))}
		}
	}
	return nil
}

// Cancellation tells why a list is not to be carried out.
type Cancellation struct {
	Reason string
	// NotAtBank is the word of who cancels that the bank does not have the list, or has
	// called it back.
	NotAtBank bool
}

// MayCancel refuses to take a list back of which a payment is settled, or that the bank may
// have.
func (l *PaymentList) MayCancel(n Cancellation) error {
	switch {
	case l.Open() < len(l.Payments):
		return league.NotNow("payments-settled")
	case l.WrittenAt != nil && !n.NotAtBank:
		return league.NotNow("payment-list-written", "day", l.WrittenAt.In(l.Season.Season.Location()).Format(time.DateOnly))
	}
	return nil
}

package refunds

import (
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/rules"
)

// PaymentList holds an order to a bank with its payments.
type PaymentList struct {
	facts.PaymentList
	Payments []facts.Payment
	Season   *register.Season
	// Notify lists the claims whose claimants have to hear of the act at hand.
	Notify []*Claim
}

// Open counts its payments that are neither made nor failed.
func (l *PaymentList) Open() (open int) {
	for _, p := range l.Payments {
		if p.Outcome == "" {
			open++
		}
	}
	return open
}

// Payable finds the claims of an order, in the order they are named. If one cannot be put on a
// list by an account all are refused, by [league.Faults]. Known are those of the season.
func Payable(s *register.Season, ids []uuid.UUID, known []facts.Refund, account uuid.UUID) ([]*Claim, error) {
	var out []*Claim
	var faults league.Faults
	for n, id := range ids {
		i := slices.IndexFunc(known, func(r facts.Refund) bool { return r.ID == id })
		var no *league.Grounds
		switch {
		case i < 0:
			no = &league.Grounds{Reason: "unknown-refund"}
		case slices.Index(ids, id) < n:
			no = &league.Grounds{Reason: "refund-named-twice"}
		default:
			r := &Claim{Refund: known[i], Season: s}
			no, out = r.Unpayable(account), append(out, r)
		}
		if no != nil {
			faults = append(faults, refundFault(n, *no))
		}
	}
	return out, faults.OrNil()
}

// refundFault is a fault of the claim of an index that is named.
func refundFault(n int, why league.Grounds) league.Fault {
	return league.Fault{Field: "/refunds/" + strconv.Itoa(n), Grounds: why}
}

// CheckExecution refuses an order to be carried out on a day that is past in the time zone of the season.
func CheckExecution(s *register.Season, on, now time.Time) error {
	if rules.DayOf(on) < s.Today(now) {
		return league.Faults{{Field: "/executeOn", Grounds: league.Grounds{Reason: "day-past"}}}
	}
	return nil
}

// Unpayable returns why a claim cannot be put on a list of payments by an account; nil if
// it can. Nobody pays a claim of their own, or one that they approved.
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

// ownPayment returns why an account has no part in paying a claim: it is its own, or it
// has approved it; nil where it may.
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

// Unsettleable returns why an account cannot record what became of the payment of a claim;
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

// RequireStanding refuses what cannot be done with a list that was taken back.
func (l *PaymentList) RequireStanding() error {
	if l.CancelledAt != nil {
		return league.NotNow("payment-list-cancelled")
	}
	return nil
}

// MayWrite refuses to write a document of a list whose bank data are erased, or with a claim
// that has lost its right.
func (l *PaymentList) MayWrite() error {
	erased := l.Sealed == nil || slices.ContainsFunc(l.Payments, func(p facts.Payment) bool { return p.Sealed == nil })
	if erased {
		return league.NotNow("payment-list-erased")
	}
	return l.requireRights()
}

// requireRights refuses a list with a claim that has lost its right since and is not paid.
func (l *PaymentList) requireRights() error {
	for _, p := range l.Payments {
		if p.Outcome == "" && l.Season.Payable(p.PlayerID) != nil {
			return &league.StateError{Grounds: l.Season.RefundGrounds("payment-right-gone", "number", strconv.Itoa(p.Position))}
		}
	}
	return nil
}

// Cancellation holds the reason for which a list is not carried out.
type Cancellation struct {
	Reason string
	// NotAtBank reports whether the person who cancels has declared that the bank does
	// not have the list or that it was called back there.
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

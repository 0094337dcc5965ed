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

// PaymentList is an order to a bank with its payments.
type PaymentList struct {
	facts.PaymentList
	Payments []facts.Payment
	Season   *register.Season
	// Notify lists the claims whose claimants are to be notified of the present act.
	Notify []*Claim
}

// Open counts the payments that are neither made nor failed.
func (l *PaymentList) Open() (open int) {
	for _, p := range l.Payments {
		if p.Outcome == "" {
			open++
		}
	}
	return open
}

// Payable finds the claims for an order, in the given order; known are those of the season. If an
// account cannot put one of them on a list, all are refused, by [league.Faults].
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

// refundFault returns the fault of the nth claim.
func refundFault(n int, why league.Grounds) league.Fault {
	return league.Fault{Field: "/refunds/" + strconv.Itoa(n), Grounds: why}
}

// CheckExecution refuses an execution day in the past, in the time zone of the season.
func CheckExecution(s *register.Season, on, now time.Time) error {
	if rules.DayOf(on) < s.Today(now) {
		return league.Faults{{Field: "/executeOn", Grounds: league.Grounds{Reason: "day-past"}}}
	}
	return nil
}

// Unpayable returns why an account cannot put a claim on a payment list; nil if it can. Nobody pays
// a claim of their own, or one that they approved.
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

// ownPayment returns why an account may not take part in paying a claim: it is its own, or it has
// approved it; nil if it may.
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

// Unsettleable returns why an account cannot record the outcome of a claim's payment; nil if it
// can. A payment by the bank is recorded with or without the right to it: once a document of the
// list was written, the bank may have paid.
func (r *Claim) Unsettleable(account uuid.UUID, paid, written bool) *league.Grounds {
	if g := r.ownPayment(account); g != nil {
		return g
	}
	if paid && !written {
		return GroundsOf(r.Season.Payable(r.PlayerID))
	}
	return nil
}

// GroundsOf returns the grounds of a refusal; nil for another error or none.
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

// RequireStanding refuses an act on a cancelled list.
func (l *PaymentList) RequireStanding() error {
	if l.CancelledAt != nil {
		return league.NotNow("payment-list-cancelled")
	}
	return nil
}

// MayWrite refuses to write a document of a list whose bank data are erased, or with a claim that
// has lost its right.
func (l *PaymentList) MayWrite() error {
	erased := l.Sealed == nil || slices.ContainsFunc(l.Payments, func(p facts.Payment) bool { return p.Sealed == nil })
	if erased {
		return league.NotNow("payment-list-erased")
	}
	return l.requireRights()
}

// requireRights refuses a list with an unpaid claim that has lost its right.
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
	// NotAtBank reports whether the person who cancels has declared that the bank does not have the
	// list or that it was recalled there.
	NotAtBank bool
}

// MayCancel refuses to cancel a list with a settled payment, or one that the bank may have.
func (l *PaymentList) MayCancel(n Cancellation) error {
	switch {
	case l.Open() < len(l.Payments):
		return league.NotNow("payments-settled")
	case l.WrittenAt != nil && !n.NotAtBank:
		return league.NotNow("payment-list-written", "day", l.WrittenAt.In(l.Season.Season.Location()).Format(time.DateOnly))
	}
	return nil
}

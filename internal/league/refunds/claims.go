package refunds

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/register"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Claim is a claim for a travel refund, with its consequences in the season.
type Claim struct {
	facts.Refund
	Expenses []facts.RefundExpense
	Receipts []facts.RefundReceipt
	Steps    []facts.RefundStep
	// Journey is the present decision whether the journey is paid.
	Journey season.Journey
	Season  *register.Season
}

// Of reports whether a claim is the account's own: made by it, or for its player.
func (r *Claim) Of(account uuid.UUID) bool {
	return r.CreatedBy == account || r.PlayerAccount != nil && *r.PlayerAccount == account
}

// attested adds up the receipts of an expense, in cents.
func (r *Claim) attested(expense int) (cents int64, receipts int) {
	for _, p := range r.Receipts {
		if p.Expense == expense {
			cents, receipts = cents+p.Cents, receipts+1
		}
	}
	return cents, receipts
}

// RequireOpen refuses to change a claim that is submitted, or closed.
func (r *Claim) RequireOpen() error {
	return r.requireState("refund-not-open", facts.RefundDraft, facts.RefundAsked)
}

// requireState refuses an act for which a claim is not in one of the states.
func (r *Claim) requireState(reason string, states ...facts.RefundState) error {
	if slices.Contains(states, r.State) {
		return nil
	}
	return &league.StateError{Grounds: r.Season.RefundGrounds(reason, "state", string(r.State)), Current: map[string]any{"state": r.State}}
}

// MyRefund is the refund of a journey as shown to its claimant: whether it is paid, why they cannot
// claim yet (nil if they can, or have), and their claim if there is one.
type MyRefund struct {
	Journey season.Journey
	NotYet  *league.Grounds
	Claim   *Claim
	// ClaimBy is the last day for submitting the claim, in the zone of the national final; "" if
	// none is set.
	ClaimBy rules.Day
	Season  *register.Season
}

// Mine describes the journey of a player, nil for an account without a record, and their last
// claim, nil for none, for the claimant.
func Mine(s *register.Season, player *facts.Player, claim *Claim, now time.Time) MyRefund {
	out := MyRefund{Season: s, ClaimBy: season.ClaimBy(s.Rules, s.Facts.Period), Claim: claim}
	if player == nil {
		out.Journey = season.Journey{Grounds: s.RefundGrounds("journey-no-place")}
		return out
	}
	out.Journey = s.State.Journey(s.Rules, player.ID)
	var no *league.StateError // the Journey already shows that there is no right at all
	if claim == nil && errors.As(MayOpen(s, player, nil, now), &no) {
		out.NotYet = &no.Grounds
	}
	return out
}

// MayOpen refuses to begin a claim for a player, nil for an account without a record: without the
// right to it, before they have accepted their place, too late, or a second one. Known is their
// last claim; nil for none.
func MayOpen(s *register.Season, player *facts.Player, known *facts.Refund, now time.Time) error {
	if player == nil {
		return &league.RuleError{Grounds: s.RefundGrounds("journey-no-place")}
	}
	return cmp.Or(s.Claimable(player.ID), s.ClaimLate(now), requireUnclaimed(s, known))
}

// requireUnclaimed refuses a second claim for a journey.
func requireUnclaimed(s *register.Season, known *facts.Refund) error {
	if known == nil || known.State == facts.RefundRefused || known.State == facts.RefundWithdrawn {
		return nil
	}
	return &league.StateError{Grounds: s.RefundGrounds("refund-claimed"), Current: map[string]any{"refund": known.ID}}
}

package season

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// Journey is the decision whether a player's journey to the national final is paid.
type Journey struct {
	// Paid reports whether the journey is paid. The right ends if the place is lost, or the event
	// that it comes from becomes invalid.
	Paid bool
	// Provisional reports whether the event that the place comes from is not homologated.
	Provisional bool
	// Place is the place that gives the right, or shows why there is none; nil if the player had no
	// place.
	Place *Place
	league.Grounds
}

// Journey reports whether the journey of a player to the national final is paid, and by
// which paragraph (CN09 1.8, 1.9).
func (s State) Journey(r *rules.Ruleset, player league.PlayerID) Journey {
	var unpaid, gone *Place
	for i := range s.Places {
		p := &s.Places[i]
		switch {
		case p.To != rules.ToNationalFinal:
		case p.Holder == player && p.Refund:
			return Journey{Paid: true, Provisional: p.Provisional, Place: p, Grounds: p.RefundGrounds}
		case p.Holder == player:
			unpaid = p
		case p.held(player):
			gone = p
		}
	}
	switch refund := r.Season.Refund.Paragraph; {
	case unpaid != nil:
		return Journey{Place: unpaid, Grounds: unpaid.RefundGrounds}
	case gone != nil && gone.State == Void:
		return Journey{Place: gone, Grounds: r.Grounds(refund, "journey-place-void")}
	case gone != nil:
		return Journey{Place: gone, Grounds: r.Grounds(refund, "journey-place-lost")}
	default:
		return Journey{Grounds: r.Grounds(refund, "journey-no-place")}
	}
}

// Expense is a claim for a journey, with the sum that receipts attest.
type Expense struct {
	Cents    int64
	Attested int64
}

// Refundable returns the refund of expenses in cents: the attested amount of each, but never more
// than was claimed (CN09 1.9: attested expenses only).
func Refundable(expenses []Expense) (cents int64) {
	for _, e := range expenses {
		cents += min(e.Cents, e.Attested)
	}
	return cents
}

// ClaimBy returns the last day on which the refund of a journey to the national final may be
// claimed, at its venue; "" if the ruleset sets none, or before its day is known.
func ClaimBy(r *rules.Ruleset, p Period) rules.Day {
	days := r.Season.Refund.ClaimDays
	if days == 0 || p.NationalFinal == "" {
		return ""
	}
	return p.NationalFinal.Plus(days)
}

// held reports whether a player once had the place.
func (p *Place) held(player league.PlayerID) bool {
	for _, step := range p.Steps {
		if step.Player == player && (step.Kind == Won || step.Kind == Entitled || step.Kind == SteppedIn) {
			return true
		}
	}
	return false
}

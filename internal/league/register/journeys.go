package register

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// RefundCurrency is the currency of claims, that of the payment orders. There is no exchange rate.
const RefundCurrency = "EUR"

// RefundGrounds returns grounds that cite the paragraph on refunds.
func (s *Season) RefundGrounds(reason string, params ...string) league.Grounds {
	return s.Rules.Grounds(s.Rules.Season.Refund.Paragraph, reason, params...)
}

// playedNationalFinal reports whether a player has played the national final.
func (s *Season) playedNationalFinal(player league.PlayerID) bool {
	for _, i := range s.finals {
		e := s.Events[i]
		was := slices.Contains(s.Rankings[e.ID], player) ||
			slices.ContainsFunc(s.Entrants[e.ID], func(n facts.Entrant) bool { return n.Player == player && n.Played })
		if e.Kind == facts.KindNationalFinal && was {
			return true
		}
	}
	return false
}

// Claimable refuses a refund claim of a player without the right to it, or before they have
// accepted their place.
func (s *Season) Claimable(player league.PlayerID) error {
	if s.Season.State == planning.SeasonClosed {
		return &league.StateError{Grounds: s.RefundGrounds("refunds-closed")}
	}
	j := s.State.Journey(s.Rules, player)
	if !j.Paid {
		return &league.RuleError{Grounds: j.Grounds}
	}
	if j.Place.State != season.Accepted && !s.playedNationalFinal(player) {
		return &league.StateError{Grounds: s.RefundGrounds("refund-not-accepted")}
	}
	return nil
}

// ClaimEnd returns the first moment at which a claim is too late, in the zone of the national
// final; the zero time if there is no deadline.
func (s *Season) ClaimEnd() time.Time {
	return season.ClaimBy(s.Rules, s.Facts.Period).End(s.Zone(season.Place{To: rules.ToNationalFinal}))
}

// ClaimLate refuses a claim after its deadline.
func (s *Season) ClaimLate(now time.Time) error {
	if end := s.ClaimEnd(); end.IsZero() || now.Before(end) {
		return nil
	}
	return &league.StateError{Grounds: s.RefundGrounds("refund-late", "day", string(season.ClaimBy(s.Rules, s.Facts.Period)))}
}

// Payable refuses to pay a player without the right to a refund, with a provisional right, or who
// has not played the national final.
func (s *Season) Payable(player league.PlayerID) error {
	j := s.State.Journey(s.Rules, player)
	switch {
	case !j.Paid:
		return &league.RuleError{Grounds: j.Grounds}
	case j.Provisional:
		return &league.StateError{Grounds: s.RefundGrounds("journey-provisional")}
	case !s.playedNationalFinal(player):
		return &league.StateError{Grounds: s.RefundGrounds("refund-before-final")}
	}
	return nil
}

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

// RefundCurrency is the currency of claims: that of the orders they are paid by. There
// is no rate to turn another into it.
const RefundCurrency = "EUR"

// RefundGrounds cite the paragraph on refunds.
func (s *Season) RefundGrounds(reason string, params ...string) league.Grounds {
	return s.Rules.Grounds(s.Rules.Season.Refund.Paragraph, reason, params...)
}

// playedNationalFinal reports whether somebody has played the national final.
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

// Claimable refuses a claim of somebody without the right to it, or before they have
// said that they come.
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

// ClaimEnd is the first moment at which it is too late to hand in a claim, where the
// national final is held; zero where no time is given.
func (s *Season) ClaimEnd() time.Time {
	return season.ClaimBy(s.Rules, s.Facts.Period).End(s.Zone(season.Place{To: rules.ToNationalFinal}))
}

// ClaimLate refuses a claim after the last day on which it could be handed in.
func (s *Season) ClaimLate(now time.Time) error {
	if end := s.ClaimEnd(); end.IsZero() || now.Before(end) {
		return nil
	}
	return &league.StateError{Grounds: s.RefundGrounds("refund-late", "day", string(season.ClaimBy(s.Rules, s.Facts.Period)))}
}

// Payable refuses what cannot be paid: of somebody without the right, with one that is
// only provisional, or who has not made the journey.
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

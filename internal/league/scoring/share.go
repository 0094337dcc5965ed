package scoring

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// share sets the table's total and the share of everybody who stayed, and a share of 0 for leavers
// who keep no points; it does nothing without shares in the ruleset.
func (g *Game) share(rule rules.Share, leavers *rules.LeaverScore) {
	if rule == (rules.Share{}) {
		return
	}
	total := 0
	for _, part := range g.Parts(rule) {
		total += part.Points
	}
	g.Total = league.Int(total)
	if g.HasVirtual(rule) {
		g.Total = withVirtual(*rule.Virtual, g.Total)
	}
	for i := range g.Seats {
		if s := &g.Seats[i]; s.Left == 0 || leavers != nil && leavers.NoVP {
			share := Share(rule, s.Counted, g.Total)
			s.Share = &share
		}
	}
}

// Part is the contribution of one seat to the total of a table.
type Part struct {
	Entry  league.Entry
	Points int
}

// Parts returns the points whose sum is the total of a table, in the order of play: those on the
// board or those that count, of all or of those who stayed. It returns nil for a ruleset without
// shares. The points of a virtual seat are not included, see [Game.HasVirtual].
func (g *Game) Parts(rule rules.Share) (parts []Part) {
	if rule == (rules.Share{}) {
		return nil
	}
	parts = make([]Part, 0, len(g.Seats))
	for _, s := range g.Seats {
		switch {
		case s.Left != 0 && rule.Leavers == rules.Excluded:
		case rule.Total == rules.RawTotal:
			parts = append(parts, Part{s.Entry, s.VP})
		default:
			parts = append(parts, Part{s.Entry, s.Counted})
		}
	}
	return parts
}

// HasVirtual reports whether a third of the points of a table is added to its total for a missing
// player: a ruleset requires that for tables of three, or also for those at which three are left
// (BG 2.2.3).
func (g *Game) HasVirtual(rule rules.Share) bool {
	stayed := 0
	for _, s := range g.Seats {
		if s.Left == 0 {
			stayed++
		}
	}
	return rule.Virtual != nil && (len(g.Seats) == 3 || rule.Virtual.When == rules.AlsoThreeLeft && stayed == 3)
}

// Share returns points as a percentage of a table's total, rounded by the rule: 8 of 30 is 26.66
// when cut off after two decimals (CN09 3.2c) and 13 of 32 is 40.63 when rounded (BG 2.2.2). Of a
// total of 0 every share is 0.
func Share(rule rules.Share, points int, total league.Frac) league.Frac {
	if total.IsZero() {
		return league.Frac{}
	}
	return rule.Rounding.Round(league.Int(100*points).Div(total), rule.Digits)
}

// withVirtual adds the points of a virtual player to a table's total: a third of the points of the
// three players, so that 32 makes 42.67, which the printed example cuts off to 42 (BG 2.2.3).
func withVirtual(v rules.VirtualSeat, total league.Frac) league.Frac {
	total = total.Add(total.Div(league.Int(3)))
	switch v.Total {
	case rules.FloorTotal:
		return total.Trunc(0)
	case rules.Total2DP:
		return total.HalfUp(2)
	default:
		return total
	}
}

package scoring

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// share adds up the table's total and gives everybody who stayed their share, and
// 0 to who left and keeps no points; a ruleset without shares has none.
func (g *Game) share(rule rules.Share, leavers *rules.LeaverScore) {
	if rule == (rules.Share{}) {
		return
	}
	total, stayed := 0, 0
	for _, s := range g.Seats {
		if s.Left == 0 {
			stayed++
		}
		switch {
		case s.Left != 0 && rule.Leavers == rules.Excluded:
		case rule.Total == rules.RawTotal:
			total += s.VP
		default:
			total += s.Counted
		}
	}
	g.Total = withVirtual(rule, league.Int(total), len(g.Seats), stayed)
	for i := range g.Seats {
		if s := &g.Seats[i]; s.Left == 0 || leavers != nil && leavers.NoVP {
			share := Share(rule, s.Counted, g.Total)
			s.Share = &share
		}
	}
}

// Share is the part that points are of a table's total, in percent, rounded by
// the rule: 8 of 30 is 26.66 when cut off after two decimals (CN09 3.2c) and
// 13 of 32 is 40.63 when rounded (BG 2.2.2). Of a total of 0 every share is 0.
func Share(rule rules.Share, points int, total league.Frac) league.Frac {
	if total.IsZero() {
		return league.Frac{}
	}
	return rule.Rounding.Round(league.Int(100*points).Div(total), rule.Digits)
}

// withVirtual adds the virtual player to a table's total where the ruleset has
// one: a third of the points of the three who play, so that 32 makes 42.67, which
// the printed example cuts off to 42 (BG 2.2.3).
func withVirtual(rule rules.Share, total league.Frac, started, stayed int) league.Frac {
	v := rule.Virtual
	if v == nil || started != 3 && (v.When != rules.AlsoThreeLeft || stayed != 3) {
		return total
	}
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

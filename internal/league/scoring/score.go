package scoring

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Level tells two players level in a game apart: negative when a goes before b,
// with the figure of the criterion that says so; 0 when nothing does.
type Level func(a, b league.Entry) (order int, figure string)

// Score derives what counts from a result that [Check] has passed.
//
// Who declared victory is first whatever the others have (CN09 4.6); otherwise
// the most points on the board win, and level decides between those who have as
// many (CN09 3.4). Who left the game cannot win it and has no share, but its
// points are there for the table's total (CN09 3.5).
func Score(r *rules.Ruleset, variant rules.Variant, table int, result league.Result, level Level) Game {
	g := Game{Table: table, Ended: result.Ended, Seats: make([]Seat, len(result.Seats))}
	for i, s := range result.Seats {
		g.Seats[i] = Seat{Entry: s.Entry, VP: s.VP, Counted: s.VP, Left: s.Left, Figures: s.Figures}
	}
	g.place(result.DeclaredBy, level)
	weight := g.decide(r, result)
	g.count(r.Scoring.Cap, variant.Target)
	g.share(r.Scoring.Share)
	for i := range g.Seats {
		if g.Seats[i].Entry == g.Winner {
			g.Seats[i].Win = weight
		}
	}
	return g
}

// place orders the seats and gives them their places.
func (g *Game) place(declarer league.Entry, level Level) {
	order := make([]*Seat, len(g.Seats))
	for i := range g.Seats {
		order[i] = &g.Seats[i]
	}
	ahead := func(a, b *Seat) int {
		return cmp.Or(
			// Those who stayed, then the leavers, the last to leave first.
			compareLeaving(a.Left, b.Left),
			trueFirst(a.Entry == declarer, b.Entry == declarer),
			cmp.Compare(b.VP, a.VP),
		)
	}
	slices.SortFunc(order, func(a, b *Seat) int {
		if c := ahead(a, b); c != 0 {
			return c
		}
		c, _ := level(a.Entry, b.Entry)
		return cmp.Or(c, cmp.Compare(a.Entry, b.Entry))
	})
	for i, s := range order {
		s.Place = i + 1
		if i > 0 && ahead(order[i-1], s) == 0 {
			_, s.PlaceBy = level(order[i-1].Entry, s.Entry)
		}
	}
	if len(order) > 0 && order[0].Left == 0 {
		g.Winner = order[0].Entry
	}
	if len(order) > 1 {
		g.WinnerBy = order[1].PlaceBy
	}
}

func compareLeaving(a, b int) int {
	switch {
	case a == b:
		return 0
	case a == 0:
		return -1
	case b == 0:
		return 1
	default:
		return cmp.Compare(b, a)
	}
}

func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	default:
		return 1
	}
}

// decide says why the winner won, and how much the win counts.
func (g *Game) decide(r *rules.Ruleset, result league.Result) league.Frac {
	wins := r.Scoring.Wins
	weight, reason := wins.TooFewPlayers, "most-points-when-too-few-remained"
	switch result.Ended {
	case league.Declared:
		weight, reason = wins.Declared, "declared-victory"
	case league.TimeLimit:
		weight, reason = wins.TimeLimit, "most-points-at-time-limit"
	}
	switch {
	case g.Winner == 0:
		g.Decision = r.Grounds(r.Tables.MinToContinue.Paragraph, "everybody-left")
	case g.WinnerBy != "":
		g.Decision = r.Grounds(weight.Paragraph, "level-leaders", "entry", itoa(g.Winner), "by", g.WinnerBy)
	default:
		g.Decision = r.Grounds(weight.Paragraph, reason, "entry", itoa(g.Winner))
	}
	return weight.Counts
}

// count caps the points that count at the target.
func (g *Game) count(rule rules.Cap, target int) {
	for i := range g.Seats {
		s := &g.Seats[i]
		if rule.Rule == rules.CapAll || rule.Rule == rules.CapWinner && s.Entry == g.Winner {
			s.Counted = min(s.VP, target)
		}
	}
}

func (g *Game) share(rule rules.Share) {
	total := 0
	for _, s := range g.Seats {
		switch {
		case s.Left != 0 && rule.Leavers == rules.Excluded:
		case rule.Total == rules.RawTotal:
			total += s.VP
		default:
			total += s.Counted
		}
	}
	g.Total = league.Int(total)
	for i := range g.Seats {
		if s := &g.Seats[i]; s.Left == 0 {
			share := Share(rule, s.Counted, g.Total)
			s.Share = &share
		}
	}
}

// Share is the part that points are of a table's total, in percent, rounded by
// the rule: 8 of 30 is 26.66 when cut off after two decimals (CN09 3.2c). Of a
// total of 0 every share is 0.
func Share(rule rules.Share, points int, total league.Frac) league.Frac {
	if total.IsZero() {
		return league.Frac{}
	}
	exact := league.Int(100 * points).Div(total)
	switch rule.Rounding {
	case rules.Truncate:
		return exact.Trunc(rule.Digits)
	case rules.HalfUp:
		return exact.HalfUp(rule.Digits)
	default:
		return exact
	}
}

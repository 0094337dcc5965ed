package scoring

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Level decides between two players level in a game: negative when a goes
// before b, with the figure of the criterion that says so; 0 when nothing does.
type Level func(a, b league.Entry) (order int, figure string)

// Score derives what counts from a result that [Check] has passed.
//
// Who declared victory is first whatever the others have (CN09 4.6, JP22 1.5),
// unless the ruleset reads it otherwise; then the most points on the board win, or
// what the ruleset's own comparisons say ([rules.Scoring.PlaceBy]), and level
// decides between those who have as many (CN09 3.4, JP22 3). Who left the game
// cannot win it and has no share, but its points are there for the table's total
// (CN09 3.5).
//
// Tables of teams (SQ00 1 to 3) and tables scored elsewhere have no places of
// their own kind: there level is not asked.
func Score(r *rules.Ruleset, variant rules.Variant, table int, result league.Result, level Level) Game {
	return score(r, variant, table, result, level, false)
}

// ScoreShared is as [Score], but players level in points share their places
// (FG14 3, BG 2.2.1). Level is asked only where the ruleset gives a joint win to
// one of them.
func ScoreShared(r *rules.Ruleset, variant rules.Variant, table int, result league.Result, level Level) Game {
	return score(r, variant, table, result, level, true)
}

func score(r *rules.Ruleset, variant rules.Variant, table int, result league.Result, level Level, shared bool) Game {
	g := Game{Table: table, Ended: result.Ended, Seats: make([]Seat, len(result.Seats))}
	for i, s := range result.Seats {
		g.Seats[i] = Seat{
			Entry: s.Entry, VP: s.VP, Counted: s.VP, Left: s.Left, Objective: s.Objective,
			Figures: figuresOf(r, len(g.Seats), s),
		}
	}
	switch {
	case result.Void != nil && !result.Void.OthersScored:
		g.Decision = r.Grounds(r.Scoring.Void.Paragraph, "void-game")
		for i := range g.Seats {
			g.Seats[i].Counted = 0
		}
	case r.Scoring.InTeams(len(g.Seats)):
		g.scoreTeams(r, result)
	case r.Scoring.ScoredElsewhere(len(g.Seats)):
		g.enter(r, result)
	default:
		g.scoreSeats(r, variant, result, level, shared)
	}
	g.retire(r)
	g.void(result.Void)
	return g
}

// retire takes points from those who left a game of teams, or one scored elsewhere
// under a ruleset of teams. That holds although the game turns out void (SQ00 base
// 20, which has no exception).
func (g *Game) retire(r *rules.Ruleset) {
	size := len(g.Seats)
	if r.Scoring.Teams == nil || !r.Scoring.InTeams(size) && !r.Scoring.ScoredElsewhere(size) {
		return
	}
	for i := range g.Seats {
		if g.Seats[i].Left != 0 {
			g.Seats[i].Penalty = r.Scoring.Teams.Retiring.Points
		}
	}
}

// scoreSeats scores a game in which everybody plays for themselves.
func (g *Game) scoreSeats(r *rules.Ruleset, variant rules.Variant, result league.Result, level Level, shared bool) {
	ask := level
	if shared {
		ask = func(league.Entry, league.Entry) (int, string) { return 0, "" }
	}
	g.measure(r, variant, result)
	g.place(r.Scoring, result.DeclaredBy, ask, shared && r.Scoring.Declarer.Rule == rules.ShareEqualVP)
	g.decide(r, result, level)
	g.count(r.Scoring, variant.Target)
	g.share(r.Scoring.Share, r.Scoring.Leavers)
	g.points(r.Scoring)
}

// void takes a game back for those for whom it was declared void, and for who
// wrecked it; what retiring cost them stays.
func (g *Game) void(decision *league.Void) {
	if decision == nil {
		return
	}
	g.Void = !decision.OthersScored
	for i := range g.Seats {
		s := &g.Seats[i]
		s.Void = slices.Contains(decision.For, s.Entry)
		if s.Void || slices.Contains(decision.AtFault, s.Entry) {
			s.Points, s.Win, s.Calculated = nil, league.Frac{}, nil
		}
	}
}

// place orders the seats and gives them their places. With sharesFirst whoever has
// as many points as the declarer shares the first place with them, where places are
// shared at all: an elimination game has one winner (FG14 4.7).
func (g *Game) place(rule rules.Scoring, declarer league.Entry, level Level, sharesFirst bool) {
	if rule.Declarer.Rule == rules.PointsOnly {
		declarer = 0
	}
	order := make([]*Seat, len(g.Seats))
	for i := range g.Seats {
		order[i] = &g.Seats[i]
	}
	ahead := func(a, b *Seat) (int, string) {
		// Those who stayed, then the leavers, the last to leave first.
		if c := cmp.Or(compareLeaving(a.Left, b.Left), trueFirst(a.Entry == declarer, b.Entry == declarer)); c != 0 {
			return c, ""
		}
		return CompareGame(rule.PlaceBy, *a, *b)
	}
	slices.SortFunc(order, func(a, b *Seat) int {
		if c, _ := ahead(a, b); c != 0 {
			return c
		}
		c, _ := level(a.Entry, b.Entry)
		return cmp.Or(c, cmp.Compare(a.Entry, b.Entry))
	})
	for i, s := range order {
		s.Place = i + 1
		if i == 0 {
			continue
		}
		before := order[i-1]
		asGood, _ := CompareGame(rule.PlaceBy, *before, *s)
		ahead, by := ahead(before, s)
		switch {
		case sharesFirst && before.Entry == declarer && asGood == 0 && s.Left == 0:
			s.Place = before.Place
		case ahead != 0:
			s.PlaceBy = by
		default:
			var order int
			if order, s.PlaceBy = level(before.Entry, s.Entry); order == 0 {
				s.Place = before.Place
			} else if i == 1 {
				g.WinnerBy = s.PlaceBy
			}
		}
	}
	if len(order) > 0 && order[0].Left == 0 {
		g.Winner = order[0].Entry
	}
	g.placeLeavers(rule.Leavers)
}

// placeLeavers gives those who left the place that the ruleset fixes for them
// (BG 1.1.6).
func (g *Game) placeLeavers(rule *rules.LeaverScore) {
	for i := range g.Seats {
		if s := &g.Seats[i]; rule != nil && rule.Place > 0 && s.Left != 0 {
			s.Place = rule.Place
		}
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

// count caps the points that count at the target, and takes those of leavers
// where the ruleset does.
func (g *Game) count(scoring rules.Scoring, target int) {
	rule := scoring.Cap
	for i := range g.Seats {
		s := &g.Seats[i]
		if scoring.Leavers != nil && scoring.Leavers.NoVP && s.Left != 0 {
			s.VP, s.Counted = 0, 0
		}
		if rule.Rule == rules.CapAll || rule.Rule == rules.CapWinner && s.Entry == g.Winner {
			s.Counted = min(s.VP, target)
		}
	}
}

package scoring

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Level decides between two players level in a game: it returns a negative number if a is better,
// with the deciding criterion's figure; 0 if none decides.
type Level func(a, b league.Entry) (order int, figure string)

// Score derives the scores from a result that has passed [Check].
//
// The player who declared victory is first whatever the others have (CN09 4.6, JP22 1.5), unless
// the ruleset's reading differs; otherwise the most points on the board win, or the ruleset's own
// comparisons decide ([rules.Scoring.PlaceBy]), and level separates equal players (CN09 3.4, JP22
// 3). A leaver cannot win the game and has no share, but their points count for the table's total
// (CN09 3.5).
//
// At tables of teams (SQ00 1 to 3) and tables scored elsewhere, level is not called: their places
// are determined differently.
func Score(r *rules.Ruleset, variant rules.Variant, table int, result league.Result, level Level) Game {
	return score(r, variant, table, result, level, false)
}

// ScoreShared is like [Score], but players level in points share their places (FG14 3, BG 2.2.1).
// It calls level only if the ruleset gives a joint win to one of them.
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

// retire sets the penalty of leavers of a game of teams, or of one scored elsewhere under a ruleset
// of teams. It applies even if the game turns out void (SQ00 base 20, which has no exception).
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

// void removes the score of a void game from the players for whom it is void, and from those at
// fault; the penalty for leaving stays.
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

// place orders the seats and sets their places. With sharesFirst, players with as many points as
// the declarer share the first place with them, if places are shared at all: an elimination game
// has one winner (FG14 4.7).
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

// placeLeavers sets the place that the ruleset fixes for leavers (BG 1.1.6).
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

// count caps the points that count at the target, and removes those of leavers if the ruleset does.
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

package scoring

import (
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// decide sets the winner with the reason, and the weight of the win: nine tenths at the time limit
// in FG14 3.
func (g *Game) decide(r *rules.Ruleset, result league.Result, level Level) {
	wins := r.Scoring.Wins
	weight, reason := wins.EarlyWeight(), "most-points-when-too-few-remained"
	switch result.Ended {
	case league.Declared:
		weight, reason = wins.Declared, "declared-victory"
		if g.Winner != result.DeclaredBy {
			reason = "most-points"
		}
	case league.TimeLimit:
		weight, reason = wins.TimeLimit, "most-points-at-time-limit"
	case league.Completed:
		weight, reason = wins.TimeLimit, "most-points-at-the-end"
	}
	if leaders := g.leaders(); len(leaders) > 1 && !g.declarerLeads(result) {
		g.decideJointly(r, weight, leaders, level)
		return
	}
	winner, _ := g.Seat(g.Winner)
	switch {
	case g.Winner == 0:
		g.Decision = r.Grounds(r.Tables.MinToContinue.Paragraph, "everybody-left")
	case len(winner.Placing) > 0 && reason != "declared-victory":
		g.Decision = g.byFigures(r, winner)
	case g.WinnerBy != "":
		g.Decision = r.Grounds(weight.Paragraph, "level-leaders", "entry", itoa(g.Winner), "by", g.WinnerBy)
	default:
		g.Decision = r.Grounds(weight.Paragraph, reason, "entry", itoa(g.Winner))
	}
	g.give(weight.Counts, g.Winner)
}

// byFigures returns the grounds with the comparison of the ruleset that made the winner first: the
// one that separates them from the next, or the last if a level rule does.
func (g *Game) byFigures(r *rules.Ruleset, winner Seat) league.Grounds {
	list := r.Scoring.PlaceBy
	if g.WinnerBy != "" {
		return r.Grounds(r.Scoring.Level.Paragraph, "level-on-figures", "entry", itoa(winner.Entry), "by", g.WinnerBy)
	}
	decided := 0
	for _, s := range g.Seats {
		if s.Place == 2 && s.PlaceBy != "" {
			decided = max(0, slices.IndexFunc(list, func(c rules.Criterion) bool { return c.Figure == s.PlaceBy }))
		}
	}
	reason := "first-by-most"
	if list[decided].Best == rules.Fewest {
		reason = "first-by-fewest"
	}
	return r.Grounds(list[decided].Paragraph, reason, "entry", itoa(winner.Entry), "by", list[decided].Figure,
		"value", r.Shown(list[decided], winner.Placing[decided]))
}

// declarerLeads reports whether the declaring player is first, so that others who share the place
// have not won.
func (g *Game) declarerLeads(result league.Result) bool {
	declarer, ok := g.Seat(result.DeclaredBy)
	return ok && declarer.Place == 1
}

// leaders returns the seats with the first place, in the order of play.
func (g *Game) leaders() []league.Entry {
	var leaders []league.Entry
	for _, s := range g.Seats {
		if s.Place == 1 && s.Left == 0 {
			leaders = append(leaders, s.Entry)
		}
	}
	return leaders
}

// decideJointly distributes the win among several who are first together, by the ruleset's rule
// (FG14 3).
func (g *Game) decideJointly(r *rules.Ruleset, weight rules.WinWeight, leaders []league.Entry, level Level) {
	g.Winner, g.Winners, g.WinnerBy = 0, leaders, ""
	names := make([]string, len(leaders))
	for i, entry := range leaders {
		names[i] = strconv.Itoa(int(entry))
	}
	joint := r.Scoring.Wins.Joint
	g.Decision = r.Grounds(weight.Paragraph, "joint-leaders", "entries", strings.Join(names, " "), "rule", string(joint))
	switch joint {
	case rules.JointEach:
		g.give(weight.Counts, leaders...)
	case rules.JointSplit:
		g.give(weight.Counts.Div(league.Int(len(leaders))), leaders...)
	case rules.JointByCriteria:
		best := slices.MinFunc(leaders, func(a, b league.Entry) int { order, _ := level(a, b); return order })
		_, g.WinnerBy = level(best, leaders[(slices.Index(leaders, best)+1)%len(leaders)])
		g.Winner, g.Winners = best, nil
		g.give(weight.Counts, best)
	default:
		g.Winners = nil
	}
}

// give sets the winners' part of a win.
func (g *Game) give(counts league.Frac, winners ...league.Entry) {
	for i := range g.Seats {
		if slices.Contains(winners, g.Seats[i].Entry) {
			g.Seats[i].Win = counts
		}
	}
}

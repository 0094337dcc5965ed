package scoring

import (
	"cmp"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// The reasons of a decision in a game of teams.
const (
	bySuddenWin   = "won-at-once"
	byTeamPoints  = "more-table-points"
	byTeamFigures = "level-teams"
)

// side is one team at a table.
type side struct {
	name string
	// sum and best are the table points of the team and of its best player.
	sum, best int
}

// scoreTeams scores a table of two teams (SQ00 1 to 3, 5, base 17).
func (g *Game) scoreTeams(r *rules.Ruleset, result league.Result) {
	rule := r.Scoring.Teams
	for i := range g.Seats {
		g.Seats[i].Team, _ = r.Game.Team(g.Seats[i].Objective)
	}
	g.Team, g.Decision = g.winningTeam(r, result)
	g.WinnerBy = g.Decision.Params["by"]
	g.raise(rule.Sudden, result)
	winner, loser := g.side(g.Team), g.side(g.otherTeam(g.Team))
	g.Difference = winner.best - loser.best
	for i := range g.Seats {
		s := &g.Seats[i]
		points, difference := rule.Winner, g.Difference
		s.Place, s.Win = 1, league.Int(1)
		if s.Team != g.Team {
			s.Place, s.Win = 2, league.Frac{}
			points = rule.Loser
			if rule.LoserDifference == rules.Individual {
				difference = winner.best - s.Counted
			}
		}
		given := points.Base.Add(points.PerPoint.Mul(league.Int(teamDifference(rule.Difference, difference))))
		if s.Left != 0 && rule.Retiring.Rule == rules.PenaltyOnly {
			given = league.Frac{}
		}
		s.Points = &given
	}
}

func teamDifference(rule rules.TeamDifference, difference int) int {
	switch {
	case rule == rules.Absolute && difference < 0:
		return -difference
	case rule == rules.Clamped:
		return max(0, difference)
	default:
		return difference
	}
}

// winningTeam returns the team that won: at once, by the sum of its table points, or by the figures
// that separate level teams. It returns "" if nothing does, which [Check] refuses.
func (g *Game) winningTeam(r *rules.Ruleset, result league.Result) (string, league.Grounds) {
	rule := r.Scoring.Teams
	sudden := result.WonAtOnce
	for _, s := range g.Seats {
		if s.Figures[rule.Sudden.Figure] != 0 {
			sudden = s.Team
		}
	}
	if sudden != "" {
		return sudden, r.Grounds(rule.Sudden.Paragraph, bySuddenWin, "team", sudden)
	}
	a := g.side(g.Seats[0].Team)
	b := g.side(g.otherTeam(a.name))
	if a.sum != b.sum {
		if a.sum < b.sum {
			a, b = b, a
		}
		return a.name, r.Grounds(rule.Paragraph, byTeamPoints, "team", a.name,
			"points", strconv.Itoa(a.sum), "others", strconv.Itoa(b.sum))
	}
	for _, tie := range rule.Ties {
		order := cmp.Compare(g.teamFigure(b.name, tie.Figure), g.teamFigure(a.name, tie.Figure))
		if tie.Best == rules.Fewest {
			order = -order
		}
		if order == 0 {
			continue
		}
		name := a.name
		if order > 0 {
			name = b.name
		}
		return name, r.Grounds(tie.Paragraph, byTeamFigures, "team", name, "by", tie.Figure)
	}
	return "", league.Grounds{}
}

// raise sets the table points of the seats that won at once.
func (g *Game) raise(rule rules.SuddenWin, result league.Result) {
	best := -1
	for i := range g.Seats {
		s := &g.Seats[i]
		inTeam := result.WonAtOnce != "" && s.Team == result.WonAtOnce
		switch {
		case s.Figures[rule.Figure] != 0, inTeam && rule.WholeTeam == rules.WholeTeamRaised:
			s.Counted = rule.Points
		case inTeam && (best < 0 || cmp.Or(cmp.Compare(s.VP, g.Seats[best].VP), cmp.Compare(g.Seats[best].Entry, s.Entry)) > 0):
			best = i // of two equals the lower start number, wherever they sit
		}
	}
	if best >= 0 {
		g.Seats[best].Counted = rule.Points
	}
}

func (g *Game) side(team string) side {
	found := side{name: team}
	first := true
	for _, s := range g.Seats {
		if s.Team != team {
			continue
		}
		found.sum += s.VP
		if first || s.Counted > found.best {
			found.best, first = s.Counted, false
		}
	}
	return found
}

func (g *Game) otherTeam(team string) string {
	for _, s := range g.Seats {
		if s.Team != team {
			return s.Team
		}
	}
	return ""
}

func (g *Game) teamFigure(team, figure string) int {
	sum := 0
	for _, s := range g.Seats {
		if s.Team == team {
			sum += s.Figures[figure]
		}
	}
	return sum
}

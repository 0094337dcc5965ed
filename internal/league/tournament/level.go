package tournament

import (
	"cmp"
	"slices"

	"referto/internal/league"
	"referto/internal/league/discipline"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
)

// ByPreliminaryStandings is the figure named where the order of the preliminary
// standings told players level in a game apart.
const ByPreliminaryStandings = "preliminary-standings"

// level is how players level in a game of a round are told apart.
//
// Warnings count as soon as they are given, those of the running round too:
// the referee decides the game with what he knows when it ends.
func (p *replay) level(number int, kind league.RoundKind) scoring.Level {
	rule, criteria := p.levelRule(kind)
	if rule == rules.PreliminaryStanding {
		return p.byPreliminaryStandings
	}
	if rule == rules.ThisGameOnly {
		criteria = slices.DeleteFunc(slices.Clone(criteria), func(c rules.Criterion) bool { return !c.OfEntry() })
	}
	// Most rounds have nobody level: rank only when asked, with the games
	// before this round.
	before := *p
	var figures map[league.Entry][]league.Frac
	return func(a, b league.Entry) (int, string) {
		if figures == nil {
			figures = before.figures(criteria, league.Moment{Round: number, During: true})
		}
		order, decided := standings.Order(criteria, figures[a], figures[b])
		if decided < 0 {
			return 0, ""
		}
		return order, criteria[decided].Figure
	}
}

// levelRule is the rule for a kind of round, with the criteria it may use.
func (p *replay) levelRule(kind league.RoundKind) (rules.LevelRule, []rules.Criterion) {
	elimination := p.r.Elimination
	switch kind {
	case league.Semifinal:
		return elimination.Semifinal.Level, p.criteriaOf(elimination.Standings)
	case league.Final:
		return elimination.Final.Level, p.criteriaOf(elimination.Standings)
	default:
		return p.r.Scoring.Level.Rule, p.criteriaOf(p.r.Scoring.Level.Standings)
	}
}

func (p *replay) byPreliminaryStandings(a, b league.Entry) (int, string) {
	return cmp.Compare(p.rankOf(a), p.rankOf(b)), ByPreliminaryStandings
}

// rankOf is the rank in the preliminary standings; behind everybody for who is
// not in them.
func (p *replay) rankOf(entry league.Entry) int {
	if i := slices.Index(p.ranked, entry); i >= 0 {
		return i + 1
	}
	return len(p.ranked) + 1
}

// figures are those of all entrants for criteria, by the games so far and the
// warnings up to a moment.
func (p *replay) figures(criteria []rules.Criterion, until league.Moment) map[league.Entry][]league.Frac {
	warnings := discipline.Of(p.r, p.facts.Sanctions, until).Warnings
	figures := make(map[league.Entry][]league.Frac, len(p.facts.Entrants))
	for _, row := range p.rank(criteria, warnings, func(league.Entry) bool { return true }) {
		figures[row.Entry] = row.Figures
	}
	return figures
}

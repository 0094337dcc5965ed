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

// ByPreliminaryStandings is the name of the criterion by which the preliminary standings decided
// between players level in a game.
const ByPreliminaryStandings = "preliminary-standings"

// levelOf returns, for a result of a table, the comparison that decides between its
// level players.
type levelOf func(result league.Result) scoring.Level

// level returns the comparison that decides between players level in a game of a round.
//
// Warnings count as soon as they are given, also those of the running round: the referee decides
// the game with the knowledge at its end.
func (p *replay) level(number int, kind league.RoundKind) levelOf {
	rule, criteria := p.levelRule(kind)
	own := func(c rules.Criterion) bool { return c.Figure == rules.FigureWarnings || c.Figure == rules.FigureLot }
	switch rule {
	case rules.PreliminaryStanding:
		return func(league.Result) scoring.Level { return p.byPreliminaryStandings }
	case rules.GameCriteria:
		return p.byGame(number, p.r.Scoring.Level.Criteria)
	case rules.FinalGame, rules.SharedPlaces:
		return p.byGame(number, only(criteria, func(c rules.Criterion) bool { return own(c) || p.r.InGame(c) }))
	case rules.ThisGameOnly:
		criteria = only(criteria, own)
	}
	// Players are rarely level: rank only when asked, with the games before this round.
	before := *p
	var figures map[league.Entry][]league.Frac
	level := func(a, b league.Entry) (int, string) {
		if figures == nil {
			figures = before.figures(criteria, league.Moment{Round: number, During: true})
		}
		return decide(criteria, figures[a], figures[b])
	}
	return func(league.Result) scoring.Level { return level }
}

// byGame compares by the figures of one game, and by warnings and lot if the criteria contain them.
func (p *replay) byGame(number int, criteria []rules.Criterion) levelOf {
	warnings := discipline.Of(p.r, p.facts.Sanctions, league.Moment{Round: number, During: true}).Warnings
	return func(result league.Result) scoring.Level {
		figures := func(entry league.Entry) []league.Frac {
			values := scoring.InGame(p.r, result, criteria, entry)
			entrant := standings.EntrantOf(criteria, entry, warnings[entry], p.facts.Lots[entry])
			for i, c := range criteria {
				if c.OfEntry() {
					values[i] = entrant.Own[i]
				}
			}
			return values
		}
		return func(a, b league.Entry) (int, string) { return decide(criteria, figures(a), figures(b)) }
	}
}

func only(criteria []rules.Criterion, keep func(rules.Criterion) bool) []rules.Criterion {
	return slices.DeleteFunc(slices.Clone(criteria), func(c rules.Criterion) bool { return !keep(c) })
}

// decide compares figures and returns the name of the one that differs; 0 and "" if none does.
func decide(criteria []rules.Criterion, a, b []league.Frac) (int, string) {
	order, decided := standings.Order(criteria, a, b)
	if decided < 0 {
		return 0, ""
	}
	return order, criteria[decided].Figure
}

// levelRule returns the rule for players level in a kind of round, with the criteria that it may
// use. A semifinal that begins an event has no standings before it: it is a game like others.
func (p *replay) levelRule(kind league.RoundKind) (rules.LevelRule, []rules.Criterion) {
	elimination := p.r.Elimination
	qualifying := p.criteriaOf(cmp.Or(elimination.Standings, p.standingsID()))
	switch {
	case kind == league.Semifinal && p.state.Format.Rounds > 0:
		return elimination.Semifinal.Level, qualifying
	case kind == league.Final:
		return elimination.Final.Level, qualifying
	default:
		level := p.r.Scoring.Level
		return level.Rule, p.criteriaOf(cmp.Or(level.Standings, p.standingsID()))
	}
}

func (p *replay) byPreliminaryStandings(a, b league.Entry) (int, string) {
	return cmp.Compare(p.rankOf(a), p.rankOf(b)), ByPreliminaryStandings
}

// rankOf returns the rank of an entry in the preliminary standings; an entry missing in them is
// behind everybody.
func (p *replay) rankOf(entry league.Entry) int {
	if i := slices.Index(p.ranked, entry); i >= 0 {
		return i + 1
	}
	return len(p.ranked) + 1
}

package tournament

import (
	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/scoring"
	"referto/internal/league/standings"
)

// awards are the prizes that follow from the results (FG14 5); nobody has any where
// all have left.
func (p *replay) awards() []Award {
	if len(p.state.Final) == 0 {
		return nil
	}
	var out []Award
	winner := p.state.Final[0]
	for _, rule := range p.r.Awards {
		if rule.To == rules.ToWinner {
			out = append(out, Award{ID: rule.ID, Entry: winner.Entry, Grounds: p.r.Grounds(rule.Paragraph, "award-to-winner")})
			continue
		}
		for _, row := range p.awardRows(rule) {
			if row.Entry == winner.Entry {
				continue
			}
			out = append(out, Award{
				ID: rule.ID, Entry: row.Entry, Figure: row.Figures[0],
				Grounds: p.r.Grounds(rule.Paragraph, "award-to-best-other", "standings", rule.Standings),
			})
			break
		}
	}
	return out
}

// awardRows are the standings that decide an award, of those who are still in.
func (p *replay) awardRows(rule rules.Award) []standings.Row {
	counted := *p
	if rule.Games == rules.WithFinal {
		counted.played = append(counted.played[:len(counted.played):len(counted.played)], p.pointsOfFinal()...)
	}
	until := league.Moment{Round: len(p.facts.Rounds)}
	in := func(entry league.Entry) bool { return !isStruck(p.state.Struck, entry) }
	return counted.rank(p.criteriaOf(rule.Standings), p.state.Record.Warnings, until, in)
}

// pointsOfFinal are the seats of the final with their points and nothing else:
// what standings add up beside them is of the rounds that everybody plays.
func (p *replay) pointsOfFinal() []played {
	var out []played
	for i, round := range p.facts.Rounds {
		if round.Kind != league.Final {
			continue
		}
		for j, table := range round.Tables {
			result := *table.Result
			game := scoring.ScoreShared(p.r, p.variant, table.Number, result, func(league.Entry, league.Entry) (int, string) { return 0, "" })
			p.calculate(i, j, &game)
			for _, seat := range game.Seats {
				points := scoring.Seat{Entry: seat.Entry, Points: seat.Points}
				out = append(out, played{round: i + 1, table: table.Number, seat: points, pointsOnly: true})
			}
		}
	}
	return out
}

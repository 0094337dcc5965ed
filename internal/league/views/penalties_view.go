package views

import (
	"cmp"
	"iter"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/standings"
	"referto/internal/league/tournament"
	"referto/openapi"
)

// explainPenalties adds to the lines of points what penalties up to the end of a
// round have taken, so that terms and penalties come to the sum (SQ00 penalties).
func (v View) explainPenalties(out *openapi.Comparison, c standings.Comparison, round int) {
	for i, line := range c.Lines {
		if line.Criterion.Figure == rules.FigurePoints {
			out.Lines[i].A.Penalties = v.penaltiesOf(c.A, round)
			out.Lines[i].B.Penalties = v.penaltiesOf(c.B, round)
		}
	}
}

// penaltiesOf are an entry's penalties in points up to the end of a round, in the
// order given. The referee's own words are not for everybody: the paragraph is.
func (v View) penaltiesOf(entry league.Entry, round int) []openapi.PointsPenalty {
	var out []openapi.PointsPenalty
	for s, points := range v.pointPenalties(entry, round) {
		out = append(out, openapi.PointsPenalty{Round: s.Round, Points: decimal(points), Rule: v.rule(v.penaltyParagraph(s))})
	}
	return out
}

// pointPenalties yields an entry's penalties in points that stand, up to the end of
// a round, in the order given.
func (v View) pointPenalties(entry league.Entry, round int) iter.Seq2[facts.Sanction, league.Frac] {
	return func(yield func(facts.Sanction, league.Frac) bool) {
		for _, s := range v.Sanctions {
			if s.RevokedAt != nil || s.Kind != league.Points || s.Entry != int(entry) || s.Round > round {
				continue
			}
			points, _ := tournament.PenaltyPoints(v.Rules, s.League()) // the replay has checked that there are some
			if !yield(s, points) {
				return
			}
		}
	}
}

// penaltyParagraph is the paragraph named with a penalty, or that of all penalties.
func (v View) penaltyParagraph(s facts.Sanction) string {
	return cmp.Or(s.Paragraph, v.Rules.Discipline.Warning.Paragraph, v.Rules.Discipline.Expulsion.Paragraph)
}

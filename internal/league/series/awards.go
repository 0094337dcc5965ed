package series

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// Awarded is an award of a series with those who have it as the series stands.
type Awarded struct {
	rules.SeriesAward
	// Most is the figure of the winners, the most of any of those who can have it; the zero value where nobody has it.
	Most league.Frac
	// Winners have all the same figure, exactly, and share the award; in the order of the standings. There
	// are none where nobody has more than 0.
	Winners []league.PlayerID
	Grounds league.Grounds
}

// Awards finds who has the awards of a series, in the order of the ruleset, from its standings. Newcomer
// reports of a player whether they played in no series before; it is asked only where an award is for newcomers.
func Awards(r *rules.Ruleset, rows []Row, newcomer func(league.PlayerID) bool) []Awarded {
	out := make([]Awarded, len(r.Series.Awards))
	for i, award := range r.Series.Awards {
		a := Awarded{SeriesAward: award, Grounds: r.Grounds(award.Paragraph, "award-most")}
		if award.Newcomers {
			a.Grounds.Reason = "award-most-of-newcomers"
		}
		for _, row := range rows {
			if len(row.Results) < award.Least || award.Newcomers && !newcomer(row.Player) {
				continue
			}
			switch order := row.Known[award.Figure].Cmp(a.Most); {
			case order > 0:
				a.Most, a.Winners = row.Known[award.Figure], []league.PlayerID{row.Player}
			case order == 0 && len(a.Winners) > 0:
				a.Winners = append(a.Winners, row.Player)
			}
		}
		out[i] = a
	}
	return out
}

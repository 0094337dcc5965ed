package series

import (
	"referto/internal/league"
	"referto/internal/league/rules"
)

// Awarded is an award of a series with its present winners.
type Awarded struct {
	rules.SeriesAward
	// Most is the figure of the winners, the largest of all players who can win the award; the zero value if
	// nobody wins it.
	Most league.Frac
	// Winners have exactly the same figure and share the award, in the order of the standings. There are none
	// if nobody has a figure above 0.
	Winners []league.PlayerID
	Grounds league.Grounds
}

// Awards returns the awards of a series with their winners by its standings, in the order of the ruleset.
// Newcomer reports whether a player has played in no earlier series; it is called only for awards that are for
// newcomers.
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

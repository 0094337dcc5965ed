package tournament

import (
	"slices"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// farTable stands for the table of a round that was not played: it is higher than every table.
const farTable = 1000

// ownFigures returns, for the given criteria, the functions for those figures of entries that do
// not come from single games: the tables where they played, their earlier rank, and penalties in
// points.
func (p *replay) ownFigures(criteria []rules.Criterion, until league.Moment) map[string]func(league.Entry) league.Frac {
	tables := p.tablesPlayed()
	all := map[string]func(league.Entry) league.Frac{
		rules.FigurePoints:      func(entry league.Entry) league.Frac { return p.penalties(entry, until) },
		rules.FigureLowestTable: func(entry league.Entry) league.Frac { return league.Int(tables(entry)[0]) },
		rules.FigureAllTables:   func(entry league.Entry) league.Frac { return inSequence(tables(entry), p.state.Format.Rounds) },
		rules.FigureEarlierRank: func(entry league.Entry) league.Frac { return league.Int(p.earlierRank(entry)) },
	}
	asked := make(map[string]func(league.Entry) league.Frac)
	for _, c := range criteria {
		if of := all[c.Figure]; of != nil {
			asked[c.Figure] = of
		}
	}
	return asked
}

// penalties returns the points that sanctions up to a moment add.
func (p *replay) penalties(entry league.Entry, until league.Moment) league.Frac {
	var sum league.Frac
	for _, s := range p.facts.Sanctions {
		if s.Kind != league.Points || s.Entry != entry || s.At.Compare(until) > 0 {
			continue
		}
		points, _ := PenaltyPoints(p.r, s) // the facts have been checked
		sum = sum.Add(points)
	}
	return sum
}

// tablesPlayed returns a function for the numbers of the tables at which an entry has played, the
// lowest first; [farTable] alone if it has not played.
func (p *replay) tablesPlayed() func(league.Entry) []int {
	var played map[league.Entry][]int // made on the first call
	return func(entry league.Entry) []int {
		if played == nil {
			played = make(map[league.Entry][]int)
			for _, g := range p.played {
				played[g.seat.Entry] = append(played[g.seat.Entry], g.table)
			}
		}
		tables := slices.Sorted(slices.Values(played[entry]))
		if tables == nil {
			return []int{farTable}
		}
		return tables
	}
}

// inSequence encodes a list of table numbers as a number, so that numbers compare as the lists do,
// element by element; a round not played counts as higher than every table.
func inSequence(tables []int, rounds int) league.Frac {
	sum, digit := league.Frac{}, league.Int(1)
	for i := range rounds {
		table := farTable
		if i < len(tables) {
			table = tables[i]
		}
		sum = sum.Add(league.Int(table).Mul(digit))
		digit = digit.Div(league.Int(farTable + 1))
	}
	return sum
}

// earlierRank returns the rank of an entry in the standings before; an entry without one is behind
// everybody.
func (p *replay) earlierRank(entry league.Entry) int {
	if rank, ok := p.earlier[entry]; ok {
		return rank
	}
	return len(p.facts.Entrants) + 1
}

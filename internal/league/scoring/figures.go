package scoring

import (
	"maps"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// figuresOf returns the figures recorded for a seat at a table of a size, with the sums that the
// ruleset defines; nil if there are none.
func figuresOf(r *rules.Ruleset, size int, seat league.SeatResult) map[string]int {
	sums := r.Game.SumsAt(size)
	if len(sums) == 0 {
		return seat.Figures
	}
	figures := maps.Clone(seat.Figures)
	if figures == nil {
		figures = make(map[string]int, len(sums))
	}
	for _, sum := range sums {
		figures[sum.ID] = sum.Of(seat.VP, seat.Figures)
	}
	return figures
}

// InGame returns the figures of one game by which its seats are compared, parallel to the criteria:
// those recorded and added up, and the turn in which the seat began. They are 0 for an entry that
// did not play.
func InGame(r *rules.Ruleset, result league.Result, criteria []rules.Criterion, entry league.Entry) []league.Frac {
	values := make([]league.Frac, len(criteria))
	for i, seat := range result.Seats {
		if seat.Entry != entry {
			continue
		}
		figures := figuresOf(r, len(result.Seats), seat)
		for j, criterion := range criteria {
			value := figures[criterion.Figure]
			if criterion.Figure == rules.FigureStart {
				value = i + 1
			}
			values[j] = league.Int(value)
		}
	}
	return values
}

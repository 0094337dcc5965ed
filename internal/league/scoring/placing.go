package scoring

import (
	"cmp"

	"referto/internal/league"
	"referto/internal/league/formula"
	"referto/internal/league/rules"
)

// CompareGame compares two seats of a game by the ruleset's own comparisons
// ([rules.Scoring.PlaceBy]), or by the points on the board if it has none. It returns a negative
// number if a is better, with the deciding figure, "" for the points; 0 if they are equal. Leaving
// and declaring are not considered.
func CompareGame(placeBy []rules.Criterion, a, b Seat) (order int, figure string) {
	if len(placeBy) == 0 {
		return cmp.Compare(b.VP, a.VP), ""
	}
	for i, c := range placeBy {
		order := a.Placing[i].Cmp(b.Placing[i])
		if c.Best == rules.Most {
			order = -order
		}
		if order != 0 {
			return order, c.Figure
		}
	}
	return 0, ""
}

// measure sets the figures of the seats by which the ruleset orders them. A formula without a value
// counts as 0 here: [Calculate] refuses such a result.
func (g *Game) measure(r *rules.Ruleset, variant rules.Variant, result league.Result) {
	criteria := r.Scoring.PlaceBy
	if len(criteria) == 0 {
		return
	}
	calculated := g.beforePlaces(r, variant)
	for i := range g.Seats {
		seat := &g.Seats[i]
		seat.Placing = InGame(r, result, criteria, seat.Entry)
		for j, c := range criteria {
			if c.Figure == rules.FigureVP {
				seat.Placing[j] = league.Int(seat.VP)
			} else if values, ok := calculated[c.Figure]; ok {
				seat.Placing[j] = values[i]
			}
		}
	}
}

// beforePlaces returns the values of the calculations that determine places, seat by seat.
// Calculations that need the places have no meaning yet; a valid ruleset does not order places by
// them.
func (g *Game) beforePlaces(r *rules.Ruleset, variant rules.Variant) map[string][]league.Frac {
	list := r.CalculationsOf(rules.OfSeat)
	last := -1
	for i, k := range list {
		for _, c := range r.Scoring.PlaceBy {
			if c.Figure == k.ID {
				last = i
			}
		}
	}
	if last < 0 {
		return nil
	}
	rows, common := g.rows(r, len(list)), g.common(variant, Occasion{})
	calculated := make(map[string][]league.Frac, last+1)
	for _, k := range list[:last+1] {
		values := make([]league.Frac, len(rows))
		if results, err := k.Formula.OfRows(formula.Values{Rows: rows, Common: common}); err == nil {
			values = results
		}
		for i := range values {
			values[i] = k.Value(values[i])
			rows[i] = append(rows[i], values[i])
		}
		calculated[k.ID] = values
	}
	return calculated
}

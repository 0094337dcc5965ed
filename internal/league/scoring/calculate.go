package scoring

import (
	"fmt"
	"strconv"

	"referto/internal/league"
	"referto/internal/league/formula"
	"referto/internal/league/rules"
)

// Calculated is a figure of a seat that a formula of the ruleset defines.
type Calculated struct {
	Figure string      `json:"figure"` // id of the calculation
	Value  league.Frac `json:"value"`
}

// Occasion is the context of a game in its event.
type Occasion struct {
	Round    int // its number, from 1
	Rounds   int // preliminary rounds of the event
	Entrants int // entries that started
}

// Calculate sets on the seats of a scored game the figures that formulas of the ruleset define, and
// their points if formulas define those. Formulas see everything that [Score] has derived, and
// earlier calculations; void seats get none.
//
// A formula that cannot be evaluated, for example because it divides by 0 for one of the seats, is
// league.Faults with pointers into the result.
func Calculate(r *rules.Ruleset, variant rules.Variant, o Occasion, result league.Result, g *Game) league.Faults {
	list := r.CalculationsOf(rules.OfSeat)
	if len(list) == 0 || g.Void {
		return nil
	}
	values := formula.Values{Rows: g.rows(r, len(list)), Common: g.common(variant, o)}
	all := make([]Calculated, len(list)*len(g.Seats))
	for i := range g.Seats {
		g.Seats[i].Calculated = all[i*len(list) : (i+1)*len(list) : (i+1)*len(list)]
	}
	for j, k := range list {
		results, err := k.Formula.OfRows(values)
		if err != nil {
			row := formula.Mistake(err).Row
			grounds := r.Stopped(k, err)
			grounds.Params["figure"], grounds.Params["entry"] = k.ID, itoa(g.Seats[row].Entry)
			grounds.Params["table"] = strconv.Itoa(g.Table)
			return league.Faults{{Field: fmt.Sprintf("/seats/%d", row), Grounds: grounds}}
		}
		for i := range g.Seats {
			seat := &g.Seats[i]
			seat.Calculated[j] = Calculated{Figure: k.ID, Value: k.Value(results[i])}
			values.Rows[i] = append(values.Rows[i], seat.Calculated[j].Value)
			if k.ID == r.Scoring.PointsBy {
				seat.Points = &seat.Calculated[j].Value
			}
		}
	}
	g.void(result.Void)
	return nil
}

// rows returns the figures of the seats in the order of [rules.SeatVariables], then those recorded
// and added up, with capacity for the calculations.
func (g *Game) rows(r *rules.Ruleset, calculations int) [][]league.Frac {
	width := len(rules.SeatVariables) + len(r.Game.Figures) + len(r.Game.Sums) + calculations
	all := make([]league.Frac, width*len(g.Seats))
	rows := make([][]league.Frac, len(g.Seats))
	for i, s := range g.Seats {
		var points, share league.Frac
		if s.Points != nil {
			points = *s.Points
		}
		if s.Share != nil {
			share = *s.Share
		}
		row := all[i*width : i*width : (i+1)*width]
		row = append(row,
			league.Int(s.VP), league.Int(s.Counted), league.Int(s.Place), league.Int(g.sharing(s)), league.Int(s.Left),
			s.Win, league.Int(i+1), points, s.Penalty, share)
		for _, f := range r.Game.Figures {
			row = append(row, league.Int(s.Figures[f.ID]))
		}
		for _, sum := range r.Game.Sums {
			row = append(row, league.Int(s.Figures[sum.ID]))
		}
		rows[i] = row
	}
	return rows
}

// sharing counts the seats that stayed and share the place of a seat, at least 1.
func (g *Game) sharing(seat Seat) int {
	n := 0
	for _, s := range g.Seats {
		if s.Left == 0 && s.Place == seat.Place {
			n++
		}
	}
	return max(1, n)
}

// common returns the figures of the table in the order of [rules.TableVariables].
func (g *Game) common(variant rules.Variant, o Occasion) []league.Frac {
	stayed := 0
	for _, s := range g.Seats {
		if s.Left == 0 {
			stayed++
		}
	}
	return []league.Frac{
		league.Int(len(g.Seats)), league.Int(stayed), league.Int(variant.Target),
		when(g.Ended == league.Declared), when(g.Ended == league.TimeLimit),
		league.Int(o.Round), league.Int(o.Rounds), league.Int(o.Entrants), g.Total,
	}
}

// when returns 1 for true, 0 for false.
func when(so bool) league.Frac {
	if so {
		return league.Int(1)
	}
	return league.Frac{}
}

package seating

import (
	"slices"

	"referto/internal/league"
)

// Plan is the seating of one round.
type Plan struct {
	// Tables are in order; the first is number 1.
	Tables []Table `json:"tables"`
	// Reasons are the decisions that made the plan, the widest first.
	Reasons []league.Grounds `json:"reasons"`
	// Moves are the entries that sit elsewhere than the order would seat them, each with the reason; nil if
	// there are none.
	Moves []Move `json:"moves,omitempty"`
}

// Table is one table of a plan.
type Table struct {
	Number int `json:"number"`
	// Seats are in the order drawn or ranked; the starting player is chosen at the table.
	Seats []league.Entry `json:"seats"`
}

// Why returns all decisions that made the plan: its reasons, then those of its moves.
func (p Plan) Why() []league.Grounds {
	why := slices.Clone(p.Reasons)
	for _, move := range p.Moves {
		why = append(why, move.Grounds)
	}
	return why
}

// Sizes returns the number of seats of each table, in order.
func (p Plan) Sizes() []int {
	sizes := make([]int, len(p.Tables))
	for i, t := range p.Tables {
		sizes[i] = len(t.Seats)
	}
	return sizes
}

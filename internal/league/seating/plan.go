package seating

import (
	"slices"

	"referto/internal/league"
)

// Plan seats everybody in one round.
type Plan struct {
	// Tables are in order; the first is number 1.
	Tables []Table `json:"tables"`
	// Reasons are the decisions that made the plan, the widest first.
	Reasons []league.Grounds `json:"reasons"`
	// Moves are those who sit elsewhere than the order has them, each with the
	// reason; nil where nobody does.
	Moves []Move `json:"moves,omitempty"`
}

// Table is one table of a plan.
type Table struct {
	Number int `json:"number"`
	// Seats are in the order drawn or ranked; who starts the game is decided
	// at the table.
	Seats []league.Entry `json:"seats"`
}

// Why are all decisions that made the plan: its reasons, then those of its moves.
func (p Plan) Why() []league.Grounds {
	why := slices.Clone(p.Reasons)
	for _, move := range p.Moves {
		why = append(why, move.Grounds)
	}
	return why
}

// Sizes are the numbers of seats of the tables, in order.
func (p Plan) Sizes() []int {
	sizes := make([]int, len(p.Tables))
	for i, t := range p.Tables {
		sizes[i] = len(t.Seats)
	}
	return sizes
}

package standings

import "referto/internal/league"

// Row is one line of the standings.
type Row struct {
	// Rank is 1, 2, 2, 4: entries level on every criterion share it.
	Rank  int          `json:"rank"`
	Entry league.Entry `json:"entry"`
	// Figures are parallel to the criteria.
	Figures []league.Frac `json:"figures"`
	// Decided is the index of the criterion that put this row below the one
	// above; -1 on top and where both are level.
	Decided int `json:"decided"`
	// Par is that criterion's paragraph; "" where Decided is -1.
	Par string `json:"paragraph,omitempty"`
	// ByLot reports whether a lot decided.
	ByLot bool `json:"byLot,omitempty"`
}

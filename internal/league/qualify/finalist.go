package qualify

import "referto/internal/league"

// Qualified is a place in a semifinal or a final with its holder.
type Qualified struct {
	Entry league.Entry `json:"entry"`
	// Seed is the rank in the qualifying standings.
	Seed int `json:"seed"`
	// Table is the semifinal table that the place comes from; 0 where there is
	// no semifinal.
	Table int `json:"table,omitempty"`
	// Replaces is the entry that held the place before and left; 0 for none.
	Replaces league.Entry   `json:"replaces,omitempty"`
	Grounds  league.Grounds `json:"grounds"`
}

// Vacancy is a place in a final that nobody can take.
type Vacancy struct {
	// Place is the number of the place in the final, from 1.
	Place int `json:"place"`
	// Table is the semifinal table that the place comes from.
	Table int `json:"table"`
	// Of is the entry that held the place and left.
	Of      league.Entry   `json:"of"`
	Grounds league.Grounds `json:"grounds"`
}

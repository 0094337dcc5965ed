package scoring

import (
	"cmp"
	"slices"

	"referto/internal/league"
)

// Game is a table's result, scored.
type Game struct {
	// Table is its number within the round, from 1.
	Table int           `json:"table"`
	Ended league.Ending `json:"ended"`
	// Winner is the player who won; 0 if nobody did.
	Winner league.Entry `json:"winner,omitempty"`
	// Winners are the players who won together, in the order of play; nil if one or nobody won.
	Winners []league.Entry `json:"winners,omitempty"`
	// Team is the team that won; "" without teams.
	Team string `json:"team,omitempty"`
	// Difference is the best winner's table points less the best loser's, before the ruleset
	// converts it.
	Difference int `json:"difference,omitempty"`
	// Void reports whether the game counts for none of its players.
	Void bool `json:"void,omitempty"`
	// WinnerBy is the criterion that put the winner before others level at the top; "" if the
	// points or a declaration decided.
	WinnerBy string `json:"winnerBy,omitempty"`
	// Decision gives the reason for the win.
	Decision league.Grounds `json:"decision"`
	// Total is the sum of which shares are parts.
	Total league.Frac `json:"total"`
	// Seats are in the order of play.
	Seats []Seat `json:"seats"`
}

// Seat is one player's game.
type Seat struct {
	Entry league.Entry `json:"entry"`
	// VP is the number of points on the board, Counted the number that counts.
	VP      int `json:"vp"`
	Counted int `json:"counted"`
	// Left is the order of leaving; 0 for a player who stayed.
	Left int `json:"left,omitempty"`
	// Win is the part of a win, 0 to 1.
	Win league.Frac `json:"win"`
	// Share is the part of the table's points in percent, rounded by the ruleset; nil for a leaver.
	Share *league.Frac `json:"share"`
	// Place is the place in the game: 1 is the winner; leavers are behind those who stayed, the
	// last to leave first. If a ruleset lets level players share a place, it is the better one; in
	// a game of teams 1 is the winning team.
	Place int `json:"place"`
	// PlaceBy is the figure that put the seat behind the one before it: one of the ruleset's own
	// comparisons ([rules.Scoring.PlaceBy]), or the criterion that separated level players; "" if
	// the points on the board did.
	PlaceBy string `json:"placeBy,omitempty"`
	// Placing are the figures of the ruleset's own comparisons, parallel to them; nil if the points
	// on the board determine the places.
	Placing []league.Frac `json:"placing,omitempty"`
	// Figures are the further numbers recorded, with the ruleset's sums; nil if there are none.
	Figures map[string]int `json:"figures,omitempty"`
	// Calculated are the figures that formulas define, in the ruleset's order; nil if there are
	// none.
	Calculated []Calculated `json:"calculated,omitempty"`
	// Points are the points for the standings; nil if the ruleset gives none, or none to this seat.
	Points *league.Frac `json:"points,omitempty"`
	// Penalty is added to the points for leaving the game.
	Penalty league.Frac `json:"penalty,omitzero"`
	// Team and Objective are those of the seat; "" if there are none.
	Team      string `json:"team,omitempty"`
	Objective string `json:"objective,omitempty"`
	// Void reports whether the game does not count for the seat, which gets the
	// score of another round.
	Void bool `json:"void,omitempty"`
}

// Seat finds an entry's seat; ok is false if it did not play here.
func (g *Game) Seat(entry league.Entry) (seat Seat, ok bool) {
	for _, s := range g.Seats {
		if s.Entry == entry {
			return s, true
		}
	}
	return Seat{}, false
}

// Places returns the entries in order of their places.
func (g *Game) Places() []league.Entry {
	seats := slices.Clone(g.Seats)
	league.Sort(seats, func(a, b Seat) int { return cmp.Compare(a.Place, b.Place) })
	entries := make([]league.Entry, len(seats))
	for i, s := range seats {
		entries[i] = s.Entry
	}
	return entries
}

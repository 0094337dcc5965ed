package biography

import (
	"slices"

	"referto/internal/league"
)

// Event is one that is over and counts, as far as a biography needs it.
type Event struct {
	ID league.EventID
	// Ruleset names the regulation; points of events that have the same can be compared.
	Ruleset string
	// Games are those of the event in their order; nil where only its ranking is known.
	Games []Game
	// Ranking are the players who have a place, with what they came to.
	Ranking []Standing
}

// Standing holds the place and the figures of a player in an event.
type Standing struct {
	Player league.PlayerID
	// Place in the final order; 0 for who has none.
	Place int
	// Points are those by which the ruleset ranks; nil where it gives none.
	Points *league.Frac
}

// Game is one that has its result.
type Game struct {
	Round, Table int // from 1
	Kind         league.RoundKind
	// Void reports whether it counts for none of its players.
	Void  bool
	Seats []Seat
}

// Seat is one player's part in a game.
type Seat struct {
	Player league.PlayerID
	Place  int // from 1; players level with each other share it
	Won    bool
	// Points are those on the board, as far as they count.
	Points int
	// Team names those who play together; "" for who plays alone.
	Team string
	// Void reports whether the game does not count for this player.
	Void bool
}

// seatOf is the seat of a player, if the game counts for them.
func (g Game) seatOf(player league.PlayerID) (seat Seat, counts bool) {
	i := slices.IndexFunc(g.Seats, func(s Seat) bool { return s.Player == player })
	if i < 0 || g.Void || g.Seats[i].Void {
		return Seat{}, false
	}
	return g.Seats[i], true
}

// standingOf finds the standing of a player; false for who did not take part.
func (e Event) standingOf(player league.PlayerID) (s Standing, there bool) {
	i := slices.IndexFunc(e.Ranking, func(s Standing) bool { return s.Player == player })
	if i >= 0 {
		return e.Ranking[i], true
	}
	there = slices.ContainsFunc(e.Games, func(g Game) bool {
		return slices.ContainsFunc(g.Seats, func(s Seat) bool { return s.Player == player })
	})
	return Standing{}, there
}

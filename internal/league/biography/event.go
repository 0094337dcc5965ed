package biography

import (
	"slices"

	"referto/internal/league"
)

// Event is a finished event that counts, with the data that a biography needs.
type Event struct {
	ID league.EventID
	// Ruleset is the name of the ruleset. Points of events with the same ruleset can be compared.
	Ruleset string
	// Games are the games of the event in order; nil if only the ranking is known.
	Games []Game
	// Ranking holds the players with a place, and their results.
	Ranking []Standing
}

// Standing holds the place and the results of a player in an event.
type Standing struct {
	Player league.PlayerID
	// Place is the final place; 0 if the player has none.
	Place int
	// Points are the points that the ruleset ranks by; nil if it has none.
	Points *league.Frac
	// Wins, VP and Share are the games won, the victory points and the shares of the tables'
	// points. They cover the games that count for the event's standings: usually all except
	// semifinal and final. A figure is nil if the event does not have it.
	Wins, VP, Share *league.Frac
}

// Game is a game with a result.
type Game struct {
	Round, Table int // from 1
	Kind         league.RoundKind
	// Void reports whether the game counts for none of its players.
	Void  bool
	Seats []Seat
}

// Seat is one player's part in a game.
type Seat struct {
	Player league.PlayerID
	Place  int // from 1; tied players share a place
	Won    bool
	// Points are the points on the board that count.
	Points int
	// Team is the name of the player's team; "" for a player without a team.
	Team string
	// Void reports whether the game does not count for this player.
	Void bool
}

// seatOf returns the seat of a player. counts is false if the player did not play or the game is
// void for them.
func (g Game) seatOf(player league.PlayerID) (seat Seat, counts bool) {
	i := slices.IndexFunc(g.Seats, func(s Seat) bool { return s.Player == player })
	if i < 0 || g.Void || g.Seats[i].Void {
		return Seat{}, false
	}
	return g.Seats[i], true
}

// standingOf returns the standing of a player. there is false if the player did not take part.
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

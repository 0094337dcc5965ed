package facts

import "referto/internal/league"

// RankingCareer is the stored sum of the postings and the opening of a player in a ranking. All of
// it is derived.
type RankingCareer struct {
	PlayerID  league.PlayerID
	Key       []byte   // the place in the order, see ranking.Keeper.Key
	Figures   []string // exact numbers, parallel to the columns of the ruleset
	National  string
	Nationals int
	Penalty   string          // points added by penalties in the events that count
	Since     *league.EventID // event with which the player reached the cap; nil for none, or the opening
	Arrival   []string        // the figures when the player reached it; nil before
}

// RankedPlayer is a career with the player's data that a row of the ranking shows.
type RankedPlayer struct {
	RankingCareer
	Name, Club string
	Initials   bool // see [Player.Initials]
}

// RankingChange lists the players whose position in a ranking has changed since one of its
// revisions.
type RankingChange struct {
	Revision int64
	// Day is the first day whose ranking at its end differs; "" means from the start.
	Day     string
	Players []league.PlayerID
	// Before and After are the keys, parallel; an empty key means that the player is not in the
	// ranking.
	Before, After [][]byte
}

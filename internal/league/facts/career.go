package facts

import "referto/internal/league"

// RankingCareer holds what the postings and the opening of a player add up to in a ranking, as
// it is stored. All of it is derived.
type RankingCareer struct {
	PlayerID  league.PlayerID
	Key       []byte   // the place in the order, see ranking.Keeper.Key
	Figures   []string // exact numbers, parallel to the columns of the ruleset
	National  string
	Nationals int
	Since     *league.EventID // with which the player reached the cap; nil: with none, or the opening
	Arrival   []string        // the figures with which the player reached it; nil before
}

// RankedPlayer is a career with what a row of the ranking shows of the player.
type RankedPlayer struct {
	RankingCareer
	Name, Club string
	Initials   bool // see [Player.Initials]
}

// RankingChange tells who has another place in the order of a ranking since one of its
// revisions.
type RankingChange struct {
	Revision int64
	// Day is the first at whose end the ranking is another one; "" is from the start.
	Day     string
	Players []league.PlayerID
	// Before and After are the keys, parallel; an empty one is of somebody who is not in the
	// ranking.
	Before, After [][]byte
}

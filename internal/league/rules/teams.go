package rules

import "referto/internal/league"

// TeamScore is the scoring of tables at which two teams play, to which seats
// belong by their objectives. The team with the greater sum of table points
// (the points on the board) wins, unless a player has met a condition that wins at once.
// Every member of a team gets the same points for the standings.
type TeamScore struct {
	Seats int `json:"seats"` // the size of these tables
	// Winner and Loser are the points of each member, for a difference of 0 and
	// for every point of it.
	Winner TeamPoints `json:"winner"`
	Loser  TeamPoints `json:"loser"`
	// Difference is the difference of the best winner and the best loser.
	Difference TeamDifference `json:"difference"`
	// LoserDifference is the difference that a loser's points are taken by.
	LoserDifference LoserDifference `json:"loserDifference"`
	// Sudden ends a game at once.
	Sudden SuddenWin `json:"sudden"`
	// Ties decide between teams of the same sum, by figures added up over the
	// team.
	Ties      []Criterion `json:"ties"`
	Retiring  Retiring    `json:"retiring"`
	Paragraph string      `json:"paragraph"`
}

// TeamPoints are points for the standings.
type TeamPoints struct {
	Base      league.Frac `json:"base"`     // for a difference of 0
	PerPoint  league.Frac `json:"perPoint"` // for each point of the difference
	Paragraph string      `json:"paragraph"`
}

// TeamDifference names the way to count a negative difference: the winning
// team may hold the lower best player.
type TeamDifference string

// The ways to count a difference.
const (
	Signed   TeamDifference = "signed"   // as it is
	Absolute TeamDifference = "absolute" // without its sign
	Clamped  TeamDifference = "clamped"  // as 0 where it is less
)

// LoserDifference names the difference of a loser.
type LoserDifference string

// The differences of a loser.
const (
	SameDifference LoserDifference = "same_difference" // that of the winners
	Individual     LoserDifference = "individual"      // best winner less their own points
)

// SuddenWin lets a team win at once.
type SuddenWin struct {
	// Figure is the recorded figure, 1 for the player who has done it.
	Figure string `json:"figure"`
	// Points are the table points it makes.
	Points int `json:"points"`
	// WholeTeam names the players who get these points when a whole team has done it.
	WholeTeam WholeTeam `json:"wholeTeam"`
	Paragraph string    `json:"paragraph"`
}

// WholeTeam names whose table points are raised when a whole team wins at once.
type WholeTeam string

// Whose table points are raised.
const (
	WholeTeamRaised WholeTeam = "whole_team_200"
	BestOnlyRaised  WholeTeam = "best_only_200"
)

// Retiring sets the price of leaving a game.
type Retiring struct {
	Rule      RetiringRule `json:"rule"`
	Points    league.Frac  `json:"points"` // added, less than 0
	Paragraph string       `json:"paragraph"`
}

// RetiringRule names the score of a player who retires.
type RetiringRule string

// The scores of a player who retires.
const (
	TeamPointsAndPenalty RetiringRule = "team_points_minus_25" // their team's points and the penalty
	PenaltyOnly          RetiringRule = "minus_25_only"
)

// EnteredPoints are tables scored elsewhere: each seat's points for the
// standings are written down with the result.
type EnteredPoints struct {
	Sizes []int `json:"sizes"` // of the tables
	// Range is that in which entered points are believed.
	Range     Range  `json:"range"`
	Paragraph string `json:"paragraph"`
}

// VoidScore is the score of a game declared void: that of the next round the
// player plays, and where there is none that of the last round before.
type VoidScore struct {
	Counts    VoidCounts `json:"counts"`
	Paragraph string     `json:"paragraph"`
}

// VoidCounts names whether a void game is among the games played.
type VoidCounts string

// The ways to count a void game among the games played.
const (
	CountsAsPlayed VoidCounts = "counts_as_played"
	NotPlayed      VoidCounts = "not_played"
)

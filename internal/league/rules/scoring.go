package rules

import "referto/internal/league"

// Scoring says what follows from a table's result.
type Scoring struct {
	Wins  Wins  `json:"wins"`
	Cap   Cap   `json:"cap"`
	Share Share `json:"share"`
	Level Level `json:"level"`
}

// Wins is the weight of a win, by how the game ended.
type Wins struct {
	Declared      WinWeight `json:"declared"`
	TimeLimit     WinWeight `json:"timeLimit"`
	TooFewPlayers WinWeight `json:"tooFewPlayers"`
}

// WinWeight is how much a win counts.
type WinWeight struct {
	Counts    league.Frac `json:"counts"`
	Paragraph string      `json:"paragraph"`
}

// CapRule names whose victory points are capped at the variant's target.
type CapRule string

// The cap rules.
const (
	CapNobody CapRule = "cap_nobody"
	CapWinner CapRule = "cap_winner" // the winner only
	CapAll    CapRule = "cap_all"    // nobody counts more
)

// Cap limits the victory points that count for the standings.
type Cap struct {
	Rule      CapRule `json:"rule"`
	Paragraph string  `json:"paragraph"`
}

// TotalRule names which points make up the table's total.
type TotalRule string

// The total rules.
const (
	CappedTotal TotalRule = "capped_total" // points as they count
	RawTotal    TotalRule = "raw_total"    // points as on the board
)

// LeaverRule names what the points of a leaver do in the table's total.
type LeaverRule string

// The leaver rules.
const (
	Included LeaverRule = "included"
	Excluded LeaverRule = "excluded"
)

// RoundingRule names what happens to a share before it is added.
type RoundingRule string

// The rounding rules.
const (
	Truncate RoundingRule = "truncate" // cut off
	HalfUp   RoundingRule = "half_up"  // halves away from zero
	Exact    RoundingRule = "exact"    // kept as a fraction
)

// Share is the part of a table's points that a seat has, in percent.
type Share struct {
	Total    TotalRule    `json:"total"`
	Leavers  LeaverRule   `json:"leavers"`
	Rounding RoundingRule `json:"rounding"`
	// Digits are the decimals kept and shown.
	Digits    int    `json:"digits"`
	Paragraph string `json:"paragraph"`
}

// LevelRule names how players level in one game are told apart.
type LevelRule string

// The level rules.
const (
	// RunningStanding: by the criteria of the standings as they were before
	// the game.
	RunningStanding LevelRule = "running_standing"
	// PreliminaryStanding: by the standings at the end of the preliminary
	// rounds.
	PreliminaryStanding LevelRule = "preliminary_standing"
	// ThisGameOnly: by the criteria of the standings that can differ between
	// players level in one game: warnings and lot.
	ThisGameOnly LevelRule = "this_game_only"
)

// Level says how the leaders of a game of the preliminary rounds are told apart
// when the game ended without declaration. The finals have rules of their own
// in [Elimination].
type Level struct {
	Rule      LevelRule `json:"rule"`
	Standings string    `json:"standings"` // id of the standings whose criteria are used
	Paragraph string    `json:"paragraph"`
}

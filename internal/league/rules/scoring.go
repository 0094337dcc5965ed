package rules

import (
	"slices"

	"referto/internal/league"
)

// Scoring is the rule that makes points of a table's result.
type Scoring struct {
	Wins Wins `json:"wins"`
	Cap  Cap  `json:"cap"`
	// Share is the part of a table's points; the zero Share is a ruleset without.
	Share Share `json:"share,omitzero"`
	// PlaceBy are the comparisons that order the seats of a game in which everybody
	// plays for themselves. Each is applied where the earlier ones leave seats level; without
	// any, the most points on the board win. They compare recorded figures, sums of them, and
	// figures calculated from these alone.
	PlaceBy []Criterion `json:"placeBy,omitempty"`
	Level   Level       `json:"level"`
	// Declarer is the rank of the player who declared victory.
	Declarer Declarer `json:"declarer,omitzero"`
	// Points are given for the place in a game; nil where there are none.
	Points *PlacePoints `json:"points,omitempty"`
	// PointsBy is the id of the calculation, of a seat, that gives the points
	// instead, from those too; "" where none does.
	PointsBy string `json:"pointsBy,omitempty"`
	// Leavers is the score of those who leave a game.
	Leavers *LeaverScore `json:"leavers,omitempty"`
	// Teams is the scoring of tables at which two teams play.
	Teams *TeamScore `json:"teams,omitempty"`
	// Entered are the tables whose points are written down as they are.
	Entered *EnteredPoints `json:"entered,omitempty"`
	// Void is the score of games declared void; nil where there are none.
	Void *VoidScore `json:"void,omitempty"`
}

// InTeams reports whether two teams play at tables of a size.
func (s Scoring) InTeams(size int) bool { return s.Teams != nil && s.Teams.Seats == size }

// ScoredElsewhere reports whether the points of tables of a size are written down as
// they are.
func (s Scoring) ScoredElsewhere(size int) bool {
	return s.Entered != nil && slices.Contains(s.Entered.Sizes, size)
}

// Wins is the weight of a win, by how the game ended.
type Wins struct {
	Declared      WinWeight `json:"declared"`
	TimeLimit     WinWeight `json:"timeLimit"`
	TooFewPlayers WinWeight `json:"tooFewPlayers"`
	// EndedEarly, where not empty, replaces the weight of TooFewPlayers.
	EndedEarly EndedEarly `json:"endedEarly,omitempty"`
	// Joint shares out the win among several who are first; "" where places
	// are never shared.
	Joint JointWin `json:"joint,omitempty"`
}

// EndedEarly names the weight of a win in a game that too few could go on with.
type EndedEarly string

// The weights of such a win.
const (
	FullWin       EndedEarly = "full_win" // 1
	NineTenthsWin EndedEarly = "0.9_win"
)

// EarlyWeight returns the weight of a win when too few players remained.
func (w Wins) EarlyWeight() WinWeight {
	weight := w.TooFewPlayers
	switch w.EndedEarly {
	case FullWin:
		weight.Counts = league.Int(1)
	case NineTenthsWin:
		weight.Counts = league.NewFrac(9, 10)
	}
	return weight
}

// JointWin names how a win is given to several who are first together.
type JointWin string

// The ways of joint winners.
const (
	JointEach       JointWin = "each"        // each the whole weight
	JointNone       JointWin = "none"        // nobody has won
	JointSplit      JointWin = "split"       // the weight in equal parts
	JointByCriteria JointWin = "by_criteria" // the best of them by the figures of that game
)

// WinWeight is the weight of a win.
type WinWeight struct {
	Counts    league.Frac `json:"counts"` // from 0 to 1
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

// LeaverRule names the way in which a leaver's points count in the table's total.
type LeaverRule string

// The leaver rules.
const (
	Included LeaverRule = "included"
	Excluded LeaverRule = "excluded"
)

// RoundingRule names the rounding of a share before it is added.
type RoundingRule string

// The rounding rules.
const (
	Truncate RoundingRule = "truncate"  // cut off
	HalfUp   RoundingRule = "half_up"   // halves away from zero
	HalfEven RoundingRule = "half_even" // halves to the even neighbor
	Exact    RoundingRule = "exact"     // kept as a fraction
	Trunc2   RoundingRule = "trunc2"    // cut off after two decimals, whatever is shown
	HalfUp2  RoundingRule = "half_up2"  // rounded to two decimals, whatever is shown
)

// Share is the part of a table's points that a seat has, in percent.
type Share struct {
	Total    TotalRule    `json:"total"`
	Leavers  LeaverRule   `json:"leavers"`
	Rounding RoundingRule `json:"rounding"`
	// Digits are the decimals kept and shown.
	Digits    int    `json:"digits"`
	Paragraph string `json:"paragraph"`
	// Virtual adds a virtual player to the total of small tables.
	Virtual *VirtualSeat `json:"virtual,omitempty"`
}

// VirtualSeat adds the mean of the table's points to its total.
type VirtualSeat struct {
	When VirtualWhen `json:"when"`
	// Total changes the total before shares are taken of it.
	Total     VirtualTotal `json:"total"`
	Paragraph string       `json:"paragraph"`
}

// VirtualWhen names the tables that a virtual seat is added to.
type VirtualWhen string

// The tables with a virtual seat.
const (
	StartedWithThree VirtualWhen = "started_with_three"
	AlsoThreeLeft    VirtualWhen = "also_three_left" // and those at which three remain
)

// VirtualTotal names how a total with a virtual seat is rounded.
type VirtualTotal string

// The roundings of such a total.
const (
	FloorTotal VirtualTotal = "floor_total" // cut off to a whole number
	Total2DP   VirtualTotal = "total_2dp"   // rounded to two decimals
	ExactTotal VirtualTotal = "exact"       // kept as a fraction
)

// LevelRule names the way to decide between players level in one game.
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
	// FinalGame: by the criteria of the standings whose figures are recorded or
	// added up in one game, taken of this game, and then as ThisGameOnly.
	FinalGame LevelRule = "final_game"
	// GameCriteria: by [Level.Criteria], whose figures are those of this game.
	GameCriteria LevelRule = "game_criteria"
	// SharedPlaces: they share the place.
	SharedPlaces LevelRule = "shared_places"
)

// Level is the rule that separates the leaders of a game of the preliminary rounds
// when the game ended without declaration. The finals have rules of their own
// in [Elimination].
type Level struct {
	Rule      LevelRule `json:"rule"`
	Standings string    `json:"standings"` // id of the standings whose criteria are used
	Paragraph string    `json:"paragraph"`
	// Criteria are those of [GameCriteria]; nil with another rule.
	Criteria []Criterion `json:"criteria,omitempty"`
}

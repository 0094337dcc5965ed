package rules

import "referto/internal/league"

// Declarer is the rank in the game of the player who declared victory.
type Declarer struct {
	// Rule is "" where nothing is open: as [DeclarerFirst].
	Rule      DeclarerRule `json:"rule,omitempty"`
	Paragraph string       `json:"paragraph,omitempty"`
}

// DeclarerRule names where who declared victory stands.
type DeclarerRule string

// The places of a player who declared victory.
const (
	// DeclarerFirst: first, whatever the others have.
	DeclarerFirst DeclarerRule = "declarer_first"
	// DeclarerAlone: first, and not shared with those who have as many points.
	DeclarerAlone DeclarerRule = "declarer_alone"
	// ShareEqualVP: first, and who has as many points shares the place.
	ShareEqualVP DeclarerRule = "share_equal_vp"
	// PointsOnly: by their points, as everybody.
	PointsOnly DeclarerRule = "points_only"
)

// PlacePoints are points for the standings by the place in a game, or for the
// ranking by the place in the whole event.
type PlacePoints struct {
	// Given names the occasion on which the points are given; "" is each game.
	Given PointsGiven `json:"given,omitempty"`
	// Event are the points of the places in the event, the first place first;
	// other places have 0. Nil unless they may be given so.
	Event []league.Frac `json:"event,omitempty"`
	// Tables are the points of the places, by the number of seats that started.
	Tables []TablePoints `json:"tables"`
	// Level is the rule for those who share places.
	Level     LevelPoints `json:"level"`
	Paragraph string      `json:"paragraph"`
}

// PointsGiven names the occasion on which points are given.
type PointsGiven string

// The things for which points are given.
const (
	PerGame  PointsGiven = "per_game"  // the place in each game; they are added up
	PerEvent PointsGiven = "per_event" // the place in the whole event, once
)

// PerGame reports whether the games bring points, and not the event.
func (p *PlacePoints) PerGame() bool { return p != nil && p.Given != PerEvent }

// TablePoints are the points at tables of one size.
type TablePoints struct {
	Seats  int           `json:"seats"`  // that started
	Points []league.Frac `json:"points"` // the first place first
}

// LevelPoints names the points of players who share places.
type LevelPoints string

// The points of those who share places.
const (
	ShareTruncate LevelPoints = "share_truncate" // the mean of the places' points, cut off to whole points
	ShareBetter   LevelPoints = "share_better"   // the points of the better place
	Average       LevelPoints = "average"        // the mean, kept exactly
)

// For finds the points at a table of a size; nil where there are none.
func (p PlacePoints) For(seats int) []league.Frac {
	for _, t := range p.Tables {
		if t.Seats == seats {
			return t.Points
		}
	}
	return nil
}

// LeaverScore is the score of those who leave a game.
type LeaverScore struct {
	// NoVP: their victory points count as 0 and stay in nobody's total, and
	// their share is 0.
	NoVP bool `json:"noVP,omitempty"`
	// Place is theirs, however many others left and however many sat; 0 is behind
	// everybody, the last to leave first.
	Place int `json:"place,omitempty"`
	// Points names the points that they get for it.
	Points    LeaverPoints `json:"points"`
	Paragraph string       `json:"paragraph"`
}

// LeaverPoints names the points of those who leave a game.
type LeaverPoints string

// The points of those who leave a game.
const (
	NoPoints         LeaverPoints = "none" // not even 0
	ZeroPoints       LeaverPoints = "zero"
	FourthPlacePoint LeaverPoints = "fourth_place_point" // the points of the fourth place at a table of four
)

package rules

// Lifetime is the ranking of players over all their events, and the hall of
// those who have left it at its upper end.
type Lifetime struct {
	// Points at which a player leaves the ranking for the hall.
	Points int `json:"points"`
	// Above is the rule on points beyond them.
	Above PointsAbove `json:"above"`
	// National is the table in which the points of national events count.
	National NationalPoints `json:"national"`
	// Hall is the order of those who have arrived.
	Hall HallOrder `json:"hall"`
	// Retired is the kind of events that those in the hall may not enter any more.
	Retired   Retired `json:"retired"`
	Paragraph string  `json:"paragraph"`
}

// PointsAbove names what becomes of points beyond the last.
type PointsAbove string

// What becomes of points beyond the last.
const (
	RecordedAbove PointsAbove = "recorded"
	CappedAbove   PointsAbove = "capped_300"
)

// NationalPoints names where the points of national events count.
type NationalPoints string

// Where they count.
const (
	SeparatePoints NationalPoints = "separate"     // in a column of their own
	AlsoRanking    NationalPoints = "also_ranking" // in the ranking too
)

// HallOrder names the order of the hall.
type HallOrder string

// The orders of the hall.
const (
	Chronological HallOrder = "chronological" // as they arrived, those of one event by the standings' criteria
	ByCriteria    HallOrder = "criteria"      // by the standings' criteria throughout
)

// Retired names what those in the hall may not enter any more.
type Retired string

// What they may not enter.
const (
	RankingOnly Retired = "ranking_only" // ranking events
	AllEvents   Retired = "all_events"
)

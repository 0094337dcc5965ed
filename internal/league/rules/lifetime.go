package rules

// Lifetime is the ranking of players over all their events, and the hall of
// those who have left it at its upper end. A ranking that nobody leaves, such as that of a
// year, has neither a cap nor the options of a cap.
type Lifetime struct {
	// Points at which a player leaves the ranking for the hall, the cap; 0 is never.
	Points int `json:"points,omitempty"`
	// Above is the rule on points beyond them; "" without a cap, as Hall and Retired.
	Above PointsAbove `json:"above,omitempty"`
	// Best is the number of a player's events that count, those with the most points, of equal
	// ones the earlier; 0 is all. Where players can arrive in the hall all count.
	Best int `json:"best,omitempty"`
	// National is the table in which the points of national events count.
	National NationalPoints `json:"national"`
	// Hall is the order of those who have arrived.
	Hall HallOrder `json:"hall,omitempty"`
	// Retired is the kind of events that those in the hall may not enter any more.
	Retired   Retired `json:"retired,omitempty"`
	Paragraph string  `json:"paragraph"`
}

// PointsAbove names the treatment of points beyond the last.
type PointsAbove string

// The treatments of points beyond the last.
const (
	RecordedAbove PointsAbove = "recorded"
	CappedAbove   PointsAbove = "capped_300"
)

// NationalPoints names where the points of national events count.
type NationalPoints string

// The places where national points count.
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

// Retired names the events that players in the hall may not enter any more.
type Retired string

// The events that the retired may not enter.
const (
	RankingOnly Retired = "ranking_only" // ranking events
	AllEvents   Retired = "all_events"
)

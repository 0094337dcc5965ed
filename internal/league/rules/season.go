package rules

import (
	"fmt"
	"time"
)

// Season is what binds the events of one season together: when they are played,
// what makes one valid, and where its first places lead.
type Season struct {
	Calendar     Calendar     `json:"calendar"`
	Announcement Announcement `json:"announcement"`
	Report       Report       `json:"report"`
	// Tiers are the kinds of events by their size, the smaller before the larger
	// of one circuit.
	Tiers  []Tier     `json:"tiers"`
	Counts TierCounts `json:"counts"`
	// Barred says whether entrants who may not take part make up the number.
	Barred    BarredEntrants `json:"barred"`
	Final     RegionalFinal  `json:"final"`
	Refund    Refund         `json:"refund"`
	CallUp    SeasonCallUp   `json:"callUp"`
	Paragraph string         `json:"paragraph"`
}

// Day is a day of the calendar, "2009-12-31".
type Day string

// UnmarshalText reads a day that there is.
func (d *Day) UnmarshalText(text []byte) error {
	if _, err := time.Parse(time.DateOnly, string(text)); err != nil {
		return fmt.Errorf("%q is no day such as 2009-12-31", text)
	}
	*d = Day(text)
	return nil
}

// MarshalText writes the day as it was read.
func (d Day) MarshalText() ([]byte, error) { return []byte(d), nil }

// Breach names what a breach of the season's rules does to an event.
type Breach string

// What a breach does.
const (
	BreachOnly Breach = "breach_only" // it is noted
	Invalid    Breach = "invalid"     // the event does not count
)

// Calendar is when the events of the season are played; the first and the last
// day belong to it.
type Calendar struct {
	From Day `json:"from"` // first day
	To   Day `json:"to"`   // last day
	// Outside is what becomes of an event on another day.
	Outside   Breach `json:"outside"`
	Paragraph string `json:"paragraph"`
}

// Announcement is how long before its day an event is made public.
type Announcement struct {
	Days int `json:"days"` // before the event
	// Late is what becomes of an event announced later.
	Late      Breach `json:"late"`
	Paragraph string `json:"paragraph"`
}

// Report is how long after its day the results of an event may arrive.
type Report struct {
	Days      int    `json:"days"` // after the event
	Paragraph string `json:"paragraph"`
}

// Circuit names a series of events of a season.
type Circuit string

// The circuits.
const (
	RegionalCircuit Circuit = "regional" // one for each region
	OpenCircuit     Circuit = "open"
	OnlineCircuit   Circuit = "online"
)

// Tier is an event of a circuit with at least a number of entrants.
type Tier struct {
	ID      string  `json:"id"` // "grande-torneo"
	Name    string  `json:"name"`
	Circuit Circuit `json:"circuit"`
	// Least is the number of entrants from which it is of this tier.
	Least int `json:"least"`
	// Leads are where the first places lead, the first place first.
	Leads     []Lead `json:"leads"`
	Paragraph string `json:"paragraph"`
}

// Lead is where a place leads.
type Lead struct {
	To SeasonFinal `json:"to"`
	// Refund: the journey there is paid.
	Refund bool `json:"refund,omitempty"`
}

// SeasonFinal names a final of the season.
type SeasonFinal string

// The finals of a season.
const (
	ToRegionalFinal SeasonFinal = "regional-final"
	ToNationalFinal SeasonFinal = "national-final"
)

// TierCounts names who makes up the number that a tier asks for; an event is
// valid by those who played.
type TierCounts string

// Who makes up the number of a tier.
const (
	Registered TierCounts = "registered" // those who signed up
	Players    TierCounts = "players"    // those who played
)

// BarredEntrants names whether entrants who may not take part make up a number.
type BarredEntrants string

// Whether entrants who may not take part make up a number.
const (
	RefusedNotCounted BarredEntrants = "refused_not_counted"
	CountedAlike      BarredEntrants = "counted"
)

// RegionalFinal is the last day of the regional finals.
type RegionalFinal struct {
	By Day `json:"by"` // last day
	// Late is what becomes of one played later.
	Late      Breach `json:"late"`
	Paragraph string `json:"paragraph"`
}

// Refund is the rule on the journey to the final.
type Refund struct {
	// Substitute is what somebody gets who steps in.
	Substitute SubstituteRefund `json:"substitute"`
	Paragraph  string           `json:"paragraph"`
}

// SubstituteRefund names what somebody gets who steps in.
type SubstituteRefund string

// What somebody gets who steps in.
const (
	AsRoute  SubstituteRefund = "as_route" // what the place brings
	NoRefund SubstituteRefund = "no_refund"
)

// SeasonCallUp is how places of a final are filled that stay empty.
type SeasonCallUp struct {
	// Level names which of two events of one size is asked first.
	Level LevelEvents `json:"level"`
	// Twice names the place that somebody takes to whom two are open.
	Twice     TwoPlaces `json:"twice"`
	Paragraph string    `json:"paragraph"`
}

// LevelEvents names which of two events of one size is asked first.
type LevelEvents string

// Which of two events is asked first.
const (
	EarlierDate LevelEvents = "earlier_date"
	LaterDate   LevelEvents = "later_date"
)

// TwoPlaces names the place that somebody takes to whom two are open.
type TwoPlaces string

// The place that is taken.
const (
	RefundedRoute TwoPlaces = "refunded_route" // the one whose journey is paid
	ByDate        TwoPlaces = "by_date"        // the one of the earlier event
)

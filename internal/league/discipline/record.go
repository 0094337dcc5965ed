package discipline

import "referto/internal/league"

// Cause is the way in which an expulsion came about.
type Cause string

// The causes of an expulsion.
const (
	ByWarnings Cause = "second-warning" // the number of warnings that expels was reached
	Direct     Cause = "direct"         // a referee expelled
)

// Expulsion is an expulsion in force.
type Expulsion struct {
	Entry league.Entry  `json:"entry"`
	At    league.Moment `json:"at"` // when it took effect
	Cause Cause         `json:"cause"`
	// Sanction is the warning or expulsion that did it.
	Sanction league.Sanction `json:"sanction"`
	Grounds  league.Grounds  `json:"grounds"`
}

// Report holds what is reported about an expelled player, in the words of the
// first referee.
type Report struct {
	Entry  league.Entry `json:"entry"`
	To     string       `json:"to"` // the role it goes to
	Reason string       `json:"reason"`
	// Sanction is the warning or expulsion that did it.
	Sanction league.Sanction `json:"sanction"`
	Grounds  league.Grounds  `json:"grounds"`
}

// Record is the sum of the sanctions of an event.
type Record struct {
	// Warnings counts the warnings of each entry that has any.
	Warnings map[league.Entry]int `json:"warnings"`
	// Expelled are in the order in which they took effect, one for an entry.
	Expelled []Expulsion `json:"expelled"`
	// Unconfirmed are the expulsions that wait for the first referee, in the
	// order given. They have no effect.
	Unconfirmed []league.Sanction `json:"unconfirmed"`
	// Rejected are sanctions that came too late to have an effect (BG 1.1.4), in
	// the order given.
	Rejected []Rejected `json:"rejected,omitempty"`
	// Reports are in the order of Expelled.
	Reports []Report `json:"reports"`
}

// Rejected is a sanction that the regulation no longer allows.
type Rejected struct {
	Sanction league.Sanction `json:"sanction"`
	Grounds  league.Grounds  `json:"grounds"`
}

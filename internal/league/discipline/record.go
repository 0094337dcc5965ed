package discipline

import "referto/internal/league"

// Cause is the cause of an expulsion.
type Cause string

// The causes of expulsions.
const (
	ByWarnings Cause = "second-warning" // the number of warnings that expels was reached
	Direct     Cause = "direct"         // a referee expelled the player
)

// Expulsion is an expulsion in force.
type Expulsion struct {
	Entry league.Entry  `json:"entry"`
	At    league.Moment `json:"at"` // moment from which it is in force
	Cause Cause         `json:"cause"`
	// Sanction is the warning or expulsion that caused it.
	Sanction league.Sanction `json:"sanction"`
	Grounds  league.Grounds  `json:"grounds"`
}

// Report is a report about an expelled player, in the words of the first referee.
type Report struct {
	Entry  league.Entry `json:"entry"`
	To     string       `json:"to"` // role that receives it
	Reason string       `json:"reason"`
	// Sanction is the warning or expulsion that caused the report.
	Sanction league.Sanction `json:"sanction"`
	Grounds  league.Grounds  `json:"grounds"`
}

// Record is the summary of an event's sanctions.
type Record struct {
	// Warnings counts the warnings of each entry that has any.
	Warnings map[league.Entry]int `json:"warnings"`
	// Expelled are in the order in which they took effect, one for each entry.
	Expelled []Expulsion `json:"expelled"`
	// Unconfirmed are the expulsions that wait for the first referee, in the order given. They have
	// no effect yet.
	Unconfirmed []league.Sanction `json:"unconfirmed"`
	// Rejected are the sanctions that came too late to take effect (BG 1.1.4), in the order given.
	Rejected []Rejected `json:"rejected,omitempty"`
	// Reports are in the order of Expelled.
	Reports []Report `json:"reports"`
}

// Rejected is a sanction that the regulation no longer allows.
type Rejected struct {
	Sanction league.Sanction `json:"sanction"`
	Grounds  league.Grounds  `json:"grounds"`
}

package rules

import (
	"fmt"
)

// Field bounds the number of entrants who may start.
type Field struct {
	Min int `json:"min"` // least number of entrants
	// Max is the greatest number; 0 is no limit.
	Max int `json:"max,omitempty"`
	// Sizes, where not empty, are the only numbers that may start.
	Sizes []int `json:"sizes,omitempty"`
	// Without are the numbers in between that may not start, mostly because
	// they make no tables.
	Without   []int  `json:"without,omitempty"`
	Paragraph string `json:"paragraph"`
	// Deadline is the last minute at which a request to enter is in time; nil
	// where the ruleset sets none.
	Deadline *Deadline `json:"deadline,omitempty"`
	// Overflow is the rule on entries that the field cannot take; nil
	// where they are refused.
	Overflow *Overflow `json:"overflow,omitempty"`
}

// Deadline is a time on the day of the event.
type Deadline struct {
	// At is still in time, in the event's own time zone.
	At        ClockTime `json:"at"`
	Paragraph string    `json:"paragraph"`
}

// OverflowRule names the treatment of entries beyond the field.
type OverflowRule string

// The rules on entries beyond the field.
const (
	// Reserves: those who fill no size of the field stand by in order of entry,
	// and play when a player defaults.
	Reserves OverflowRule = "reserves"
	// RefereeDecides: they wait, and play only if a player withdraws and the
	// referee lets them in.
	RefereeDecides OverflowRule = "referee-decides"
)

// Overflow is the rule on entries beyond the field.
type Overflow struct {
	Rule OverflowRule `json:"rule"`
	// Shortfall is the rule for when more default than stand by; "" with
	// another rule than [Reserves].
	Shortfall Shortfall `json:"shortfall,omitempty"`
	Paragraph string    `json:"paragraph"`
}

// Shortfall names the treatment of a field that reserves cannot fill.
type Shortfall string

// The treatments of a field that reserves cannot fill.
const (
	Shrink   Shortfall = "shrink"    // the next smaller size is played, the last become reserves
	KeepSize Shortfall = "keep_size" // the size stays, and the field is incomplete
)

// ClockTime is a time of day in minutes after midnight, written "10:20".
type ClockTime int

// String is the time as it is written.
func (t ClockTime) String() string { return fmt.Sprintf("%02d:%02d", int(t)/60, int(t)%60) }

// MarshalText writes "10:20".
func (t ClockTime) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads "10:20", from 00:00 to 23:59.
func (t *ClockTime) UnmarshalText(text []byte) error {
	if !isClockTime(string(text)) {
		return fmt.Errorf("%q is no time of day such as 10:20", text)
	}
	number := func(tens, ones byte) int { return int(tens-'0')*10 + int(ones-'0') }
	*t = ClockTime(number(text[0], text[1])*60 + number(text[3], text[4]))
	return nil
}

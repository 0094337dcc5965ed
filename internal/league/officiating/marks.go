package officiating

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// Mark holds the marks for one entry on the list at the door; nil for a mark that was not changed.
type Mark struct {
	Entry league.Entry
	Here  *bool // checked in, or not after all
	Paid  *bool // the fee is paid, or not (CN09 1.10)
	// Seen is the version of the entry that the marking person saw; 0 if not given.
	Seen int
}

// overtaken reports whether the entry has changed since it was seen.
func (m Mark) overtaken(e facts.Entry) bool { return m.Seen != 0 && m.Seen != e.Version }

// Marked is an entry before and after a mark.
type Marked struct{ Before, After facts.Entry }

// Arrives reports whether the mark checked the entry in.
func (m Marked) Arrives() bool {
	return m.Before.State != facts.CheckedIn && m.After.State == facts.CheckedIn
}

// Mark returns the entries that marks change, in their order. Marks that are set already are left
// out, so that a list can be sent again. If one mark fails, none is made. Mark returns
// [league.Faults] at /marks for an entry that does not exist, is marked twice or has no mark; and a
// [league.StateError] once the event has begun, or with all entries that somebody else has changed
// since they were seen, with their present state, or with all that hold no seat.
func (s *Situation) Mark(marks []Mark, now time.Time) ([]Marked, error) {
	if err := s.checkMarks(marks); err != nil {
		return nil, err
	}
	var out []Marked
	var overtaken, seatless []string
	var stand []map[string]any
	for _, m := range marks {
		before := *s.Entry(m.Entry)
		after := before
		if m.Here != nil && *m.Here != (before.State == facts.CheckedIn) {
			var err error
			if after, err = s.CheckIn(before, *m.Here, now); err != nil && *m.Here {
				seatless = append(seatless, strconv.Itoa(before.Number))
			}
		}
		if m.Paid != nil {
			after.FeePaid = *m.Paid
		}
		changes := after.State != before.State || after.FeePaid != before.FeePaid
		if changes && m.overtaken(before) {
			overtaken = append(overtaken, strconv.Itoa(before.Number))
			stand = append(stand, map[string]any{"entry": before.Number, "version": before.Version, "state": string(before.State), "feePaid": before.FeePaid})
		}
		if changes {
			out = append(out, Marked{before, after})
		}
	}
	if len(overtaken) > 0 {
		grounds := league.Grounds{Reason: "marked-since", Params: map[string]string{"entries": strings.Join(overtaken, ", ")}}
		return nil, &league.StateError{Grounds: grounds, Current: map[string]any{"entries": stand}}
	}
	if len(seatless) > 0 {
		return nil, league.NotNow("entries-without-seat", "entries", strings.Join(seatless, ", "))
	}
	return out, nil
}

// checkMarks refuses marks of unknown entries, two marks of one entry, and arrivals once the event
// has begun.
func (s *Situation) checkMarks(marks []Mark) error {
	var faults league.Faults
	seen := make(map[league.Entry]bool, len(marks))
	for i, m := range marks {
		field, named := fmt.Sprintf("/marks/%d/entry", i), map[string]string{"entry": strconv.Itoa(int(m.Entry))}
		switch {
		case s.Entry(m.Entry) == nil:
			faults = append(faults, league.Fault{Field: field, Grounds: league.Grounds{Reason: "unknown-entry", Params: named}})
		case seen[m.Entry]:
			faults = append(faults, league.Fault{Field: field, Grounds: league.Grounds{Reason: "entry-twice", Params: named}})
		case m.Here == nil && m.Paid == nil:
			faults = append(faults, league.Fault{Field: fmt.Sprintf("/marks/%d", i), Grounds: league.Grounds{Reason: "nothing-marked", Params: named}})
		case m.Here != nil && !s.Gathering():
			return league.NotNow("event-state", "state", string(s.Event.State), "wanted", "check-in")
		}
		seen[m.Entry] = true
	}
	if len(faults) > 0 {
		return faults
	}
	return nil
}

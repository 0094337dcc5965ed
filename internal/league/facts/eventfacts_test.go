package facts_test

import (
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
)

// TestFindInFacts: tables and entries are found by their numbers, in any order, and can be changed
// in place.
func TestFindInFacts(t *testing.T) {
	t.Parallel()
	s := &facts.EventFacts{
		Entries: []facts.Entry{{Number: 2}, {Number: 1}},
		Rounds:  []facts.Round{{Tables: []facts.Table{{Number: 2}, {Number: 1}}}, {}, {Tables: []facts.Table{{Number: 1}}}},
	}
	for _, tt := range []struct {
		round, number int
		want          *facts.Table
	}{
		{1, 2, &s.Rounds[0].Tables[0]},
		{1, 1, &s.Rounds[0].Tables[1]},
		{1, 3, nil},
		{2, 1, nil},
		{3, 1, &s.Rounds[2].Tables[0]},
		{4, 1, nil},
		{0, 1, nil},
		{-1, 1, nil},
	} {
		if got := s.Table(tt.round, tt.number); got != tt.want {
			t.Errorf("round %d table %d: got %+v", tt.round, tt.number, got)
		}
	}
	for number, want := range map[league.Entry]*facts.Entry{1: &s.Entries[1], 2: &s.Entries[0], 3: nil, 0: nil} {
		if got := s.Entry(number); got != want {
			t.Errorf("entry %d: got %+v", number, got)
		}
	}
}

// TestDrawnAs: a replacement plays with the draw of the replaced entrant, who may be a replacement
// as well (JP22 4).
func TestDrawnAs(t *testing.T) {
	t.Parallel()
	three, nine := 3, 9
	s := &facts.EventFacts{Entries: []facts.Entry{{Number: 3}, {Number: 9, Replaces: &three}, {Number: 10, Replaces: &nine}}}
	for entry, want := range map[league.Entry]league.Entry{3: 3, 9: 3, 10: 3, 11: 11} {
		if got := s.DrawnAs(entry); got != want {
			t.Errorf("JP22 4/entry %d plays in the place of %d, want %d", entry, got, want)
		}
	}
}

// TestWaits: entries that are entered, checked in or on the waiting list wait for the start.
func TestWaits(t *testing.T) {
	t.Parallel()
	for state, want := range map[facts.EntryState]bool{
		facts.Entered: true, facts.Waiting: true, facts.CheckedIn: true, facts.EntryCancelled: false, facts.NoShow: false, facts.Playing: false,
	} {
		if got := (facts.Entry{State: state}).Waits(); got != want {
			t.Errorf("%s: got %t", state, got)
		}
	}
}

// TestReferees: a referee of an event may not play in it (CN09 1.5); organizers and helpers may.
func TestReferees(t *testing.T) {
	t.Parallel()
	for role, want := range map[string]bool{"first-referee": true, "referee": true, "organizer": false, "helper": false, "": false} {
		if got := (facts.Staff{Role: role}).Referees(); got != want {
			t.Errorf("CN09 1.5/%q: got %t", role, got)
		}
	}
}

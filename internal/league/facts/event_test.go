package facts_test

import (
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// utc reads a moment of universal time, "2009-03-28 23:30".
func utc(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse("2006-01-02 15:04", text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// TestStarted: the field is fixed from the start on.
func TestStarted(t *testing.T) {
	t.Parallel()
	for state, want := range map[facts.EventState]bool{
		facts.Draft: false, facts.Announced: false, facts.Open: false, facts.Closed: false, facts.Running: true, facts.Finished: true, facts.Cancelled: false,
	} {
		if got := (facts.Event{State: state}).Started(); got != want {
			t.Errorf("%s: got %t", state, got)
		}
	}
}

// TestDaysOfAnEvent: the days of an event are in the zone of its venue.
func TestDaysOfAnEvent(t *testing.T) {
	t.Parallel()
	sunday := utc(t, "2009-03-29 00:00")
	for _, tt := range []struct {
		name, starts, zone string
		ended              *time.Time
		first, last        rules.Day
	}{
		{"in the morning in Rome", "2009-03-28 09:00", "Europe/Rome", nil, "2009-03-28", "2009-03-28"},
		{"late in the evening, in Rome already the next day", "2009-03-28 23:00", "Europe/Rome", nil, "2009-03-29", "2009-03-29"},
		{"a minute before", "2009-03-28 22:59", "Europe/Rome", nil, "2009-03-28", "2009-03-28"},
		{"in summer the day begins two hours earlier", "2009-07-28 22:00", "Europe/Rome", nil, "2009-07-29", "2009-07-29"},
		{"in Sofia", "2009-03-28 22:00", "Europe/Sofia", nil, "2009-03-29", "2009-03-29"},
		{"west of Greenwich", "2009-03-29 03:00", "America/New_York", nil, "2009-03-28", "2009-03-28"},
		{"without a zone it is universal time", "2009-03-28 23:59", "", nil, "2009-03-28", "2009-03-28"},
		{"nor with one that nobody knows", "2009-03-28 23:59", "Europe/Atlantis", nil, "2009-03-28", "2009-03-28"},
		{"over midnight", "2009-03-28 19:00", "Europe/Rome", &sunday, "2009-03-28", "2009-03-29"},
	} {
		e := facts.Event{StartsAt: utc(t, tt.starts), TimeZone: tt.zone, EndedOn: tt.ended}
		if first, last := rules.DayOf(e.LocalDate()), rules.DayOf(e.LastDate()); first != tt.first || last != tt.last {
			t.Errorf("%s: from %s to %s, want %s to %s", tt.name, first, last, tt.first, tt.last)
		}
	}
}

// TestPublicSince: an event is public with the place, day and formula that it has since it was
// announced, or since they were last changed (CN09 2.3).
func TestPublicSince(t *testing.T) {
	t.Parallel()
	announced, moved := utc(t, "2009-01-20 23:30"), utc(t, "2009-02-01 10:00")
	for _, tt := range []struct {
		name string
		e    facts.Event
		want rules.Day
	}{
		{"CN09 2.3/a draft", facts.Event{}, ""},
		{"CN09 2.3/announced, at the venue already the next day", facts.Event{AnnouncedAt: &announced}, "2009-01-21"},
		{"CN09 2.3/moved since", facts.Event{AnnouncedAt: &announced, MovedAt: &moved}, "2009-02-01"},
	} {
		tt.e.TimeZone = "Europe/Rome"
		if got := tt.e.PublicSince(); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		if at := tt.e.PublicAt(); (at == nil) != (tt.want == "") {
			t.Errorf("%s: public at %v", tt.name, at)
		}
	}
}

// TestIsFinal: a final of a season is one of its two kinds and belongs to none of its circuits.
func TestIsFinal(t *testing.T) {
	t.Parallel()
	season := league.SeasonID{UUID: uuid.New()}
	for _, tt := range []struct {
		name string
		e    facts.Event
		want bool
	}{
		{"CN09 1.7/a regional final", facts.Event{SeasonID: &season, Kind: facts.KindRegionalFinal}, true},
		{"CN09 1.9/the national final", facts.Event{SeasonID: &season, Kind: facts.KindNationalFinal}, true},
		{"CN09 1.7/a stage", facts.Event{SeasonID: &season, Kind: facts.KindStage, Circuit: "regional"}, false},
		{"CN09 1.8/an open tournament", facts.Event{SeasonID: &season, Kind: facts.KindOpen, Circuit: "open"}, false},
		{"CN09 1.7/a regional final of no season", facts.Event{Kind: facts.KindRegionalFinal}, false},
		{"CN09 1.7/one that is an event of a circuit", facts.Event{SeasonID: &season, Kind: facts.KindRegionalFinal, Circuit: "regional"}, false},
	} {
		if got := tt.e.IsFinal(); got != tt.want {
			t.Errorf("%s: got %t", tt.name, got)
		}
	}
}

// TestSeasonDays: days of a season that belong to no venue are in the season's zone.
func TestSeasonDays(t *testing.T) {
	t.Parallel()
	at := utc(t, "2009-12-31 23:00")
	for zone, want := range map[string]rules.Day{"Europe/Rome": "2010-01-01", "": "2009-12-31"} {
		if got := rules.DayOf(at.In(facts.Season{TimeZone: zone}.Location())); got != want {
			t.Errorf("in %q: got %s, want %s", zone, got, want)
		}
	}
}

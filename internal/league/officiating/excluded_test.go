package officiating_test

import (
	"strings"
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// CN09 1.5: an exclusion for a term applies to the day of the event at its venue, whatever the day
// elsewhere, also in the night in which clocks go forward.
func TestDayAtTheVenue(t *testing.T) {
	t.Parallel()
	anna := league.PlayerID{UUID: [16]byte{15: 1}}
	known := &officiating.Background{Exclusions: []facts.Exclusion{{PlayerID: anna, Kind: rules.EmployeeOfPublisher, FromDay: "2009-03-29", UntilDay: "2009-03-29"}}}
	for _, tt := range []struct {
		name, at, zone string
		excluded       bool
	}{
		{"the last minute of the day before", "2009-03-28T22:59:00Z", "Europe/Rome", false},
		{"midnight in Rome", "2009-03-28T23:00:00Z", "Europe/Rome", true},
		{"the same moment in London, the day before", "2009-03-28T23:00:00Z", "Europe/London", false},
		{"midnight in Sofia", "2009-03-28T22:00:00Z", "Europe/Sofia", true},
		{"a minute before it in Sofia", "2009-03-28T21:59:00Z", "Europe/Sofia", false},
		{"the hour that the clocks leave out", "2009-03-29T01:00:00Z", "Europe/Rome", true},
		{"the last minute of a day of 23 hours", "2009-03-29T21:59:00Z", "Europe/Rome", true},
		{"midnight after a day of 23 hours", "2009-03-29T22:00:00Z", "Europe/Rome", false},
	} {
		t.Run("CN09 1.5/"+tt.name, func(t *testing.T) {
			t.Parallel()
			at, err := time.Parse(time.RFC3339, tt.at)
			if err != nil {
				t.Fatal(err)
			}
			r, err := presets.Find("catan-nazionale-2009")
			if err != nil {
				t.Fatal(err)
			}
			s := &officiating.Situation{Rules: r}
			s.Event.StartsAt, s.Event.TimeZone = at, tt.zone
			var why []string
			for _, g := range s.Excludes(known, anna, nil) {
				why = append(why, g.String())
			}
			if got, want := strings.Join(why, "; "), map[bool]string{true: "CN09 1.5: employee-of-publisher"}[tt.excluded]; got != want {
				t.Errorf("got %q, want %q", got, want)
			}
		})
	}
}

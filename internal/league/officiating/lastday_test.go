package officiating_test

import (
	"testing"
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// An event that continues past midnight, or for several days, ends on the last of them at its
// venue; results entered days later do not extend it (CN09 1.10, 1.11).
func TestLastDay(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	start := time.Date(2009, 3, 28, 20, 0, 0, 0, rome) // the clock goes forward in the night
	at := func(day, hour, minute int) time.Time { return time.Date(2009, 3, day, hour, minute, 0, 0, rome).UTC() }
	for name, tt := range map[string]struct {
		drawn []time.Time
		want  string
	}{
		"before midnight":         {[]time.Time{at(28, 21, 0), at(28, 23, 59)}, "2009-03-28"},
		"over midnight":           {[]time.Time{at(28, 23, 0), at(29, 0, 10)}, "2009-03-29"},
		"written down next day":   {[]time.Time{at(29, 9, 30)}, "2009-03-28"},
		"three days":              {[]time.Time{at(28, 21, 0), at(29, 12, 0), at(30, 12, 0)}, "2009-03-30"},
		"written down days later": {[]time.Time{at(31, 12, 0)}, "2009-03-28"},
		"the last is drawn later": {[]time.Time{at(28, 21, 0), at(29, 0, 10), at(31, 12, 0)}, "2009-03-29"},
		"drawn ahead":             {[]time.Time{at(27, 12, 0)}, "2009-03-28"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &officiating.Situation{EventFacts: facts.EventFacts{Event: facts.Event{StartsAt: start.UTC(), TimeZone: "Europe/Rome"}}}
			for i, drawn := range tt.drawn {
				s.Rounds = append(s.Rounds, facts.Round{Number: i + 1, DrawnAt: drawn})
			}
			s.EndOn(s.LastDay())
			if got := string(rules.DayOf(s.Event.LastDate())); got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

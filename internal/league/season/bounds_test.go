package season_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league/season"
)

// The numbers at which an event becomes valid and larger: one below, at, and one past each.
func TestHeadCounts(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, event string
		tier        string
		missing     int    // to a valid event
		next        string // the next tier and how many are missing to it
		standing    season.Standing
	}{
		{"CN09 1.7 nobody has entered", "regional A 2009-03-01 0 planned", "selection", 12, "grande-torneo 28", season.Planned},
		{"CN09 1.7 eleven have", "regional A 2009-03-01 11/0 planned", "selection", 1, "grande-torneo 17", season.Planned},
		{"CN09 1.7 twelve", "regional A 2009-03-01 12/0 planned", "selection", 0, "grande-torneo 16", season.Planned},
		{"CN09 1.7 thirteen", "regional A 2009-03-01 13/0 planned", "selection", 0, "grande-torneo 15", season.Planned},
		{"CN09 1.7 twenty-seven", "regional A 2009-03-01 27/0 planned", "selection", 0, "grande-torneo 1", season.Planned},
		{"CN09 1.7 twenty-eight", "regional A 2009-03-01 28/0 planned", "grande-torneo", 0, "", season.Planned},
		{"CN09 1.7 twenty-nine", "regional A 2009-03-01 29/0 planned", "grande-torneo", 0, "", season.Planned},
		{"CN09 1.7 of twelve one did not come", "regional A 2009-03-01 12/11: anna", "selection", 1, "grande-torneo 16", season.Invalidated},
		{"CN09 1.7 of thirteen one did not come", "regional A 2009-03-01 13/12: anna", "selection", 0, "grande-torneo 15", season.Homologated},
		{"CN09 1.7 of twenty-eight eleven came: large, and invalid", "regional A 2009-03-01 28/11: anna", "grande-torneo", 1, "", season.Invalidated},
		{"CN09 1.7 of twenty-eight twelve came", "regional A 2009-03-01 28/12: anna", "grande-torneo", 0, "", season.Homologated},
		{"CN09 1.5, 1.7 of twenty-eight one was refused", "regional A 2009-03-01 28 refused=ugo/banned: anna", "selection", 0, "grande-torneo 1", season.Homologated},
		{"CN09 1.5, 1.7 of twenty-nine one was", "regional A 2009-03-01 29 refused=ugo/banned: anna", "grande-torneo", 0, "", season.Homologated},
		{"CN09 1.8 fifteen", "open 2009-03-01 15: anna", "open", 1, "grande-evento 21", season.Invalidated},
		{"CN09 1.8 sixteen", "open 2009-03-01 16: anna", "open", 0, "grande-evento 20", season.Homologated},
		{"CN09 1.8 thirty-five", "open 2009-03-01 35: anna", "open", 0, "grande-evento 1", season.Homologated},
		{"CN09 1.8 thirty-six", "open 2009-03-01 36: anna", "grande-evento", 0, "", season.Homologated},
		{"CN09 1.8 of thirty-six fifteen came", "open 2009-03-01 36/15: anna", "grande-evento", 1, "", season.Invalidated},
		{"CN09 1.8 of thirty-six sixteen came", "open 2009-03-01 36/16: anna", "grande-evento", 0, "", season.Homologated},
		{"CN09 1.8.1 fifteen online", "online 2009-03-01 15: anna", "open", 1, "grande-evento 21", season.Invalidated},
		{"CN09 1.8.1 thirty-five online", "online 2009-03-01 35: anna", "open", 0, "grande-evento 1", season.Homologated},
		{"CN09 1.8.1 thirty-six online", "online 2009-03-01 36: anna", "grande-evento", 0, "", season.Homologated},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			b := read(t, cn09(t), "a1 "+tt.event)
			s := b.state()
			stakes, _ := s.Stakes(b.event("a1"))
			next := ""
			if stakes.Next != nil {
				next = fmt.Sprintf("%s %d", stakes.Next.Tier.ID, stakes.Next.Missing)
			}
			if stakes.Tier.ID != tt.tier || stakes.Missing != tt.missing || next != tt.next || s.Events[0].Standing != tt.standing {
				t.Errorf("%s, %d missing, next %q, %s", stakes.Tier.ID, stakes.Missing, next, s.Events[0].Standing)
			}
		})
	}
}

// The days of an event, by which it is made public and reported: in the calendar, over the
// ends of months and of the year.
func TestDaysOfAnEvent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ rule, event, announce, report string }{
		{"CN09 2.3, 1.11 in the middle of a month", "a1 regional A 2009-03-20 12: anna", "2009-03-06", "2009-03-27"},
		{"CN09 2.3 fourteen days before the first of March, in a year with 28 days of February", "a1 regional A 2009-03-01 12: anna", "2009-02-15", "2009-03-08"},
		{"CN09 2.3 and with 29", "a1 regional A 2012-03-01 12: anna", "2012-02-16", "2012-03-08"},
		{"CN09 1.11 over the end of February", "a1 regional A 2012-02-24 12: anna", "2012-02-10", "2012-03-02"},
		{"CN09 1.11 over the end of the year", "a1 regional A 2009-12-31 12: anna", "2009-12-17", "2010-01-07"},
		{"CN09 2.3, 1.11 over the night in which the clocks go forward", "a1 regional A 2009-03-29 12: anna", "2009-03-15", "2009-04-05"},
		{"CN09 2.3, 1.11 over that in which they go back", "a1 regional A 2009-10-25 12: anna", "2009-10-11", "2009-11-01"},
		{"CN09 1.11 the week of two days begins with the second", "a1 regional A 2009-10-24 12 ended=2009-10-25: anna", "2009-10-10", "2009-11-01"},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			e := read(t, cn09(t), tt.event).state().Events[0]
			if string(e.AnnounceBy) != tt.announce || string(e.ReportBy) != tt.report {
				t.Errorf("public by %s, reported by %s; want %s and %s", e.AnnounceBy, e.ReportBy, tt.announce, tt.report)
			}
		})
	}
}

// The last day on which something is in time, and the day after.
func TestLastDays(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		rule, season string
		failed       string // the demands that it fails
		noted        string
	}{
		{"CN09 2.3 announced on the fourteenth day before", "a1 regional A 2009-04-05 12 announced=2009-03-22: anna", "", ""},
		{"CN09 2.3 on the thirteenth", "a1 regional A 2009-04-05 12 announced=2009-03-23: anna", "", "announced-late"},
		{"CN09 2.3 never", "a1 regional A 2009-04-05 12 announced=-: anna", "", ""},
		{"CN09 1.11 reported on the seventh day", "a1 regional A 2009-10-24 12 received=2009-10-31: anna", "", ""},
		{"CN09 1.11 on the eighth", "a1 regional A 2009-10-24 12 received=2009-11-01: anna", "results-late", ""},
		{"CN09 1.4 on the first day", "a1 regional A 2009-02-01 12: anna", "", ""},
		{"CN09 1.4 on the day before", "a1 regional A 2009-01-31 12: anna", "outside-period", ""},
		{"CN09 1.4 on the last day", "a1 open 2009-12-31 16: anna", "", ""},
		{"CN09 1.4 on the last day, ended on the first of the new year", "a1 open 2009-12-31 16 ended=2010-01-01: anna", "", ""},
		{"CN09 1.4 on the day after", "a1 open 2010-01-01 16: anna", "outside-period", ""},
		{"CN09 1.4 NB the last day of a season that was moved", "calendar 2009-02-01 2010-01-10 2010-02-28\na1 open 2010-01-10 16: anna", "", ""},
		{"CN09 1.4 NB and the day after", "calendar 2009-02-01 2010-01-10 2010-02-28\na1 open 2010-01-11 16: anna", "outside-period", ""},
	} {
		t.Run(tt.rule, func(t *testing.T) {
			t.Parallel()
			e := read(t, cn09(t), tt.season).state().Events[0]
			var failed, noted []string
			for _, c := range e.Failed() {
				failed = append(failed, string(c.Demand))
			}
			for _, g := range e.Breaches {
				noted = append(noted, g.Reason)
			}
			if got := strings.Join(failed, " "); got != tt.failed {
				t.Errorf("fails %q, want %q", got, tt.failed)
			}
			if got := strings.Join(noted, " "); got != tt.noted {
				t.Errorf("noted %q, want %q", got, tt.noted)
			}
			if (e.Standing == season.Invalidated) != (tt.failed != "") {
				t.Errorf("it is %s", e.Standing)
			}
		})
	}
}

package homologation_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// CN09 1.11: without a report an event may be declared invalid once the week is over at the venue, not yet on
// its last day; it may be homologated on neither. A decided event is not decided again, and no event is decided
// before its end.
func TestInvalidWithoutReport(t *testing.T) {
	t.Parallel()
	const missing = "not now: CN09 1.11: report-missing (day=2009-03-08)"
	for _, tt := range []struct {
		says   string
		now    string
		kind   facts.VerdictKind
		change func(*homologation.Case)
		want   string
	}{
		{"on the last day", "2009-03-08 23:59", facts.VerdictInvalidated, nil, missing},
		{"on the day after", "2009-03-09 00:00", facts.VerdictInvalidated, nil, ""},
		{"homologated on the last day", "2009-03-08 23:59", facts.VerdictHomologated, nil, missing},
		{"homologated on the day after", "2009-03-09 00:00", facts.VerdictHomologated, nil, missing},
		{"sent back on the day after", "2009-03-09 00:00", facts.VerdictReturned, nil, missing},
		{"a second time", "2009-03-09 00:00", facts.VerdictInvalidated, func(c *homologation.Case) {
			c.Last = &facts.Verdict{Number: 1, Kind: facts.VerdictInvalidated}
		}, "not now: event-decided (decision=invalidated)"},
		{"before the end", "2009-03-09 00:00", facts.VerdictInvalidated, func(c *homologation.Case) { c.Event.State = facts.Running }, "not now: event-not-finished"},
	} {
		c := stage(t)
		c.Report = nil
		if tt.change != nil {
			tt.change(&c)
		}
		v, err := c.Homologate(homologation.NewVerdict{Kind: tt.kind, Reason: "Nessun documento"}, rome(t, tt.now))
		if got := no(t, err); got != tt.want {
			t.Errorf("CN09 1.11/%s: %q, want %q", tt.says, got, tt.want)
		}
		if v.Kind != tt.kind || v.Reason != "Nessun documento" || !v.DecidedAt.Equal(rome(t, tt.now)) {
			t.Errorf("CN09 1.11/%s: the verdict that cannot be is not the one that was tried: %+v", tt.says, v)
		}
	}
}

// CN09 1.11: an event is declared invalid only for demands that it fails. Its results count as unsound only if
// the verdict states it, and as late only if none have arrived when the week is over. Each of several demands
// is checked.
func TestDemandsOfAnInvalidation(t *testing.T) {
	t.Parallel()
	photo := failed(season.PhotosMissing, rules.ByManager, "1.6.a")
	for _, tt := range []struct {
		says    string
		now     string
		report  bool
		checks  []season.Check
		unsound bool
		demands []season.Demand
		want    string
	}{
		{"unsound, and said so", "2009-03-02 09:00", true, nil, true, []season.Demand{season.ResultsUnsound}, ""},
		{"unsound, and not said so", "2009-03-02 09:00", true, []season.Check{photo}, false, []season.Demand{season.ResultsUnsound}, "/demands/0: demand-not-failing"},
		{"unsound, and named for its photos", "2009-03-02 09:00", true, nil, true, []season.Demand{season.PhotosMissing}, "/demands/0: demand-not-failing"},
		{"late, and nothing has come", "2009-03-09 09:00", false, nil, false, []season.Demand{season.ResultsLate}, ""},
		{"late, and something has come in time", "2009-03-09 09:00", true, []season.Check{photo}, false, []season.Demand{season.ResultsLate}, "/demands/0: demand-not-failing"},
		{"not late yet", "2009-03-02 09:00", true, []season.Check{photo}, false, []season.Demand{season.ResultsLate}, "/demands/0: demand-not-failing"},
		{"late, and named for something else", "2009-03-09 09:00", false, nil, false, []season.Demand{season.TooFewPlayers}, "/demands/0: demand-not-failing"},
		{"one of two", "2009-03-02 09:00", true, []season.Check{photo}, false, []season.Demand{season.PhotosMissing, season.TooFewPlayers}, "/demands/1: demand-not-failing"},
		{"two of two", "2009-03-09 09:00", false, []season.Check{photo}, false, []season.Demand{season.PhotosMissing, season.ResultsLate}, ""},
		{"nothing to declare it invalid for", "2009-03-09 09:00", true, nil, false, nil, "/decision: CN09 1.11: nothing-to-invalidate"},
	} {
		c := stage(t, tt.checks...)
		c.Event.ID = league.EventID{UUID: uuid.UUID{7}}
		if !tt.report {
			c.Report = nil
		}
		v, err := c.Homologate(homologation.NewVerdict{Kind: facts.VerdictInvalidated, Unsound: tt.unsound, Demands: tt.demands, Reason: "Perché"}, rome(t, tt.now))
		if got := no(t, err); got != tt.want {
			t.Errorf("CN09 1.11/%s: %q, want %q", tt.says, got, tt.want)
		}
		if v.EventID != c.Event.ID || v.Unsound != tt.unsound {
			t.Errorf("CN09 1.11/%s: it is a verdict about %s, unsound %t", tt.says, v.EventID, v.Unsound)
		}
	}
}

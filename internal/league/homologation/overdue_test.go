package homologation_test

import (
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/homologation"
)

// CN09 1.11: without a report an event is declared invalid once the week is over at the venue, not on its last day; it is
// homologated on neither. What is decided already is not decided again, and nothing is before the end.
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

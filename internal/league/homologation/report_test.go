package homologation_test

import (
	"testing"
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/rules"
)

// CN09 1.11: a week is seven calendar days at the venue, also when the clock is changed
// in one of its nights.
func TestReportOnTheEighthDay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, day, last, next string }{
		{"CN09 1.11 in winter", "2009-03-01", "2009-03-08", "2009-03-09"},
		{"CN09 1.11 over the night of the clock change", "2009-03-28", "2009-04-04", "2009-04-05"},
		{"CN09 1.11 over the night of the clock change in autumn", "2009-10-24", "2009-10-31", "2009-11-01"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, e := cn09(t), facts.Event{State: facts.Finished, TimeZone: "Europe/Rome", StartsAt: rome(t, tt.day+" 10:00")}
			by := homologation.ReportBy(r, e)
			if string(by) != tt.last {
				t.Errorf("due on %s, want %s", by, tt.last)
			}
			evening, later := rome(t, tt.last+" 23:59"), rome(t, tt.next+" 00:00")
			if left := homologation.DaysLeft(e, by, evening); left != 0 {
				t.Errorf("%d days are left on the last evening", left)
			}
			if why, late := homologation.Late(r, e, evening); late {
				t.Errorf("late on the last evening: %s", why)
			}
			if left := homologation.DaysLeft(e, by, later); left != -1 {
				t.Errorf("%d days are left a minute later", left)
			}
			if why, late := homologation.Late(r, e, later); !late || why.String() != "CN09 1.11: report-late-manager (day="+tt.last+")" {
				t.Errorf("a minute later: %t %s", late, why)
			}
		})
	}
}

// CN09 1.11: the week for the results begins with the end of the event, even if it began on an earlier day.
func TestReportOfAnEventOfTwoDays(t *testing.T) {
	t.Parallel()
	sunday := time.Date(2009, 3, 1, 0, 0, 0, 0, time.UTC)
	monday := sunday.AddDate(0, 0, 1)
	for name, tt := range map[string]struct {
		ended *time.Time
		want  rules.Day
	}{
		"CN09 1.11 of one day":            {nil, "2009-03-08"},
		"CN09 1.11 that ended on Monday":  {&monday, "2009-03-09"},
		"CN09 1.11 that ended on its day": {&sunday, "2009-03-08"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r, e := cn09(t), facts.Event{TimeZone: "Europe/Rome", StartsAt: rome(t, "2009-03-01 10:00"), EndedOn: tt.ended}
			by := homologation.ReportBy(r, e)
			if by != tt.want {
				t.Errorf("got %s, want %s", by, tt.want)
			}
			if left := homologation.DaysLeft(e, by, rome(t, e.LastDate().Format(time.DateOnly)+" 20:00")); left != 7 {
				t.Errorf("%d days are left on the last evening of the event", left)
			}
		})
	}
}

// The ruleset determines who may waive a late report, and the grounds name them.
func TestLateByTheRuleset(t *testing.T) {
	t.Parallel()
	for waiver, want := range map[rules.Waiver]string{
		rules.ByManager: "report-late-manager", rules.ByWhoChecks: "report-late-checker", rules.Nobody: "report-late",
	} {
		r, e := cn09(t), facts.Event{TimeZone: "Europe/Rome", StartsAt: rome(t, "2009-03-01 10:00")}
		r.Season.Report.Waive = waiver
		if why, late := homologation.Late(r, e, rome(t, "2009-03-09 00:00")); !late || why.Reason != want || why.Cite() != "CN09 1.11" {
			t.Errorf("waived by %q: got %t %s, want %s", waiver, late, why, want)
		}
	}
}

// Papers that came by post count from the day of their arrival, which only the checker may state.
func TestReceipt(t *testing.T) {
	t.Parallel()
	type Receipt = homologation.Receipt
	at := func(text string) time.Time { return rome(t, text) }
	for _, tt := range []struct {
		name    string
		now     string
		receipt Receipt
		want    string
	}{
		{"CN09 1.11 in time", "2009-03-08 23:59", Receipt{}, ""},
		{"CN09 1.11 on the eighth day", "2009-03-09 00:00", Receipt{}, "/late: CN09 1.11: report-late-manager (day=2009-03-08)"},
		{"CN09 1.11 a late one is taken that is sent as late", "2009-03-09 00:00", Receipt{Late: true}, ""},
		{"by post, as the organizer says", "2009-03-20 09:00", Receipt{At: at("2009-03-06 12:00")}, "/receivedAt: CN09: receipt-by-checker-only"},
		{"by post, as the checker says", "2009-03-20 09:00", Receipt{At: at("2009-03-06 12:00"), ByChecker: true}, ""},
		{"by post, tomorrow", "2009-03-20 09:00", Receipt{At: at("2009-03-21 12:00"), ByChecker: true}, "/receivedAt: CN09: received-in-future"},
		{"by post, before the stage", "2009-03-20 09:00", Receipt{At: at("2009-02-28 23:59"), ByChecker: true}, "/receivedAt: CN09: received-before-event (day=2009-03-01)"},
		{"by post, on its day", "2009-03-20 09:00", Receipt{At: at("2009-03-01 00:00"), ByChecker: true}, ""},
		{"CN09 1.11 by post, on the eighth day", "2009-03-20 09:00", Receipt{At: at("2009-03-09 00:00"), ByChecker: true}, "/late: CN09 1.11: report-late-manager (day=2009-03-08)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := facts.Event{State: facts.Finished, TimeZone: "Europe/Rome", StartsAt: rome(t, "2009-03-01 10:00")}
			if got := no(t, tt.receipt.Check(cn09(t), e, rome(t, tt.now))); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// A report is sent once after the end of the event, and again each time it was returned.
func TestMayReport(t *testing.T) {
	t.Parallel()
	one, sent := 1, &facts.ReportReceipt{Number: 1}
	for _, tt := range []struct {
		name   string
		state  facts.EventState
		last   *facts.Verdict
		report *facts.ReportReceipt
		want   string
	}{
		{"before the end", facts.Running, nil, nil, "not now: report-before-end (state=running)"},
		{"at the end", facts.Finished, nil, nil, ""},
		{"a second time", facts.Finished, nil, sent, "not now: report-sent"},
		{"after it was returned", facts.Finished, &facts.Verdict{Kind: facts.VerdictReturned, Report: &one}, sent, ""},
		{"after the homologation", facts.Finished, &facts.Verdict{Kind: facts.VerdictHomologated, Report: &one}, sent, "not now: event-decided (decision=homologated)"},
		{"CN09 1.11 after it was declared invalid", facts.Finished, &facts.Verdict{Kind: facts.VerdictInvalidated}, nil, "not now: event-decided (decision=invalidated)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := no(t, homologation.MayReport(facts.Event{State: tt.state}, tt.last, tt.report)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

package homologation

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// DaysLeft counts the days from a moment to the last day of a deadline at the venue, by
// its calendar: 0 on that day, less after it. The length of days does not matter, nor do
// nights on which a clock is changed.
func DaysLeft(e facts.Event, by rules.Day, now time.Time) int {
	today := rules.DayOf(now.In(e.Location())).Midnight()
	return int(by.Midnight().Sub(today).Hours()) / 24
}

// ReportBy counts the last day for the report of an event from its own last one
// (CN09 1.11).
func ReportBy(r *rules.Ruleset, e facts.Event) rules.Day {
	return rules.DayOf(e.LastDate()).Plus(r.Season.Report.Days)
}

// Late reports whether a report that is received at a moment is late, why, and who may waive
// it (CN09 1.11).
func Late(r *rules.Ruleset, e facts.Event, received time.Time) (why league.Grounds, late bool) {
	by := ReportBy(r, e)
	if DaysLeft(e, by, received) >= 0 {
		return league.Grounds{}, false
	}
	reason := "report-late"
	switch r.Season.Report.Waive {
	case rules.ByManager:
		reason = "report-late-manager"
	case rules.ByWhoChecks:
		reason = "report-late-checker"
	}
	return r.Grounds(r.Season.Report.Paragraph, reason, "day", string(by)), true
}

// InTheirRounds selects the kinds of the photos that were taken when the ruleset wants them
// (CN09 1.6.a: the panorama in the first or second round).
func InTheirRounds(r *rules.Ruleset, photos []facts.DocumentKind) []string {
	var out []string
	for _, photo := range photos {
		otherwise := func(d rules.Document) bool {
			return d.Kind == photo.Kind && d.Rounds != nil && (photo.Round == nil || !slices.Contains(d.Rounds, *photo.Round))
		}
		if !slices.ContainsFunc(r.Season.Documents, otherwise) {
			out = append(out, photo.Kind)
		}
	}
	return out
}

// MayReport refuses the report of an event before its end, and a second one that nobody
// asked for. The verdict is the last one, the receipt that of the last report; nil for
// none.
func MayReport(e facts.Event, v *facts.Verdict, report *facts.ReportReceipt) error {
	if e.State != facts.Finished {
		return league.NotNow("report-before-end", "state", string(e.State))
	}
	switch Of(e, v, report) {
	case AwaitsDecision:
		return league.NotNow("report-sent")
	case Homologated, Invalidated:
		return league.NotNow("event-decided", "decision", string(v.Kind))
	}
	return nil
}

// Receipt states when a report came, and who says so.
type Receipt struct {
	// At is the time at which papers came that were sent by post, as whoever checks them says; the zero
	// time is now.
	At time.Time
	// Late: who sends it knows that it is late.
	Late bool
	// ByChecker: who sends it may decide about it.
	ByChecker bool
}

// Check refuses a receipt that only a checker may state, one of no possible day, and a
// late report that is not sent as late (CN09 1.11).
func (p Receipt) Check(r *rules.Ruleset, e facts.Event, now time.Time) error {
	received := p.At
	refuse := func(reason string, params ...string) error {
		return league.Faults{{Field: "/receivedAt", Grounds: r.Grounds("", reason, params...)}}
	}
	switch {
	case received.IsZero():
		received = now
	case !p.ByChecker:
		return refuse("receipt-by-checker-only")
	case received.After(now):
		return refuse("received-in-future")
	case rules.DayOf(received.In(e.Location())) < rules.DayOf(e.LastDate()):
		return refuse("received-before-event", "day", string(rules.DayOf(e.LastDate())))
	}
	if why, late := Late(r, e, received); late && !p.Late {
		return league.Faults{{Field: "/late", Grounds: why}}
	}
	return nil
}

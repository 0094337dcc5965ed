package homologation

import (
	"slices"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// DaysLeft counts the calendar days at the venue from a moment to the last day of a deadline: 0 on
// that day, negative after it. The length of days and clock changes do not matter.
func DaysLeft(e facts.Event, by rules.Day, now time.Time) int {
	today := rules.DayOf(now.In(e.Location())).Midnight()
	return int(by.Midnight().Sub(today).Hours()) / 24
}

// ReportBy returns the last day for the report of an event, counted from the event's last day (CN09
// 1.11).
func ReportBy(r *rules.Ruleset, e facts.Event) rules.Day {
	return rules.DayOf(e.LastDate()).Plus(r.Season.Report.Days)
}

// Late reports whether a report received at a moment is late. The grounds also say who may waive
// the deadline (CN09 1.11).
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

// InTheirRounds returns the kinds of the photos taken in the rounds that the ruleset requires (CN09
// 1.6.a: the panorama in the first or second round).
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

// MayReport refuses a report before the end of the event, and a second report that nobody asked
// for. v is the last verdict and report the receipt of the last report; each is nil if there is
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

// Receipt states when a report arrived and who says so.
type Receipt struct {
	// At is the arrival time of papers sent by post, as stated by the person who checks them; zero
	// means now.
	At time.Time
	// Late reports whether the sender acknowledges that the report is late.
	Late bool
	// ByChecker reports whether the sender may decide about the report.
	ByChecker bool
}

// Check refuses an arrival time that only a checker may state, an impossible arrival day, and a
// late report that is not acknowledged as late (CN09 1.11).
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

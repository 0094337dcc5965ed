package homologation

import (
	"slices"

	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// Progress is the progress of an event towards homologation.
type Progress string

// The steps of the progress.
const (
	NotPlayed      Progress = "not-played"
	AwaitsReport   Progress = "awaits-report"
	AwaitsDecision Progress = "waiting" // its report has arrived
	Returned       Progress = "returned"
	Homologated    Progress = "homologated"
	Invalidated    Progress = "invalidated"
	NotNeeded      Progress = "none" // for a national final, which leads to no other event
)

// Of returns the progress of an event. v is the last verdict and report the receipt of the last
// report; each is nil if there is none.
func Of(e facts.Event, v *facts.Verdict, report *facts.ReportReceipt) Progress {
	switch {
	case e.Kind == string(rules.ToNationalFinal):
		return NotNeeded
	case e.State != facts.Finished:
		return NotPlayed
	case v != nil && v.Kind == facts.VerdictHomologated:
		return Homologated
	case v != nil && v.Kind == facts.VerdictInvalidated:
		return Invalidated
	case report == nil:
		return AwaitsReport
	case WasReturned(v, *report):
		return Returned
	}
	return AwaitsDecision
}

// WasReturned reports whether a report was returned and no new one has arrived.
func WasReturned(v *facts.Verdict, report facts.ReportReceipt) bool {
	return v != nil && v.Kind == facts.VerdictReturned && v.Report != nil && *v.Report >= report.Number
}

// Settled returns the demands on an event that is declared invalid without those that are open: no report is taken any more, so that
// nobody owes them. All that failed remain, because each of them is a reason why the event is invalid (CN09 1.11).
func Settled(checks []season.Check) []season.Check {
	return slices.DeleteFunc(slices.Clone(checks), func(c season.Check) bool { return c.Result == season.Open })
}

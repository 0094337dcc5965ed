package homologation

import (
	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// Progress names how far an event is on its way to be homologated.
type Progress string

// The steps of an event on its way to be homologated.
const (
	NotPlayed      Progress = "not-played"
	AwaitsReport   Progress = "awaits-report"
	AwaitsDecision Progress = "waiting" // its report is there
	Returned       Progress = "returned"
	Homologated    Progress = "homologated"
	Invalidated    Progress = "invalidated"
	NotNeeded      Progress = "none" // the national final leads nowhere
)

// Of returns how far the homologation of an event has come, by the last verdict and the
// receipt of the last report; nil for none.
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

// WasReturned reports whether a report was sent back and none has come since.
func WasReturned(v *facts.Verdict, report facts.ReportReceipt) bool {
	return v != nil && v.Kind == facts.VerdictReturned && v.Report != nil && *v.Report >= report.Number
}

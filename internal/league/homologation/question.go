package homologation

import (
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// mostStopped is the highest number of days for which questions stop the deadline for a decision.
const mostStopped = 7

// AnsweredBy returns the last day, at the venue, on which a report returned at a moment stops the
// deadline for the decision. After that day a decision is possible without an answer.
func AnsweredBy(e facts.Event, asked time.Time) rules.Day {
	return rules.DayOf(asked.In(e.Location())).Plus(mostStopped)
}

// Stopped counts the days for which questions have stopped the deadline for the decision about an
// event: from each question to the new report, or to now if there is none, by the calendar of the
// venue. The total is seven at most, so that questions cannot delay a decision for long.
func Stopped(e facts.Event, report facts.ReportReceipt, now time.Time) int {
	days := 0
	for _, q := range report.Questions {
		until := now
		if q.AnsweredAt != nil {
			until = *q.AnsweredAt
		}
		days += max(DaysLeft(e, rules.DayOf(until.In(e.Location())), q.AskedAt), 0)
	}
	return min(days, mostStopped)
}

// Unanswered reports whether a returned report has waited so long that the event may be decided
// without an answer. v is the last verdict, nil for none.
func Unanswered(e facts.Event, v *facts.Verdict, report *facts.ReportReceipt, now time.Time) bool {
	return report != nil && WasReturned(v, *report) && DaysLeft(e, AnsweredBy(e, v.DecidedAt), now) < 0
}

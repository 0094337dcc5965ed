package homologation

import (
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/rules"
)

// mostStopped bounds the days for which questions stop the term of whoever decides about an event.
const mostStopped = 7

// AnsweredBy is the last day, at the venue, on which a report that was returned at a moment stops the term
// of whoever decides. After it they may decide without an answer.
func AnsweredBy(e facts.Event, asked time.Time) rules.Day {
	return rules.DayOf(asked.In(e.Location())).Plus(mostStopped)
}

// Stopped counts the days for which questions have stopped the term of whoever decides about an event:
// those between asking and the report that came again, or now where none did, by the calendar of the
// venue; seven at most together, so that nobody puts a decision off by asking.
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

// Unanswered reports whether a report was returned so long ago that the event is decided about without an
// answer. The verdict is the last one; nil for none.
func Unanswered(e facts.Event, v *facts.Verdict, report *facts.ReportReceipt, now time.Time) bool {
	return report != nil && WasReturned(v, *report) && DaysLeft(e, AnsweredBy(e, v.DecidedAt), now) < 0
}

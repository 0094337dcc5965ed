package homologation_test

import (
	"testing"
	"time"

	"referto/internal/league/facts"
	"referto/internal/league/homologation"
)

// TestStopped: a question extends the decision period by the days until it is answered, by the calendar of the
// venue, and all questions together by at most seven days (CN09 2.2).
func TestStopped(t *testing.T) {
	t.Parallel()
	asked := func(at, answered string) facts.Question {
		q := facts.Question{AskedAt: rome(t, at)}
		if answered != "" {
			until := rome(t, answered)
			q.AnsweredAt = &until
		}
		return q
	}
	for _, tt := range []struct {
		name      string
		questions []facts.Question
		want      int
	}{
		{"none was asked", nil, 0},
		{"answered on the same day", []facts.Question{asked("2009-03-05 09:00", "2009-03-05 22:00")}, 0},
		{"asked late, answered early on the next day", []facts.Question{asked("2009-03-05 23:59", "2009-03-06 00:01")}, 1},
		{"over the night on which clocks go forward", []facts.Question{asked("2009-03-28 12:00", "2009-03-30 12:00")}, 2},
		{"two questions", []facts.Question{asked("2009-03-05 09:00", "2009-03-07 09:00"), asked("2009-03-08 09:00", "2009-03-11 09:00")}, 5},
		{"two that were open for long", []facts.Question{asked("2009-03-05 09:00", "2009-03-10 09:00"), asked("2009-03-11 09:00", "2009-03-16 09:00")}, 7},
		{"one that is open", []facts.Question{asked("2009-03-28 12:00", "")}, 3},
		{"one that has been open for long", []facts.Question{asked("2009-03-05 12:00", "")}, 7},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := stage(t)
			if got := homologation.Stopped(c.Event, facts.ReportReceipt{Questions: tt.questions}, rome(t, "2009-03-31 09:00")); got != tt.want {
				t.Errorf("%d days, want %d", got, tt.want)
			}
		})
	}
}

// TestDecidedWithoutAnAnswer: while a returned report is unanswered, the event cannot be decided for seven
// days. After them it may be homologated or declared invalid, but not returned again before there is an answer.
func TestDecidedWithoutAnAnswer(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, now string
		kind      facts.VerdictKind
		want      string
	}{
		{"on the seventh day", "2009-03-12 23:59", facts.VerdictHomologated, "not now: report-returned"},
		{"after it", "2009-03-13 00:00", facts.VerdictHomologated, ""},
		{"after it invalid", "2009-03-13 00:00", facts.VerdictInvalidated, ""},
		{"after it once more a question", "2009-03-13 00:00", facts.VerdictReturned, "not now: report-returned"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := stage(t)
			c.Last = &facts.Verdict{Kind: facts.VerdictReturned, Number: 1, Report: &c.Report.Number, DecidedAt: rome(t, "2009-03-05 13:00")}
			n := homologation.NewVerdict{Kind: tt.kind, Unsound: tt.kind == facts.VerdictInvalidated}
			if tt.kind != facts.VerdictHomologated {
				n.Reason = "Illeggibile"
			}
			now := rome(t, tt.now)
			if got := homologation.Unanswered(c.Event, c.Last, c.Report, now); got != (tt.now >= "2009-03-13") {
				t.Errorf("without an answer: %t", got)
			}
			if _, err := c.Homologate(n, now); no(t, err) != tt.want {
				t.Errorf("refused with %q, want %q", no(t, err), tt.want)
			}
		})
	}
	if got := homologation.AnsweredBy(stage(t).Event, time.Date(2009, 3, 5, 23, 30, 0, 0, time.UTC)); got != "2009-03-13" {
		t.Errorf("asked after midnight at the venue, it stops until %s", got)
	}
}

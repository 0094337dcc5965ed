package desk_test

import (
	"testing"
	"time"

	"referto/internal/league/desk"
)

func TestWarningsInTheMorningAtTheVenue(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	// The last day is 29 March 2009, on which clocks go forward: it has 23 hours.
	due := time.Date(2009, 3, 30, 0, 0, 0, 0, rome)
	for _, tt := range []struct {
		kind desk.TaskKind
		at   string
		want desk.Warning // "" for none
	}{
		{desk.TaskAnnounce, "2009-03-26T06:59:59Z", ""},
		{desk.TaskAnnounce, "2009-03-26T07:00:00Z", desk.WarnSoon}, // 8 in the morning, in winter time
		{desk.TaskAnnounce, "2009-03-29T21:59:59Z", desk.WarnSoon},
		{desk.TaskAnnounce, "2009-03-29T22:00:00Z", ""},
		{desk.TaskAnnounce, "2009-03-30T05:59:59Z", ""},
		{desk.TaskAnnounce, "2009-03-30T06:00:00Z", desk.WarnLate}, // in summer time
		{desk.TaskReport, "2009-03-28T06:59:59Z", ""},
		{desk.TaskReport, "2009-03-28T07:00:00Z", desk.WarnSoon},
		{desk.TaskHomologate, "2009-03-01T00:00:00Z", desk.WarnNew},
		{desk.TaskHomologate, "2009-03-22T07:00:00Z", desk.WarnSoon},
		{desk.TaskConvoke, "2009-05-01T00:00:00Z", desk.WarnNew},
		{desk.TaskAnswer, "2009-05-01T00:00:00Z", ""},
	} {
		now, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		task := desk.Task{Kind: tt.kind, Due: due}
		got, is := task.Warns(now)
		if is != (tt.want != "") || is && got != tt.want {
			t.Errorf("%s at %s: got %q %t, want %q", tt.kind, tt.at, got, is, tt.want)
		}
	}
	report := desk.Task{Kind: desk.TaskReport, Due: due}
	moved := desk.Task{Kind: desk.TaskReport, Due: due.AddDate(0, 0, 7)}
	if report.Cause(desk.WarnSoon) == moved.Cause(desk.WarnSoon) {
		t.Error("what is due on another day is another cause")
	}
	if report.Cause(desk.WarnNew) != moved.Cause(desk.WarnNew) {
		t.Error("that something has begun to wait does not change with its day")
	}
}

package duties_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"referto/internal/league/duties"
	"referto/internal/league/register"
	"referto/internal/league/rules"
)

// seasonBy is a season by the regulation of a preset, or by one that was made up.
func seasonBy(t *testing.T, ruleset string) *register.Season {
	t.Helper()
	r, err := rules.Preset(ruleset)
	if err != nil {
		document, missing := os.ReadFile(filepath.Join("..", "season", "testdata", ruleset+".yaml"))
		if missing != nil {
			t.Fatal(err, missing)
		}
		if r, err = rules.Decode(document); err != nil {
			t.Fatal(err)
		}
	}
	return &register.Season{Rules: r}
}

// When people are reminded is the ruleset's: CN09 says it of its deadlines, another
// federation has other days.
func TestWarningsInTheMorningAtTheVenue(t *testing.T) {
	t.Parallel()
	rome, err := time.LoadLocation("Europe/Rome")
	if err != nil {
		t.Fatal(err)
	}
	// The last day is 29 March 2009, on which clocks go forward: it has 23 hours.
	due := time.Date(2009, 3, 30, 0, 0, 0, 0, rome)
	cn09, other, none := seasonBy(t, "catan-nazionale-2009"), seasonBy(t, "three-tiers"), seasonBy(t, "straight-on")
	for _, tt := range []struct {
		in   *register.Season
		kind duties.Kind
		at   string
		want duties.Warning // "" for none
	}{
		{cn09, duties.TaskAnnounce, "2009-03-26T06:59:59Z", ""},
		{cn09, duties.TaskAnnounce, "2009-03-26T07:00:00Z", duties.WarnSoon}, // 8 in the morning, in winter time
		{cn09, duties.TaskAnnounce, "2009-03-29T21:59:59Z", duties.WarnSoon},
		{cn09, duties.TaskAnnounce, "2009-03-29T22:00:00Z", ""},
		{cn09, duties.TaskAnnounce, "2009-03-30T05:59:59Z", ""},
		{cn09, duties.TaskAnnounce, "2009-03-30T06:00:00Z", duties.WarnLate}, // in summer time
		{cn09, duties.TaskReport, "2009-03-28T06:59:59Z", ""},
		{cn09, duties.TaskReport, "2009-03-28T07:00:00Z", duties.WarnSoon},
		{cn09, duties.TaskHomologate, "2009-03-01T00:00:00Z", duties.WarnNew},
		{cn09, duties.TaskHomologate, "2009-03-27T06:59:59Z", duties.WarnNew},
		{cn09, duties.TaskHomologate, "2009-03-27T07:00:00Z", duties.WarnSoon},
		{cn09, duties.TaskConvoke, "2009-05-01T00:00:00Z", duties.WarnNew},
		{cn09, duties.TaskAnswer, "2009-05-01T00:00:00Z", ""},
		{other, duties.TaskAnnounce, "2009-03-19T06:59:59Z", ""},
		{other, duties.TaskAnnounce, "2009-03-19T07:00:00Z", duties.WarnSoon}, // ten days before
		{other, duties.TaskAnnounce, "2009-03-30T06:00:00Z", ""},              // and not afterwards
		{other, duties.TaskReport, "2009-03-30T06:00:00Z", ""},
		{other, duties.TaskHomologate, "2009-03-27T06:59:59Z", duties.WarnNew},
		{other, duties.TaskHomologate, "2009-03-27T07:00:00Z", duties.WarnSoon},
		{other, duties.TaskHomologate, "2009-03-30T06:00:00Z", duties.WarnLate},
		{other, duties.TaskClaimRefund, "2009-03-24T07:00:00Z", duties.WarnSoon},
		{none, duties.TaskAnnounce, "2009-03-29T07:00:00Z", ""},
		{none, duties.TaskReport, "2009-03-30T07:00:00Z", ""},
		{none, duties.TaskHomologate, "2009-03-30T07:00:00Z", duties.WarnNew},
	} {
		now, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		task := duties.Task{Season: tt.in, Kind: tt.kind, Due: due}
		got, is := task.Warns(now)
		if is != (tt.want != "") || is && got != tt.want {
			t.Errorf("%s %s at %s: got %q %t, want %q", tt.in.Rules.Code, tt.kind, tt.at, got, is, tt.want)
		}
	}
	report := duties.Task{Kind: duties.TaskReport, Due: due}
	moved := duties.Task{Kind: duties.TaskReport, Due: due.AddDate(0, 0, 7)}
	if report.Cause(duties.WarnSoon) == moved.Cause(duties.WarnSoon) {
		t.Error("what is due on another day is another cause")
	}
	if report.Cause(duties.WarnNew) != moved.Cause(duties.WarnNew) {
		t.Error("that something has begun to wait does not change with its day")
	}
}

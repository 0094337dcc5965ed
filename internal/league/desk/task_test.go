package desk_test

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"referto/internal/league/desk"
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
		kind desk.TaskKind
		at   string
		want desk.Warning // "" for none
	}{
		{cn09, desk.TaskAnnounce, "2009-03-26T06:59:59Z", ""},
		{cn09, desk.TaskAnnounce, "2009-03-26T07:00:00Z", desk.WarnSoon}, // 8 in the morning, in winter time
		{cn09, desk.TaskAnnounce, "2009-03-29T21:59:59Z", desk.WarnSoon},
		{cn09, desk.TaskAnnounce, "2009-03-29T22:00:00Z", ""},
		{cn09, desk.TaskAnnounce, "2009-03-30T05:59:59Z", ""},
		{cn09, desk.TaskAnnounce, "2009-03-30T06:00:00Z", desk.WarnLate}, // in summer time
		{cn09, desk.TaskReport, "2009-03-28T06:59:59Z", ""},
		{cn09, desk.TaskReport, "2009-03-28T07:00:00Z", desk.WarnSoon},
		{cn09, desk.TaskHomologate, "2009-03-01T00:00:00Z", desk.WarnNew},
		{cn09, desk.TaskHomologate, "2009-03-27T06:59:59Z", desk.WarnNew},
		{cn09, desk.TaskHomologate, "2009-03-27T07:00:00Z", desk.WarnSoon},
		{cn09, desk.TaskConvoke, "2009-05-01T00:00:00Z", desk.WarnNew},
		{cn09, desk.TaskAnswer, "2009-05-01T00:00:00Z", ""},
		{other, desk.TaskAnnounce, "2009-03-19T06:59:59Z", ""},
		{other, desk.TaskAnnounce, "2009-03-19T07:00:00Z", desk.WarnSoon}, // ten days before
		{other, desk.TaskAnnounce, "2009-03-30T06:00:00Z", ""},            // and not afterwards
		{other, desk.TaskReport, "2009-03-30T06:00:00Z", ""},
		{other, desk.TaskHomologate, "2009-03-27T06:59:59Z", desk.WarnNew},
		{other, desk.TaskHomologate, "2009-03-27T07:00:00Z", desk.WarnSoon},
		{other, desk.TaskHomologate, "2009-03-30T06:00:00Z", desk.WarnLate},
		{other, desk.TaskClaimRefund, "2009-03-24T07:00:00Z", desk.WarnSoon},
		{none, desk.TaskAnnounce, "2009-03-29T07:00:00Z", ""},
		{none, desk.TaskReport, "2009-03-30T07:00:00Z", ""},
		{none, desk.TaskHomologate, "2009-03-30T07:00:00Z", desk.WarnNew},
	} {
		now, err := time.Parse(time.RFC3339, tt.at)
		if err != nil {
			t.Fatal(err)
		}
		task := desk.Task{Season: tt.in, Kind: tt.kind, Due: due}
		got, is := task.Warns(now)
		if is != (tt.want != "") || is && got != tt.want {
			t.Errorf("%s %s at %s: got %q %t, want %q", tt.in.Rules.Code, tt.kind, tt.at, got, is, tt.want)
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

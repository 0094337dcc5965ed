package duties_test

import (
	"testing"
	"time"

	"referto/internal/league/duties"
	"referto/internal/league/register"
	"referto/internal/league/register/registertest"
)

// seasonBy returns a season by a preset, or by an invented ruleset.
func seasonBy(t *testing.T, ruleset string) *register.Season {
	t.Helper()
	return &register.Season{Rules: registertest.Ruleset(t, ruleset)}
}

// The ruleset determines when people are reminded: CN09 for its deadlines, another federation on
// other days.
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
		{cn09, duties.Announce, "2009-03-26T06:59:59Z", ""},
		{cn09, duties.Announce, "2009-03-26T07:00:00Z", duties.WarnSoon}, // 8 in the morning, in winter time
		{cn09, duties.Announce, "2009-03-29T21:59:59Z", duties.WarnSoon},
		{cn09, duties.Announce, "2009-03-29T22:00:00Z", ""},
		{cn09, duties.Announce, "2009-03-30T05:59:59Z", ""},
		{cn09, duties.Announce, "2009-03-30T06:00:00Z", duties.WarnLate}, // in summer time
		{cn09, duties.Report, "2009-03-28T06:59:59Z", ""},
		{cn09, duties.Report, "2009-03-28T07:00:00Z", duties.WarnSoon},
		{cn09, duties.Homologate, "2009-03-01T00:00:00Z", duties.WarnNew},
		{cn09, duties.Homologate, "2009-03-27T06:59:59Z", duties.WarnNew},
		{cn09, duties.Homologate, "2009-03-27T07:00:00Z", duties.WarnSoon},
		{cn09, duties.Convoke, "2009-05-01T00:00:00Z", duties.WarnNew},
		{cn09, duties.Answer, "2009-05-01T00:00:00Z", ""},
		{other, duties.Announce, "2009-03-19T06:59:59Z", ""},
		{other, duties.Announce, "2009-03-19T07:00:00Z", duties.WarnSoon}, // ten days before
		{other, duties.Announce, "2009-03-30T06:00:00Z", ""},              // and not afterwards
		{other, duties.Report, "2009-03-30T06:00:00Z", ""},
		{other, duties.Homologate, "2009-03-27T06:59:59Z", duties.WarnNew},
		{other, duties.Homologate, "2009-03-27T07:00:00Z", duties.WarnSoon},
		{other, duties.Homologate, "2009-03-30T06:00:00Z", duties.WarnLate},
		{other, duties.ClaimRefund, "2009-03-24T07:00:00Z", duties.WarnSoon},
		{none, duties.Announce, "2009-03-29T07:00:00Z", ""},
		{none, duties.Report, "2009-03-30T07:00:00Z", ""},
		{none, duties.Homologate, "2009-03-30T07:00:00Z", duties.WarnNew},
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
	report := duties.Task{Kind: duties.Report, Due: due}
	moved := duties.Task{Kind: duties.Report, Due: due.AddDate(0, 0, 7)}
	if report.Cause(duties.WarnSoon) == moved.Cause(duties.WarnSoon) {
		t.Error("what is due on another day is another cause")
	}
	if report.Cause(duties.WarnNew) != moved.Cause(duties.WarnNew) {
		t.Error("that something has begun to wait does not change with its day")
	}
}

// For each of its deadlines CN09 reminds people some days before and, if others wait for the act,
// once more after it. People are notified at once of tasks that start by somebody else's act.
func TestRemindersOfEachDuty(t *testing.T) {
	t.Parallel()
	cn09, last := seasonBy(t, "catan-nazionale-2009"), time.Date(2009, 5, 31, 0, 0, 0, 0, time.UTC)
	for _, tt := range []struct {
		paragraph string
		kind      duties.Kind
		days      int  // before the last one; 0 for never
		late      bool // once more after it
		atOnce    bool
	}{
		{"1.4", duties.OutsideSeason, 14, false, true},
		{"1.4", duties.AnnounceFinal, 21, true, false},
		{"1.7.1", duties.NameRegion, 21, false, true},
		{"1.7.4", duties.Decide, 21, false, true},
		{"1.7", duties.Convoke, 0, false, true},
		{"1.7", duties.CorrectFinal, 0, false, true},
		{"1.9", duties.Answer, 0, false, false}, // its letter is of the convocation
		{"1.9", duties.Lapse, 0, false, true},
		{"1.9", duties.ClaimRefund, 0, false, true},
		{"1.9", duties.DecideRefund, 0, false, true},
		{"1.9", duties.PayRefunds, 0, false, true},
		{"1.10", duties.ReturnPrizes, 1, true, true},
		{"1.11", duties.Report, 1, true, false},
		{"1.11", duties.AnswerQuestion, 0, true, true},
		{"2.2", duties.Homologate, 2, true, true},
		{"2.2", duties.DecideHosting, 3, false, false}, // each step of a request is written of by itself
		{"2.3", duties.Announce, 3, true, false},
		{"3.2", duties.ApproveStructure, 0, false, true},
		{"5.5", duties.Expulsion, 0, false, true},
	} {
		task := duties.Task{Season: cn09, Kind: tt.kind, Due: last.AddDate(0, 0, 1)}
		at := func(days int, hour string) duties.Warning {
			clock, err := time.Parse("15:04", hour)
			if err != nil {
				t.Fatal(err)
			}
			w, is := task.Warns(last.AddDate(0, 0, days).Add(time.Duration(clock.Hour())*time.Hour + time.Duration(clock.Minute())*time.Minute))
			if !is {
				return ""
			}
			return w
		}
		first := map[bool]duties.Warning{true: duties.WarnNew}[tt.atOnce]
		soon, late := first, first
		if tt.days > 0 {
			soon = duties.WarnSoon
		}
		if tt.late {
			late = duties.WarnLate
		}
		for _, turn := range []struct {
			days int
			hour string
			want duties.Warning
		}{{-tt.days, "07:59", map[bool]duties.Warning{true: first, false: soon}[tt.days > 0]}, {-tt.days, "08:00", soon}, {0, "23:59", soon}, {1, "07:59", first}, {1, "08:00", late}} {
			if got := at(turn.days, turn.hour); got != turn.want {
				t.Errorf("CN09 %s %s, %d days after the last at %s: got %q, want %q", tt.paragraph, tt.kind, turn.days, turn.hour, got, turn.want)
			}
		}
	}
}

package register

import (
	"errors"
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/rules"
	"referto/internal/league/season"
)

// dueSeason is a season at Rome whose journeys are claimed within thirty days of the
// national final.
func dueSeason(t *testing.T, final rules.Day) *Season {
	t.Helper()
	preset, err := rules.Preset("catan-nazionale-2009")
	if err != nil {
		t.Fatal(err)
	}
	ruleset, part := *preset, *preset.Season
	part.Refund.ClaimDays = 30
	ruleset.Season = &part
	s := &Season{Rules: &ruleset}
	s.Season.TimeZone = "Europe/Rome"
	s.Facts.Period.NationalFinal = final
	return s
}

// A day ends by the clocks of the season, also on those on which clocks are changed and
// which have 23 or 25 hours.
func TestLastDayOfAClaim(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, final, day, last string // last is the last second in time
	}{
		{"clocks go forward on the last day", "2010-02-26", "2010-03-28", "2010-03-28T21:59:59Z"},
		{"clocks go back on the last day", "2009-09-25", "2009-10-25", "2009-10-25T22:59:59Z"},
		{"an ordinary day", "2010-05-02", "2010-06-01", "2010-06-01T21:59:59Z"},
	} {
		s := dueSeason(t, rules.Day(tt.final))
		last, err := time.Parse(time.RFC3339, tt.last)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.ClaimLate(last); err != nil {
			t.Errorf("CN09 1.9 %s: in the last second: %v", tt.name, err)
		}
		var no *league.StateError
		if err := s.ClaimLate(last.Add(time.Second)); !errors.As(err, &no) || no.Par != "1.9" || no.Reason != "refund-late" || no.Params["day"] != tt.day {
			t.Errorf("CN09 1.9 %s: a second later: %v", tt.name, err)
		}
	}
	if err := dueSeason(t, "").ClaimLate(time.Date(2030, 1, 1, 0, 0, 0, 0, time.UTC)); err != nil {
		t.Errorf("before the national final has a day: %v", err)
	}
}

// What is refused names its moment by the clocks of the venue, or of the season before
// there is one.
func TestMomentsOfRefusals(t *testing.T) {
	t.Parallel()
	s := dueSeason(t, "")
	c := &facts.Convocation{Final: string(rules.ToNationalFinal), AnswerBy: time.Date(2010, 3, 28, 21, 59, 59, 0, time.UTC)}
	var no *league.StateError
	if err := s.answerLate("answer-too-late", rules.ToNationalFinal, c); !errors.As(err, &no) || no.Params["until"] != "2010-03-28T23:59:59+02:00" {
		t.Errorf("by the season's clock: %v", err)
	}
	s.Events = []facts.Event{{Kind: facts.KindNationalFinal, SeasonID: &s.Season.ID.UUID, TimeZone: "Europe/London"}}
	s.index()
	if got := s.until(season.Place{To: rules.ToNationalFinal}, c.AnswerBy); got != "2010-03-28T22:59:59+01:00" {
		t.Errorf("by the venue's clock: %s", got)
	}
}

// Banks and treasurers name days of the season's calendar.
func TestDaysOfTheSeason(t *testing.T) {
	t.Parallel()
	s := dueSeason(t, "")
	night := time.Date(2010, 3, 28, 22, 30, 0, 0, time.UTC) // half past midnight of the 29th at Rome
	if got := s.Today(night); got != "2010-03-29" {
		t.Errorf("today is %s", got)
	}
	if s.NotYet(rules.Day("2010-03-29").Midnight(), night) || !s.NotYet(rules.Day("2010-03-30").Midnight(), night) {
		t.Error("the 29th has begun and the 30th has not")
	}
}

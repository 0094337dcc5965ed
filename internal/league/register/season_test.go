package register_test

import (
	"testing"
	"time"

	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
)

// A day ends in the time zone of the season, also on the days of 23 or 25 hours on which clocks
// change.
func TestLastDayOfAClaim(t *testing.T) {
	t.Parallel()
	preset := registertest.Ruleset(t, registertest.CN09)
	thirty, part := *preset, *preset.Season
	part.Refund.ClaimDays, thirty.Season = 30, &part
	for _, tt := range []struct {
		name, final, day, last string // last is the last second in time
	}{
		{"clocks go forward on the last day", "2010-02-26", "2010-03-28", "2010-03-28T21:59:59Z"},
		{"clocks go back on the last day", "2009-09-25", "2009-10-25", "2009-10-25T22:59:59Z"},
		{"an ordinary day", "2010-05-02", "2010-06-01", "2010-06-01T21:59:59Z"},
	} {
		s := registertest.By(t, &thirty, "nat national "+tt.final).Season()
		last, err := time.Parse(time.RFC3339, tt.last)
		if err != nil {
			t.Fatal(err)
		}
		is(t, "CN09 1.9 "+tt.name+": in the last second", registertest.Why(s.ClaimLate(last)), "")
		is(t, "CN09 1.9 "+tt.name+": a second later", registertest.Why(s.ClaimLate(last.Add(time.Second))), "now CN09 1.9: refund-late (day="+tt.day+")")
	}
}

// A refusal names its deadline in the time zone of the venue; in the season's before a venue is
// known.
func TestMomentsOfRefusals(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "g1 open 2009-05-03 16: elio\ncall elio national by=2010-03-28")
	now := b.At("2010-03-29 00:00")
	_, err := b.Season().Answer(reply(b, "elio national yes", byAccount), now)
	is(t, "by the season's clock", registertest.Why(err), "now CN09 1.9: answer-too-late (until=2010-03-28T23:59:00+02:00)")
	b.Add("nat national 2010-04-10")
	for i := range b.Events {
		b.Events[i].TimeZone = "Europe/London"
	}
	_, err = b.Season().Answer(reply(b, "elio national yes", byAccount), now)
	is(t, "by the venue's clock", registertest.Why(err), "now CN09 1.9: answer-too-late (until=2010-03-28T22:59:00+01:00)")
}

// Banks and treasurers name days of the season's calendar.
func TestDaysOfTheSeason(t *testing.T) {
	t.Parallel()
	b := registertest.Read(t, registertest.CN09, "")
	s, night := b.Season(), b.At("2010-03-29 00:30").UTC() // the 28th at Greenwich
	if got := s.Today(night); got != "2010-03-29" {
		t.Errorf("today is %s", got)
	}
	if s.NotYet(rules.Day("2010-03-29").Midnight(), night) || !s.NotYet(rules.Day("2010-03-30").Midnight(), night) {
		t.Error("the 29th has begun and the 30th has not")
	}
}

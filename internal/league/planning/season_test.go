package planning_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
)

// Missing days are those of the regulation.
func TestDaysOfTheRegulation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, code, from, to, finals, zone string
	}{
		{"CN09 1.4/February to December, finals by the middle of February", "CN09", "2009-02-01", "2009-12-31", "2010-02-14", "Europe/Rome"},
		{"TT 3/May to April, finals in May", "TT", "2009-05-01", "2010-04-30", "2010-05-31", "Europe/Sofia"},
		{"SO 2/without regional finals nothing comes after the last event", "SO", "2009-01-01", "2009-12-31", "2009-12-31", "UTC"},
	} {
		var a planning.SeasonAnnouncement
		a.Fill(preset(t, tt.code).Season)
		is(t, tt.name, string(rules.DayOf(a.PlaysFrom))+" "+string(rules.DayOf(a.PlaysTo))+" "+string(rules.DayOf(a.FinalsBy))+" "+a.TimeZone, tt.from+" "+tt.to+" "+tt.finals+" "+tt.zone)
	}
	a := planning.SeasonAnnouncement{PlaysTo: rules.Day("2010-06-30").Midnight(), TimeZone: "Europe/Sofia"}
	a.Fill(preset(t, "CN09").Season)
	is(t, "CN09 1.4 what is given stays", string(rules.DayOf(a.PlaysFrom))+" "+string(rules.DayOf(a.PlaysTo))+" "+a.TimeZone, "2009-02-01 2010-06-30 Europe/Sofia")
	a = planning.SeasonAnnouncement{PlaysTo: rules.Day("2010-06-30").Midnight()}
	a.Fill(preset(t, "SO").Season)
	is(t, "SO 2 the last event as it is given", string(rules.DayOf(a.PlaysTo))+" "+string(rules.DayOf(a.FinalsBy)), "2010-06-30 2010-06-30")
	part := *preset(t, "CN09").Season
	part.Calendar.TimeZone = ""
	a = planning.SeasonAnnouncement{}
	a.Fill(&part)
	is(t, "a ruleset without a zone", a.TimeZone, "UTC")
}

// Impossible settings of a season are refused.
func TestSeasonIsChecked(t *testing.T) {
	t.Parallel()
	clara := &facts.PlayerName{ID: league.PlayerID{UUID: uuid.New()}, Name: "Clara"}
	for _, tt := range []struct {
		name     string
		change   func(*planning.SeasonAnnouncement)
		champion *facts.PlayerName
		want     string
	}{
		{"CN09 1.4/as the regulation has it", func(*planning.SeasonAnnouncement) {}, nil, ""},
		{"CN09 1.4/one day only", func(a *planning.SeasonAnnouncement) { a.PlaysTo = a.PlaysFrom }, nil, ""},
		{"CN09 1.4/an end before the beginning", func(a *planning.SeasonAnnouncement) { a.PlaysTo = a.PlaysFrom.AddDate(0, 0, -1) }, nil, "/playsTo CN09 1.4: ends-before-it-begins"},
		{"CN09 1.4/regional finals before the end", func(a *planning.SeasonAnnouncement) { a.FinalsBy = a.PlaysTo.AddDate(0, 0, -1) }, nil, ""},
		{"CN09 1.4/before the beginning", func(a *planning.SeasonAnnouncement) { a.FinalsBy = a.PlaysFrom.AddDate(0, 0, -1) }, nil, "/finalsBy CN09 1.4: ends-before-it-begins"},
		{"a time zone that there is not", func(a *planning.SeasonAnnouncement) { a.TimeZone = "Europe/Aosta" }, nil, "/timeZone CN09: unknown-time-zone (zone=Europe/Aosta)"},
		{"CN09 1.9/a reigning champion", func(a *planning.SeasonAnnouncement) { a.Champion = clara.ID }, clara, ""},
		{"CN09 1.9/whom nobody knows", func(a *planning.SeasonAnnouncement) { a.Champion = league.PlayerID{UUID: uuid.New()} }, nil, "/champion unknown-player"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := setup(preset(t, "CN09"))
			a := planning.SeasonAnnouncement{Title: "IX Campionato"}
			a.Fill(s.Rules.Season)
			tt.change(&a)
			err := s.Announce(a, tt.champion)
			is(t, "refused", registertest.Why(err), tt.want)
			if err != nil {
				return
			}
			if diff := cmp.Diff(a, planning.SeasonAnnouncementOf(s.Season)); diff != "" {
				t.Error(diff)
			}
			if s.Champion != tt.champion {
				t.Errorf("the champion is %+v", s.Champion)
			}
		})
	}
	s := setup(preset(t, "CN09"))
	s.Champion, s.Season.ChampionID = clara, &clara.ID
	a := planning.SeasonAnnouncementOf(s.Season)
	a.Champion = (league.PlayerID{})
	if err := s.Announce(a, nil); err != nil || s.Champion != nil || s.Season.ChampionID != nil {
		t.Errorf("CN09 1.9 nobody is champion any more: %+v, %v", s.Champion, err)
	}
}

// CN09 1.4: the manager may move the days of a season, with a reason if it is public.
func TestMoved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, state string
		change      func(*facts.Season)
		reason      string
		moved       bool
		want        string
	}{
		{"CN09 1.4/the first day", planning.SeasonRunning, func(s *facts.Season) { s.PlaysFrom = s.PlaysFrom.AddDate(0, 0, 1) }, "Neve", true, ""},
		{"CN09 1.4/the last", planning.SeasonRunning, func(s *facts.Season) { s.PlaysTo = s.PlaysTo.AddDate(0, 0, 1) }, "Neve", true, ""},
		{"CN09 1.4/that of the regional finals", planning.SeasonRunning, func(s *facts.Season) { s.FinalsBy = s.FinalsBy.AddDate(0, 0, 28) }, "Neve", true, ""},
		{"CN09 1.4/without a reason", planning.SeasonRunning, func(s *facts.Season) { s.FinalsBy = s.FinalsBy.AddDate(0, 0, 28) }, "", true, "/reason CN09 1.4: reason-for-moving-missing"},
		{"CN09 1.4/of a draft none is needed", planning.SeasonDraft, func(s *facts.Season) { s.FinalsBy = s.FinalsBy.AddDate(0, 0, 28) }, "", true, ""},
		{"CN09 1.4/nor for another title", planning.SeasonRunning, func(s *facts.Season) { s.Title = "IX" }, "", false, ""},
	} {
		s := setup(preset(t, "CN09"))
		s.Season.State = tt.state
		before := s.Season
		tt.change(&s.Season)
		moved, err := s.Moved(before, tt.reason)
		is(t, tt.name, registertest.Why(err), tt.want)
		if moved != tt.moved {
			t.Errorf("%s: moved %t", tt.name, moved)
		}
	}
}

// CN09 1.4: events outside the moved days stay where they are until somebody moves them.
func TestLeftOutside(t *testing.T) {
	t.Parallel()
	s := setup(preset(t, "CN09"))
	s.Season.PlaysTo, s.Season.FinalsBy = rules.Day("2009-06-30").Midnight(), rules.Day("2009-07-31").Midnight()
	in := func(title, kind, day string) facts.Event {
		e := planned(t, kind, &aosta, day)
		e.Title = title
		return e
	}
	var got []string
	for _, k := range s.LeftOutside([]facts.Event{
		in("late final", facts.KindRegionalFinal, "2009-08-01"), in("last", facts.KindStage, "2009-06-30"), in("december", facts.KindStage, "2009-12-05"),
		in("july", facts.KindOpen, "2009-07-01"), in("final", facts.KindRegionalFinal, "2009-07-31"), in("national", facts.KindNationalFinal, "2010-03-14"),
	}) {
		got = append(got, k.Event.Title+" "+k.Why[0].Cite()+" "+k.Why[0].Reason)
	}
	is(t, "CN09 1.4", strings.Join(got, ", "), "july CN09 1.4 day-outside-season, late final CN09 1.4 regional-final-late, december CN09 1.4 day-outside-season")
}

// The regions that take part, and the ruleset in force.
func TestSetup(t *testing.T) {
	t.Parallel()
	s := setup(preset(t, "CN09"))
	if !s.TakesPart(aosta) || s.TakesPart(toscana) {
		t.Error("CN09 1.1 Aosta takes part, Toscana does not")
	}
	s.Rulesets = []facts.SeasonRuleset{{Ordinal: 1}, {Ordinal: 2}}
	if s.InForce().Ordinal != 2 {
		t.Error("the last ruleset is in force")
	}
}

package planning_test

import (
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
)

var aosta, piemonte, toscana = league.RegionID{UUID: uuid.New()}, league.RegionID{UUID: uuid.New()}, league.RegionID{UUID: uuid.New()}

// setup returns a season of two regions by a ruleset.
func setup(r *rules.Ruleset) *planning.Setup {
	s := &planning.Setup{Rules: r}
	s.Season = facts.Season{
		ID: registertest.SeasonID, Title: "Campionato", State: planning.SeasonDraft, TimeZone: "Europe/Rome",
		PlaysFrom: rules.Day("2009-02-01").Midnight(), PlaysTo: rules.Day("2009-12-31").Midnight(), FinalsBy: rules.Day("2010-02-14").Midnight(),
	}
	s.Regions = []facts.SeasonRegion{{ID: aosta, Name: "Aosta"}, {ID: piemonte, Name: "Piemonte"}}
	return s
}

// planned returns an event of a season on a day, in the circuit of its kind.
func planned(t *testing.T, kind string, region *league.RegionID, day string) facts.Event {
	return facts.Event{
		ID: registertest.EventID("it"), Kind: kind, Circuit: string(planning.Circuits[kind]), RegionID: region, SeasonID: &registertest.SeasonID,
		StartsAt: inRome(t, day+" 10:00"), TimeZone: "Europe/Rome",
	}
}

// The season's objections to an event that is to belong to it.
func TestEventFitsItsSeason(t *testing.T) {
	t.Parallel()
	finals := []facts.SeasonFinal{
		{ID: registertest.EventID("final"), Kind: facts.KindRegionalFinal, RegionID: &aosta}, {ID: registertest.EventID("national"), Kind: facts.KindNationalFinal},
	}
	noted := reads(t, reads(t, preset(t, "CN09"), "A002-13", "breach_only"), "A002-9", "breach_only")
	cn09 := preset(t, "CN09")
	for _, tt := range []struct {
		name   string
		rules  *rules.Ruleset
		kind   string
		region *league.RegionID
		day    string
		want   string
	}{
		{"CN09 1.1/a stage in a region", cn09, facts.KindStage, &aosta, "2009-04-05", ""},
		{"CN09 1.1/in none", cn09, facts.KindStage, nil, "2009-04-05", "/region CN09 1.1: region-missing"},
		{"CN09 1.1/in one that takes no part", cn09, facts.KindStage, &toscana, "2009-04-05", "/region CN09 1.1: region-not-in-season"},
		{"CN09 1.1/an open tournament in none", cn09, facts.KindOpen, nil, "2009-04-05", ""},
		{"CN09 1.1/in one", cn09, facts.KindOpen, &aosta, "2009-04-05", "/region CN09 1.1: event-of-no-region"},
		{"CN09 1.8.1/one on-line", cn09, facts.KindOnline, nil, "2009-04-05", ""},
		{"CN09 1.1/a club evening", cn09, "club", nil, "2009-04-05", "/kind CN09 1.1: kind-not-in-season"},
		{"CN09 1.4/on the first day", cn09, facts.KindStage, &aosta, "2009-02-01", ""},
		{"CN09 1.4/a day before", cn09, facts.KindStage, &aosta, "2009-01-31", "/startsAt CN09 1.4: day-outside-season (day=2009-01-31, from=2009-02-01, to=2009-12-31)"},
		{"CN09 1.4/on the last day", cn09, facts.KindOpen, nil, "2009-12-31", ""},
		{"CN09 1.4/a day later", cn09, facts.KindOpen, nil, "2010-01-01", "/startsAt CN09 1.4: day-outside-season (day=2010-01-01, from=2009-02-01, to=2009-12-31)"},
		{"CN09 1.4/which may be only noted (A002-13)", noted, facts.KindOpen, nil, "2010-01-01", ""},
		{"CN09 1.4/a regional final on the last day of these", cn09, facts.KindRegionalFinal, &piemonte, "2010-02-14", ""},
		{"CN09 1.4/a day later", cn09, facts.KindRegionalFinal, &piemonte, "2010-02-15", "/startsAt CN09 1.4: regional-final-late (by=2010-02-14, day=2010-02-15)"},
		{"CN09 1.4/which may be only noted (A002-9)", noted, facts.KindRegionalFinal, &piemonte, "2010-02-15", ""},
		{"CN09 1.4/the national final has no last day", cn09, facts.KindOpen, nil, "2009-06-01", ""},
		{"CN09 1.7/a region has one final", cn09, facts.KindRegionalFinal, &aosta, "2010-01-31", "/region CN09 1.1: second-regional-final"},
		{"CN09 1.7/another region its own", cn09, facts.KindRegionalFinal, &piemonte, "2010-01-31", ""},
		{"CN09 1.7/a regional final is in a region", cn09, facts.KindRegionalFinal, nil, "2010-01-31", "/region CN09 1.1: region-missing"},
		{"CN09 1.9/a season has one national final", cn09, facts.KindNationalFinal, nil, "2010-03-14", "/kind CN09 1.1: second-national-final"},
		{"JP22/by a regulation without seasons", preset(t, "JP22"), facts.KindStage, &aosta, "2009-04-05", "/ruleset JP22: ruleset-without-season (ruleset=just-play-2022)"},
		{"FG14/another", preset(t, "FG14"), facts.KindStage, &aosta, "2009-04-05", "/ruleset FG14: ruleset-without-season (ruleset=firenzegioca-2014)"},
		{"BG/another", preset(t, "BG"), facts.KindStage, &aosta, "2009-04-05", "/ruleset BG: ruleset-without-season (ruleset=catan-ranglista-bg)"},
		{"SQ00/another", preset(t, "SQ00"), facts.KindStage, &aosta, "2009-04-05", "/ruleset SQ00: ruleset-without-season (ruleset=risiko-squadre-2000)"},
		{"SO 2/stages in a season of open events only", preset(t, "SO"), facts.KindStage, &aosta, "2009-04-05", "/kind SO 2: circuit-not-in-ruleset"},
		{"TT 5/events on-line in a season without", preset(t, "TT"), facts.KindOnline, nil, "2009-06-05", "/kind TT 3: circuit-not-in-ruleset"},
		{"CN09 1.1/all that is wrong is said", cn09, facts.KindStage, nil, "2010-01-01", "/region CN09 1.1: region-missing; /startsAt CN09 1.4: day-outside-season (day=2010-01-01, from=2009-02-01, to=2009-12-31)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			is(t, "refused", registertest.Why(setup(tt.rules).Refusals(planned(t, tt.kind, tt.region, tt.day), tt.rules, finals).OrNil()), tt.want)
		})
	}
	other := planned(t, facts.KindStage, &aosta, "2009-04-05")
	other.Circuit = "open"
	is(t, "CN09 1.7 a stage in the open circuit", registertest.Why(setup(cn09).Refusals(other, cn09, nil)), "/circuit CN09 1.1: circuit-of-other-kind")
	again := planned(t, facts.KindNationalFinal, nil, "2010-03-14")
	again.ID = registertest.EventID("national")
	is(t, "CN09 1.9 the national final itself", registertest.Why(setup(cn09).Refusals(again, cn09, finals).OrNil()), "")
}

// The day of an event is taken at its venue.
func TestDayAtTheVenue(t *testing.T) {
	t.Parallel()
	e := planned(t, facts.KindOpen, nil, "2009-12-31")
	e.StartsAt = inRome(t, "2010-01-01 00:30")
	if _, _, off := planning.OffCalendar(setup(preset(t, "CN09")).Season, e, preset(t, "CN09")); !off {
		t.Error("CN09 1.4 half an hour after midnight is the next year")
	}
	e.TimeZone = "Europe/London"
	if why, _, off := planning.OffCalendar(setup(preset(t, "CN09")).Season, e, preset(t, "CN09")); off {
		t.Errorf("CN09 1.4 in London it is the last day still: %s", why)
	}
}

// An event outside the season's days is found with the consequence.
func TestOffCalendar(t *testing.T) {
	t.Parallel()
	cn09 := preset(t, "CN09")
	for _, tt := range []struct {
		name  string
		rules *rules.Ruleset
		kind  string
		day   string
		want  rules.Breach // "" for within
	}{
		{"CN09 1.4/a stage in January", cn09, facts.KindStage, "2010-01-10", rules.Invalid},
		{"CN09 1.4/by the other reading of A002-13", reads(t, cn09, "A002-13", "breach_only"), facts.KindStage, "2010-01-10", rules.BreachOnly},
		{"CN09 1.4/a regional final in January", cn09, facts.KindRegionalFinal, "2010-01-10", ""},
		{"CN09 1.4/at the end of February", cn09, facts.KindRegionalFinal, "2010-02-28", rules.Invalid},
		{"CN09 1.4/by the other reading of A002-9", reads(t, cn09, "A002-9", "breach_only"), facts.KindRegionalFinal, "2010-02-28", rules.BreachOnly},
		{"CN09 1.4/the national final in March", cn09, facts.KindNationalFinal, "2010-03-14", ""},
		{"TT 3/a ruleset that only notes it", preset(t, "TT"), facts.KindOpen, "2010-01-10", rules.BreachOnly},
	} {
		_, rule, off := planning.OffCalendar(setup(tt.rules).Season, planned(t, tt.kind, &aosta, tt.day), tt.rules)
		if off != (tt.want != "") || rule != tt.want {
			t.Errorf("%s: got %q %t", tt.name, rule, off)
		}
	}
}

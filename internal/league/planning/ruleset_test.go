package planning_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"referto/internal/league/facts"
	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
)

// inForce returns a season that is played by a version of CN09.
func inForce(t *testing.T, version uuid.UUID, readings map[string]string) *planning.Setup {
	t.Helper()
	s := setup(preset(t, "CN09"))
	s.Version = facts.RulesetVersion{ID: version}
	s.Rulesets = []facts.SeasonRuleset{{Ordinal: 1, VersionID: version, Readings: readings}}
	return s
}

// A season continues by another ruleset, another version, or other readings.
func TestGoOnBy(t *testing.T) {
	t.Parallel()
	first, second := uuid.New(), uuid.New()
	cn09, now := preset(t, "CN09"), inRome(t, "2009-06-01 12:00")
	breach, none := map[string]string{"A002-13": "breach_only"}, map[string]string{}
	for _, tt := range []struct {
		name     string
		rules    *rules.Ruleset
		version  uuid.UUID
		now      map[string]string // readings in force
		readings map[string]string
		want     string
	}{
		{"another version", cn09, second, none, nil, ""},
		{"another reading (A002-13)", cn09, first, none, breach, ""},
		{"without a reading", cn09, first, breach, nil, ""},
		{"the one in force", cn09, first, none, nil, "now season-ruleset-in-force"},
		{"with its readings", cn09, first, breach, map[string]string{"A002-13": "breach_only"}, "now season-ruleset-in-force"},
		{"JP22/one without seasons", preset(t, "JP22"), second, none, nil, "/ruleset JP22: ruleset-without-season (ruleset=just-play-2022)"},
		{"FG14/another", preset(t, "FG14"), second, none, nil, "/ruleset FG14: ruleset-without-season (ruleset=firenzegioca-2014)"},
		{"BG/another", preset(t, "BG"), second, none, nil, "/ruleset BG: ruleset-without-season (ruleset=catan-ranglista-bg)"},
		{"SQ00/another", preset(t, "SQ00"), second, none, nil, "/ruleset SQ00: ruleset-without-season (ruleset=risiko-squadre-2000)"},
	} {
		t.Run("CN09 1.1/"+tt.name, func(t *testing.T) {
			t.Parallel()
			s := inForce(t, first, tt.now)
			before := s.Rules
			chosen := planning.Chosen{Rules: tt.rules, Version: facts.RulesetVersion{ID: tt.version}, Readings: tt.readings}
			was, next, err := s.GoOnBy(chosen, "Più tempo", now)
			is(t, "refused", registertest.Why(err), tt.want)
			if err != nil {
				if len(s.Rulesets) != 1 || s.Rules != before {
					t.Errorf("refused, the season has changed: %+v", s.Rulesets)
				}
				return
			}
			want := facts.SeasonRuleset{Ordinal: 2, VersionID: tt.version, Readings: tt.readings, Reason: "Più tempo", DecidedAt: now}
			if want.Readings == nil {
				want.Readings = none
			}
			if diff := cmp.Diff(want, next); diff != "" || was.Ordinal != 1 || s.InForce().Ordinal != 2 || s.Rules != tt.rules || s.Version.ID != tt.version {
				t.Errorf("was %+v, is %s", was, diff)
			}
		})
	}
}

// An event follows the season to a new ruleset if it has the season's and the new one accepts it;
// otherwise it keeps its own.
func TestEventsGoAlong(t *testing.T) {
	t.Parallel()
	first, second := uuid.New(), uuid.New()
	breach := map[string]string{"A002-13": "breach_only"}
	season := facts.SeasonRuleset{VersionID: first, Readings: map[string]string{}}
	for _, tt := range []struct {
		name  string
		event facts.Event
		want  bool
	}{
		{"by the season's", facts.Event{RulesetVersionID: first}, true},
		{"by another version", facts.Event{RulesetVersionID: second}, false},
		{"by another reading", facts.Event{RulesetVersionID: first, Readings: breach}, false},
	} {
		if got := planning.Follows(tt.event, season); got != tt.want {
			t.Errorf("an event %s goes along: %t", tt.name, got)
		}
	}
	small := *preset(t, "CN09")
	small.Field.Max = 40
	for _, tt := range []struct {
		name   string
		rules  *rules.Ruleset
		change func(*facts.Event)
		want   string
	}{
		{"CN09 3.2/as it was announced", preset(t, "CN09"), func(*facts.Event) {}, ""},
		{"CN09 3.2/in a room larger than the new one allows", &small, func(e *facts.Event) { e.Capacity = 90 }, "/capacity CN09 3.2: capacity-above-maximum (capacity=90, max=40)"},
		{"CN09 1.4/on a day that it does not have", preset(t, "CN09"), func(e *facts.Event) { e.StartsAt = inRome(t, "2010-01-10 10:00") }, "/startsAt CN09 1.4: day-outside-season (day=2010-01-10, from=2009-02-01, to=2009-12-31)"},
		{"TT/by a formula that it does not know", preset(t, "TT"), func(*facts.Event) {}, "/formula TT 1: unknown-formula (formula=club); /pairing TT: unknown-pairing (pairing=by-standings)"},
		{"SO 2/as a stage, where it has open events only", preset(t, "SO"), func(e *facts.Event) { e.Formula, e.Pairing = "", "" }, "/kind SO 2: circuit-not-in-ruleset"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := inForce(t, second, breach)
			s.Rules = tt.rules
			e := planned(t, facts.KindStage, &aosta, "2009-04-05")
			e.RulesetVersionID, e.Formula, e.Variant, e.Pairing, e.Capacity = first, "club", "base", "by-standings", 20
			tt.change(&e)
			after, why := s.WithRuleset(e, nil)
			is(t, "refused", registertest.Why(why.OrNil()), tt.want)
			if !planning.Follows(after, s.InForce()) || planning.Follows(e, s.InForce()) {
				t.Error("it is by the ruleset in force, and was not before")
			}
		})
	}
}

package eventfile_test

import (
	"slices"
	"testing"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules"
	"referto/internal/league/tournament"
)

// TestImportRefusesWhatLivePlayRefuses: facts without a rule in the regulation are refused in a
// file too, with the missing section of the ruleset.
func TestImportRefusesWhatLivePlayRefuses(t *testing.T) {
	t.Parallel()
	minus := league.Int(-5)
	for name, tt := range map[string]struct {
		preset, reason, pointer, section string
		change                           func(f *tournament.Facts)
	}{
		"an absence": {"catan-nazionale-2009", "no-rule-on-absence", "/facts/absences/0", "attendance", func(f *tournament.Facts) {
			f.Absences = append(f.Absences, tournament.Absence{Entry: f.Entrants[0], Round: 1})
		}},
		"an absence where a table is filled up": {"catan-ranglista-bg", "", "", "", func(f *tournament.Facts) {
			if len(f.Absences) == 0 {
				f.Absences = append(f.Absences, tournament.Absence{Entry: f.Entrants[0], Round: 1, AfterDraw: 1})
			}
		}},
		"coming late": {"catan-nazionale-2009", "no-rule-on-lateness", "/facts/arrivals/0", "attendance", func(f *tournament.Facts) {
			f.Arrivals = append(f.Arrivals, tournament.Arrival{Entry: f.Entrants[0], Round: 1, Minutes: 5})
		}},
		"coming later than can be recorded": {"risiko-squadre-2000", "outside-range", "/facts/arrivals/0/minutes", "", func(f *tournament.Facts) {
			f.Arrivals = []tournament.Arrival{{Entry: f.Entrants[0], Round: 1, Minutes: rules.MaxMinutesLate + 1, AfterDraw: 1}}
		}},
		"a penalty in points": {"catan-nazionale-2009", "no-penalties-in-points", "/facts/sanctions/0", "discipline.offenses.points", func(f *tournament.Facts) {
			f.Sanctions = []league.Sanction{{Entry: f.Entrants[0], Kind: league.Points, At: league.Moment{Round: 1}, Reason: "x", Points: &minus}}
		}},
		"points of a warning": {"risiko-squadre-2000", "points-of-no-penalty", "/facts/sanctions/0/points", "", func(f *tournament.Facts) {
			f.Sanctions = []league.Sanction{{Entry: f.Entrants[0], Kind: league.Warning, At: league.Moment{Round: 1}, Reason: "x", Points: &minus}}
		}},
		"people kept apart": {"catan-nazionale-2009", "nobody-kept-apart", "/facts/apart/0", "seating.pairings.apart", func(f *tournament.Facts) {
			f.Apart = []tournament.Apart{{Pair: [2]league.Entry{f.Entrants[0], f.Entrants[1]}}}
		}},
		"the event before": {"catan-nazionale-2009", "no-previous-standings", "/facts/previous/0", "seating.pairings", func(f *tournament.Facts) {
			f.Previous = []league.Entry{f.Entrants[0]}
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			d, _ := eventfiletest.Play(t, tt.preset, 5)
			tt.change(&d.Facts)
			text, err := eventfile.Encode(d)
			if err != nil {
				t.Fatal(err)
			}
			f, err := eventfile.Read(eventfile.JSON, text, eventfile.Standard(), eventfiletest.Rulesets)
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(f.Faults, func(one eventfile.Fault) bool { return one.Reason == tt.reason && one.Field == tt.pointer })
			unruled := slices.ContainsFunc(f.Faults, func(one eventfile.Fault) bool { return one.Reason == "no-rule-on-absence" })
			switch {
			case tt.reason == "" && unruled:
				t.Errorf("refused: %v", described(f.Faults))
			case tt.reason != "" && i < 0:
				t.Errorf("got %v, want %s at %s", described(f.Faults), tt.reason, tt.pointer)
			case tt.reason != "" && f.Faults[i].Params["section"] != tt.section:
				t.Errorf("the section is %q, want %q", f.Faults[i].Params["section"], tt.section)
			}
		})
	}
}

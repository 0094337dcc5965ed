package homologation_test

import (
	"slices"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/rules"
)

// CN09 2.2: every part that a person has in an event makes it their own. A federation with only one manager
// leaves the parts that this manager takes for others out of its ruleset.
func TestOwnByTheRuleset(t *testing.T) {
	t.Parallel()
	he, other, e := uuid.New(), uuid.New(), league.EventID{UUID: uuid.New()}
	everything := []string{"own-event-organizer", "own-event-drafter", "own-event-referee", "own-event-player", "own-event-recorder", "own-event-reporter"}
	for _, tt := range []struct {
		name  string
		notBy []rules.Part
		want  []string
	}{
		{"CN09 2.2 as printed", nil, everything},
		{"a list that is left out", []rules.Part{}, everything},
		{"one manager alone", []rules.Part{rules.Organized, rules.Refereed, rules.Played}, everything[:4]},
		{"who reported", []rules.Part{rules.Reported}, everything[5:]},
	} {
		ruleset := cn09(t)
		if section := *ruleset.Season; tt.notBy != nil {
			copied := *ruleset
			section.Checked.NotBy, copied.Season = tt.notBy, &section
			ruleset = &copied
		}
		var had []facts.Involvement
		for _, as := range []facts.InvolvedAs{facts.AsOrganizer, facts.AsDrafter, facts.AsReferee, facts.AsEntrant, facts.AsRecorder, facts.AsReporter} {
			had = append(had, facts.Involvement{EventID: e, AccountID: he, As: as})
		}
		var got []string
		for _, why := range homologation.Own(ruleset, e, he, had) {
			got = append(got, why.Reason)
			if why.Code != "CN09" || why.Par != "2.2" {
				t.Errorf("%s: %+v cites %s %s", tt.name, why.Reason, why.Code, why.Par)
			}
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
		if others := homologation.Own(ruleset, e, other, had); len(others) > 0 {
			t.Errorf("%s: it is another's as well: %+v", tt.name, others)
		}
		if elsewhere := homologation.Own(ruleset, league.EventID{UUID: uuid.New()}, he, had); len(elsewhere) > 0 {
			t.Errorf("%s: so is another event: %+v", tt.name, elsewhere)
		}
	}
}

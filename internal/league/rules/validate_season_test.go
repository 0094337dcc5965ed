package rules_test

import (
	"strings"
	"testing"

	"referto/internal/league/rules"
)

type object = map[string]any

// TestValidateSeason holds what contradicts itself in the season of CN09, in the order of the
// document: what is no option, what is out of its range, and what cites no paragraph.
func TestValidateSeason(t *testing.T) {
	t.Parallel()
	const (
		unknown = "unknown-option"
		outside = "outside-range"
		missing = "paragraph-missing"
		no      = "no-such-paragraph"
		twice   = "repeated"
		little  = "not-ascending"
	)
	for _, tt := range []struct {
		path, at string // at is below path where the fault is; "" at path itself
		value    any
		reason   string
	}{
		{"/season/paragraph", "", "", missing},
		{"/season/paragraph", "", "9.9", no},
		{"/season/calendar/to", "", "2009-01-31", "ends-before-it-begins"},
		{"/season/calendar/outside", "", "perhaps", unknown},
		{"/season/calendar/timeZone", "", "Rome", "unknown-time-zone"},
		{"/season/calendar/paragraph", "", "", missing},
		{"/season/announcement/days", "", -1, outside},
		{"/season/announcement/days", "", 1001, outside},
		{"/season/announcement/late", "", "", unknown},
		{"/season/announcement/paragraph", "", "", missing},
		{"/season/report/days", "", 1001, outside},
		{"/season/report/waive", "", "organizer", unknown},
		{"/season/report/paragraph", "", "", missing},
		{"/season/clash/days", "", -1, outside},
		{"/season/clash/kilometers", "", -1, outside},
		{"/season/clash/kilometers", "", 1001, outside},
		{"/season/reminders/3/days", "", 1001, outside},
		{"/season/contacts/publishes/0", "", "shoe-size", unknown},
		{"/season/contacts/publishes/1", "", "mail", twice},
		{"/season/contacts/paragraph", "", "", missing},
		{"/season/documents/1/kind", "", "winner", twice},
		{"/season/documents/1/rounds", "/0", []int{0}, "too-small"},
		{"/season/documents/0/waive", "", "anybody", unknown},
		{"/season/documents/2/paragraph", "", "", missing},
		{"/season/sound/paragraph", "", "", missing},
		{"/season/checked/paragraph", "", "9.9", no},
		{"/season/tiers", "", []any{}, "required"},
		{"/season/tiers/1/id", "", "selection", twice},
		{"/season/tiers/0/circuits", "", []any{}, "required"},
		{"/season/tiers/3/least", "", 16, little}, // as many as the tier before it
		{"/season/tiers/0/leads", "", []any{}, outside},
		{"/season/tiers/0/leads/0/substitute/place", "", 1, little},
		{"/season/tiers/0/leads/0/substitute/paragraph", "", "", missing},
		{"/season/tiers/2/leads/0/to", "", "regional-final", "of-no-region"},
		{"/season/tiers/3/paragraph", "", "", missing},
		{"/season/fewer/waive", "", "", unknown},
		{"/season/fewer/paragraph", "", "", missing},
		{"/season/champion/to", "", "hall", unknown},
		{"/season/champion/to", "", "regional-final", "of-no-region"},
		{"/season/final/leads/0/to", "", "regional-final", "of-no-region"},
		{"/season/champion/substitute", "", object{"place": 2, "paragraph": "1.9"}, "not-for-champion"},
		{"/season/champion/paragraph", "", "", missing},
		{"/season/prizes/days", "", -1, outside},
		{"/season/prizes/paragraph", "", "", missing},
		{"/season/counts", "", "everybody", unknown},
		{"/season/barred", "", "struck", unknown},
		{"/season/final/late", "", "perhaps", unknown},
		{"/season/final/papers", "", "some", unknown},
		{"/season/final/withoutPlace", "", "shared", unknown},
		{"/season/final/paragraph", "", "", missing},
		{"/season/final/leads/0/substitute/place", "", 1, little},
		{"/season/final/leadsParagraph", "", "", missing},
		{"/season/final/formats/1/finalists", "", 1, little},
		{"/season/final/formats/0/do", "", "draw", unknown},
		{"/season/final/formats/4/semifinals", "", 1, outside},
		{"/season/final/formats/0/semifinals", "", 2, outside}, // of who merges
		{"/season/final/formats/2/paragraph", "", "", missing},
		{"/season/final/formats/1/callUp/to", "", 2, little},
		{"/season/final/formats/1/callUp/least", "", 2, outside},
		{"/season/final/formats/1/callUp/least", "", 5, outside},
		{"/season/final/formats/1/callUp/places", "", []int{}, "required"},
		{"/season/final/formats/1/callUp/places", "/0", []int{1}, little}, // who has a place by right
		{"/season/final/formats/4/callUp/places", "/1", []int{3, 2}, little},
		{"/season/final/formats/1/callUp/first", "", "nearest", unknown},
		{"/season/final/formats/1/callUp/otherwise", "", "final", unknown},
		{"/season/answer/days", "", -1, outside},
		{"/season/answer/remindDays", "", 8, outside}, // before the seven days begin
		{"/season/answer/remindDays", "", -1, outside},
		{"/season/answer/paragraph", "", "9.9", no},
		{"/season/refund/substitute", "", "half", unknown},
		{"/season/refund/claimDays", "", 1001, outside},
		{"/season/refund/paragraph", "", "", missing},
		{"/season/callUp/level", "", "coin", unknown},
		{"/season/callUp/paragraph", "", "", missing},
	} {
		want := tt.path + tt.at + " " + tt.reason
		t.Run(want, func(t *testing.T) {
			t.Parallel()
			if _, err := rules.Decode(edited(t, tt.path, tt.value)); err == nil {
				t.Errorf("%v passes", tt.value)
			} else if got := faultsOf(t, err); !strings.Contains("\n"+got+"\n", "\n"+want+"\n") {
				t.Errorf("%v: got\n%s", tt.value, got)
			}
		})
	}
}

// TestSeasonsThatAreTaken: a season need not say everything, and each option that the
// document offers is taken.
func TestSeasonsThatAreTaken(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		path  string
		value any
	}{
		{"/season/reminders", nil},
		{"/season/contacts", nil},
		{"/season/documents", nil},
		{"/season/checked", nil},
		{"/season/fewer", nil},
		{"/season/champion", nil},
		{"/season/prizes", nil},
		{"/season/homologation", nil},
		{"/season/clash", nil},
		{"/season/calendar/outside", "breach_only"},
		{"/season/announcement/days", 0},
		{"/season/announcement/days", 1000},
		{"/season/report/waive", "checker"},
		{"/season/clash/kilometers", 1000},
		{"/season/documents/0/waive", "manager"},
		{"/season/prizes/keep", false},
		{"/season/final/papers", nil},
		{"/season/final/withoutPlace", nil},
		{"/season/final/formats", nil},
		{"/season/final/by", "2009-02-01"}, // the first day of the season
		{"/season/calendar/to", "2009-02-01"},
		{"/season/answer/remindDays", 0},
		{"/season/answer/remindDays", 7},
		{"/season/refund/claimDays", 1000},
		{"/season", nil},
	} {
		t.Run(tt.path, func(t *testing.T) {
			t.Parallel()
			document := edited(t, tt.path, tt.value)
			if _, err := rules.Decode(document); err != nil {
				for _, line := range strings.Split(faultsOf(t, err), "\n") { // readings of what is gone point nowhere
					if !strings.HasPrefix(line, "/readings/") {
						t.Errorf("%v: %s", tt.value, line)
					}
				}
			}
		})
	}
}

// TestValidateLifetime holds what contradicts itself in a ranking over all events.
func TestValidateLifetime(t *testing.T) {
	t.Parallel()
	for path, value := range map[string]any{
		"/lifetime/points too-small":            0,
		"/lifetime/above unknown-option":        "exact",
		"/lifetime/national unknown-option":     "both",
		"/lifetime/hall unknown-option":         "by_name",
		"/lifetime/retired unknown-option":      "never",
		"/lifetime/paragraph paragraph-missing": "",
		"/lifetime/paragraph no-such-paragraph": "9.9.9",
	} {
		at, _, _ := strings.Cut(path, " ")
		if _, err := rules.Decode(editedPreset(t, "catan-ranglista-bg", at, value)); err == nil {
			t.Errorf("%s = %v passes", at, value)
		} else if got := faultsOf(t, err); !strings.Contains("\n"+got+"\n", "\n"+path+"\n") {
			t.Errorf("%s = %v: got\n%s", at, value, got)
		}
	}
	pointless := edited(t, "/lifetime", object{
		"points": 300, "above": "recorded", "national": "separate", "hall": "chronological", "retired": "ranking_only", "paragraph": "1.1",
	})
	if _, err := rules.Decode(pointless); err == nil || faultsOf(t, err) != "/scoring/points required" {
		t.Errorf("a ranking without points for places: %v", err)
	}
}

package rules_test

import (
	"strings"
	"testing"

	"referto/internal/league/rules"
)

type object = map[string]any

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
		"/lifetime/points too-small":            -1,
		"/lifetime/above without-cap":           nil,
		"/lifetime/best best-excludes-cap":      6,
		"/lifetime/above unknown-option":        "exact",
		"/lifetime/national unknown-option":     "both",
		"/lifetime/hall unknown-option":         "by_name",
		"/lifetime/retired unknown-option":      "never",
		"/lifetime/paragraph paragraph-missing": "",
		"/lifetime/paragraph no-such-paragraph": "9.9.9",
	} {
		at, _, _ := strings.Cut(path, " ")
		if value == nil { // without a cap nothing may be left that belongs to one
			at, value = "/lifetime/points", 0
		}
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

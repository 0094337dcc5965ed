package officiating_test

import (
	"testing"

	"referto/internal/league/facts"
)

// TestStaffNotices: one referee for every 24 entrants is recommended, and not demanded (CN09
// 1.3).
func TestStaffNotices(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		entries int
		roles   []string
		state   facts.EventState
		want    string
	}{
		{"CN09 1.3/24 and one", 24, []string{"first-referee"}, facts.Open, ""},
		{"CN09 1.3/25 and one", 25, []string{"first-referee"}, facts.Open, "CN09 1.3: fewer-referees-than-recommended (entrants=25, recommended=2, referees=1)"},
		{"CN09 1.3/25 and two", 25, []string{"first-referee", "referee"}, facts.Open, ""},
		{"CN09 1.3/48 and two", 48, []string{"first-referee", "referee"}, facts.Open, ""},
		{"CN09 1.3/49 and two", 49, []string{"first-referee", "referee"}, facts.Open, "CN09 1.3: fewer-referees-than-recommended (entrants=49, recommended=3, referees=2)"},
		{"CN09 1.3/organizers and helpers are no referees", 12, []string{"organizer", "helper"}, facts.Open, "CN09 1.3: fewer-referees-than-recommended (entrants=12, recommended=1, referees=0)"},
		{"CN09 1.3/nobody has entered", 0, nil, facts.Open, ""},
		{"CN09 1.3/while it is played", 25, []string{"first-referee"}, facts.Running, "CN09 1.3: fewer-referees-than-recommended (entrants=25, recommended=2, referees=1)"},
		{"CN09 1.3/not of a draft", 25, nil, facts.Draft, ""},
		{"CN09 1.3/not when it is off", 25, nil, facts.Cancelled, ""},
		{"JP22 2/recommends none", 16, nil, facts.Open, ""},
		{"FG14 3/recommends none", 20, nil, facts.Open, ""},
		{"BG 1.1.1/recommends none", 40, nil, facts.Open, ""},
		{"SQ00 4/recommends none", 40, nil, facts.Open, ""},
	} {
		s := gathered(t, tt.name, tt.entries)
		s.Event.State = tt.state
		var staff []facts.Staff
		for _, role := range tt.roles {
			staff = append(staff, facts.Staff{Role: role})
		}
		got := ""
		for _, notice := range s.StaffNotices(staff) {
			got += notice.String()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

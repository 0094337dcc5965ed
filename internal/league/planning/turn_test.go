package planning_test

import (
	"testing"

	"referto/internal/league/planning"
	"referto/internal/league/register/registertest"
)

// A season is drafted, announced, closed, and opened again if it has to be.
func TestTurns(t *testing.T) {
	t.Parallel()
	states := []string{planning.SeasonDraft, planning.SeasonRunning, planning.SeasonClosed}
	for _, tt := range []struct {
		name     string
		turn     planning.Turn
		from, to string
	}{
		{"the opening", planning.Opening, planning.SeasonDraft, planning.SeasonRunning},
		{"the closing", planning.Closing, planning.SeasonRunning, planning.SeasonClosed},
		{"the reopening", planning.Reopening, planning.SeasonClosed, planning.SeasonRunning},
	} {
		for _, state := range states {
			s := setup(preset(t, "CN09"))
			s.Season.State = state
			want, after := "", tt.to
			if state != tt.from {
				want, after = "now season-state (state="+state+")", state
			}
			is(t, tt.name+" of one that is "+state, registertest.Why(s.Turn(tt.turn)), want)
			is(t, tt.name+" leads from "+state+" to", s.Season.State, after)
		}
	}
	for _, state := range states {
		s := setup(preset(t, "CN09"))
		s.Season.State = state
		want := map[bool]string{true: "now season-closed"}[state == planning.SeasonClosed]
		is(t, "a season is changed that is "+state, registertest.Why(planning.RequireOpen(s.Season)), want)
	}
}

package officiating_test

import (
	"fmt"
	"testing"

	"referto/internal/league/facts"
	"referto/internal/league/officiating"
)

// TestMayReplace: reserves play in case of defaults (JP22 4), until the first game has a
// result.
func TestMayReplace(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		n      int
		change func(*officiating.Situation)
		want   string
	}{
		{"JP22 4 the reserves in their order", 10, nil, "[9 10]"},
		{"JP22 4 also when the tables are drawn", 10, func(s *officiating.Situation) { draw(t, s) }, "[9 10]"},
		{"JP22 4 not once a game has been played", 10, func(s *officiating.Situation) { play(t, draw(t, s)) }, "state first-game-played"},
		{"JP22 4 he is replaced already", 10, func(s *officiating.Situation) { set(s, facts.NoShow, 3) }, "state entry-not-playing (entry=3)"},
		{"JP22 4 he has been warned", 10, func(s *officiating.Situation) {
			s.Sanctions = []facts.Sanction{{Ordinal: 1, Entry: 3, Kind: "warning"}}
		}, "state entry-has-sanctions (entry=3)"},
		{"JP22 4 no reserve is left", 8, nil, "state JP22 4: no-reserve-left"},
		{"JP22 4 the event does not run", 10, func(s *officiating.Situation) { s.Event.State = facts.Finished }, "state event-not-running (state=finished)"},
		{"CN09 3.2 has no reserves", 12, nil, "rule CN09 3.2: no-reserves"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := begun(t, tt.name, tt.n)
			if tt.change != nil {
				tt.change(s)
			}
			reserves, err := s.MayReplace(*s.Entry(3))
			got := said(err)
			if err == nil {
				got = fmt.Sprint(reserves)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestStepIn: the reserve takes over what was drawn but for the lot, and the seat (JP22
// 4); the round before is not touched.
func TestStepIn(t *testing.T) {
	t.Parallel()
	s := draw(t, begun(t, "JP22", 10))
	before := seats(*s.Latest())
	gone, reserve := s.StepIn(*s.Entry(3), *s.Entry(9))
	if gone.State != facts.NoShow || reserve.State != facts.Playing || *reserve.Replaces != 3 || *reserve.DrawPosition != 3 || *reserve.Lot != 9 || gone.Version != 1 || reserve.Version != 1 {
		t.Errorf("JP22 4: %+v steps in for %+v", reserve, gone)
	}
	round := s.TakeSeat(*s.Latest(), 3, 9)
	if got := seats(round); got != "1 2 9 4 | 5 6 7 8" || last(round) != "JP22 4: reserve-takes-seat (entry=9, replaces=3, table=1)" {
		t.Errorf("JP22 4: %s because of %s", got, last(round))
	}
	if got := seats(*s.Latest()); got != before {
		t.Errorf("the round that was given is now %s", got)
	}
}

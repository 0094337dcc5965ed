package officiating_test

import (
	"fmt"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
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
		{"JP22 4 the warning was taken back", 10, func(s *officiating.Situation) {
			s.Sanctions = []facts.Sanction{{Ordinal: 1, Entry: 3, Kind: "warning", RevokedAt: &beginning}}
		}, "[9 10]"},
		{"JP22 4 another has been warned", 10, func(s *officiating.Situation) {
			s.Sanctions = []facts.Sanction{{Ordinal: 1, Entry: 4, Kind: "warning"}}
		}, "[9 10]"},
		{"JP22 4 he has left", 10, func(s *officiating.Situation) { withdrew(t, s, facts.Withdrawal{Entry: 3}) }, "state entry-is-out (entry=3)"},
		{"JP22 4 a game has been played at another table", 10, func(s *officiating.Situation) {
			play(t, draw(t, s))
			s.Latest().State, s.Latest().Tables[0].Result = "open", nil
		}, "state first-game-played"},
		{"JP22 4 no reserve is left", 8, nil, "state JP22 4: no-reserve-left"},
		{"JP22 4 the event does not run", 10, func(s *officiating.Situation) { s.Event.State = facts.Finished }, "state event-not-running (state=finished)"},
		{"FG14 1 who waits for the referee is no reserve", 12, nil, "rule FG14 1: no-reserves"},
		{"BG 1.1.5 no substitutes are named", 12, nil, "rule BG 1.1.5: no-reserves"},
		{"SQ00 7 has no reserves", 12, nil, "rule SQ00 7: no-reserves"},
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
			got := leaguetest.Answer(err)
			if err == nil {
				got = fmt.Sprint(reserves)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestStepIn: the reserve takes over the draws except for the lot, and the seat (JP22 4); the
// original round is not changed.
func TestStepIn(t *testing.T) {
	t.Parallel()
	s := draw(t, begun(t, "JP22", 10))
	before := seats(*s.Latest())
	gone, reserve := s.StepIn(*s.Entry(3), *s.Entry(9))
	if gone.State != facts.NoShow || reserve.State != facts.Playing || *reserve.Replaces != 3 || *reserve.DrawPosition != 3 || *reserve.Lot != 9 || gone.Version != 2 || reserve.Version != 2 {
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

// TestStepInAgain: a reserve who stepped in may default too; the next reserve takes over the same
// draw position, with a lot after both (JP22 4).
func TestStepInAgain(t *testing.T) {
	t.Parallel()
	s := begun(t, "JP22", 10)
	for i := range s.Entries {
		s.Entries[i].Place = s.Entries[i].DrawPosition
	}
	replace := func(gone, reserve league.Entry) {
		out, in := s.StepIn(*s.Entry(gone), *s.Entry(reserve))
		*s.Entry(gone), *s.Entry(reserve) = out, in
	}
	replace(3, 9)
	replace(9, 10)
	derive(t, s)
	last := s.Entry(10)
	if *last.DrawPosition != 3 || *last.Lot != 10 || *last.Place != 3 || *last.Replaces != 9 || s.DrawnAs(10) != 3 || s.Entry(9).State != facts.NoShow {
		t.Errorf("JP22 4: %+v", last)
	}
	if got := seats(*draw(t, s).Latest()); got != "1 2 10 4 | 5 6 7 8" {
		t.Errorf("JP22 4: drawn are %s", got)
	}
	if by := s.StandingBy(); len(by) != 0 {
		t.Errorf("JP22 4: %v stand by", by)
	}
}

// TestTakeSeatOfNobody: if the entry has no seat, the tables stay the same.
func TestTakeSeatOfNobody(t *testing.T) {
	t.Parallel()
	s := draw(t, begun(t, "JP22", 10))
	round := s.TakeSeat(*s.Latest(), 9, 10)
	if got := seats(round); got != seats(*s.Latest()) || len(round.Reasons) != len(s.Latest().Reasons) {
		t.Errorf("got %s because of %v", got, round.Reasons)
	}
}

package officiating_test

import (
	"fmt"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/officiating"
)

// missing records entries with an event, and seats its latest round without them; the
// answer is how the round sits then, or the refusal.
func missing(s *officiating.Situation, round, minutes int, entries ...league.Entry) string {
	records, err := s.Miss(officiating.NewAttendance{Entries: entries, Round: round, MinutesLate: minutes})
	if err != nil {
		return said(err)
	}
	s.Attendance = append(s.Attendance, records...)
	without, changed, err := s.SeatWithout(round, records)
	switch {
	case err != nil:
		return said(err)
	case !changed:
		return "as drawn"
	}
	*s.Latest() = without
	return seats(without)
}

// club is an evening of SQ00 of n entries, ranked before in the order of their numbers.
func club(t *testing.T, n int) *officiating.Situation {
	t.Helper()
	s := gathered(t, "SQ00", n)
	for i, e := range s.Entries {
		s.Previous = append(s.Previous, facts.Previous{Position: i + 1, PlayerID: e.PlayerID})
	}
	return begin(t, s)
}

func TestMissARound(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name    string
		make    func(t *testing.T) *officiating.Situation
		round   int
		minutes int
		entries []league.Entry
		want    string
	}{
		{"BG 1.1.5 a table left with two takes a player from a table of four", bulgaria(7, 1), 1, 0, []league.Entry{5}, "1 2 3 | 6 7 4"},
		{"BG 1.1.5 no table has a player to spare", bulgaria(7, 1, 5), 1, 0, []league.Entry{1}, "rule BG 1.1.5"},
		{"BG 1.1.5 a table to which nobody has come is not played", bulgaria(11, 1), 1, 0, []league.Entry{9, 10, 11}, "1 2 3 4 | 5 6 7 8"},
		{"BG 1.1.5 nobody is recorded twice at once", bulgaria(7, 1), 1, 0, []league.Entry{5, 5}, "state attendance-recorded (entry=5, round=1)"},
		{"BG 1.1.5 nobody is recorded twice", bulgaria(7, 1, 5), 1, 0, []league.Entry{5}, "state attendance-recorded (entry=5, round=1)"},
		{"BG 1.1.5 the next round is planned without", bulgaria(7, 0), 1, 0, []league.Entry{2}, "as drawn"},
		{"BG 1.1.5 not once a game has been played", func(t *testing.T) *officiating.Situation {
			s := play(t, bulgaria(8, 1)(t))
			s.Latest().State = "open"
			return s
		}, 1, 0, []league.Entry{1}, "state first-game-played"},
		{"BG 1.1.5 not once the round is closed", func(t *testing.T) *officiating.Situation { return play(t, bulgaria(8, 1)(t)) }, 1, 0, []league.Entry{1}, "state round-closed (round=1)"},
		{"BG has no rule on lateness", bulgaria(7, 1), 1, 5, []league.Entry{1}, "rule BG 1.1.5: no-rule-on-lateness (section=attendance)"},
		{"BG 1.1.5 a round far away", bulgaria(7, 0), 2, 0, []league.Entry{1}, "faults /round: unknown-round (round=2)"},
		{
			"CN09 3.5 knows nobody who misses a round", func(t *testing.T) *officiating.Situation { return begun(t, "CN09", 12) }, 1, 0,
			[]league.Entry{1},
			"rule CN09: no-rule-on-absence (section=attendance)",
		},
		{"SQ00 base 1 before the start of who has entered", func(t *testing.T) *officiating.Situation { return gathered(t, "SQ00", 8) }, 1, 15, []league.Entry{7}, "as drawn"},
		{"SQ00 base 1 before the start of the first round only", func(t *testing.T) *officiating.Situation { return gathered(t, "SQ00", 8) }, 2, 15, []league.Entry{7}, "faults /round: unknown-round (round=2)"},
		{"SQ00 base 1 not of a stranger", func(t *testing.T) *officiating.Situation { return gathered(t, "SQ00", 8) }, 1, 15, []league.Entry{9}, "faults /entry: SQ00: unknown-entry (entry=9)"},
		{"SQ00 base 1 not of who has cancelled", func(t *testing.T) *officiating.Situation { return set(gathered(t, "SQ00", 8), facts.EntryCancelled, 7) }, 1, 15, []league.Entry{7}, "state entry-state (state=cancelled)"},
		{"SQ00 base 1 four minutes late one sits at his table", func(t *testing.T) *officiating.Situation { return draw(t, club(t, 12)) }, 1, 4, []league.Entry{3}, "as drawn"},
		{"SQ00 base 1 twenty minutes late one does not, and nobody moves", func(t *testing.T) *officiating.Situation { return draw(t, club(t, 12)) }, 1, 20, []league.Entry{4}, "state round-drawn-otherwise (round=1)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := tt.make(t)
			if got := missing(s, tt.round, tt.minutes, tt.entries...); got != tt.want && (!strings.HasSuffix(tt.want, "1.1.5") || !strings.HasPrefix(got, tt.want+":")) {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
	s := bulgaria(7, 1)(t)
	missing(s, 1, 0, 5)
	if got := last(*s.Latest()); !strings.HasPrefix(got, "BG 1.1.5: moved-to-short-table") {
		t.Errorf("BG 1.1.5: everybody sees who moved: %s", got)
	}
}

// bulgaria makes an event by BG of n entries, drawn if drawn is 1, without those absent.
func bulgaria(n, drawn int, absent ...league.Entry) func(t *testing.T) *officiating.Situation {
	return func(t *testing.T) *officiating.Situation {
		s := begun(t, "BG", n)
		for range drawn {
			draw(t, s)
		}
		for _, entry := range absent {
			missing(s, 1, 0, entry)
		}
		return s
	}
}

// TestLateness: up to ten minutes late one gives up the first three cards, later one
// does not play (SQ00 base 1).
func TestLateness(t *testing.T) {
	t.Parallel()
	for minutes, want := range map[int]string{
		1: "true 3 SQ00 base 1: came-late (minutes=1)", 10: "true 3 SQ00 base 1: came-late (minutes=10)", 11: "false 0 SQ00 base 1: came-too-late (minutes=11)",
	} {
		l, late := begun(t, "SQ00", 12).Lateness(facts.Attendance{Entry: 2, Round: 1, MinutesLate: &minutes})
		if got := fmt.Sprint(l.Plays, l.CardsForgone, l.Grounds); !late || got != want {
			t.Errorf("%d minutes: got %s, want %s", minutes, got, want)
		}
	}
	if _, late := begun(t, "SQ00", 12).Lateness(facts.Attendance{Entry: 2, Round: 1}); late {
		t.Error("who does not come is not late")
	}
}

// TestMayRevokeAttendance: a record can be taken back until its round is drawn.
func TestMayRevokeAttendance(t *testing.T) {
	t.Parallel()
	late, tooLate := 5, 15
	tests := []struct {
		name   string
		drawn  bool
		state  facts.EventState
		record facts.Attendance
		want   string
	}{
		{"SQ00 base 1 before the draw", false, facts.Running, facts.Attendance{Entry: 1, Round: 1}, ""},
		{"SQ00 base 1 before the start", false, facts.Open, facts.Attendance{Entry: 1, Round: 1}, ""},
		{"SQ00 base 1 drawn without him", true, facts.Running, facts.Attendance{Entry: 1, Round: 1}, "state round-drawn-since (round=1)"},
		{"SQ00 base 1 who comes too late is not seated", true, facts.Running, facts.Attendance{Entry: 1, Round: 1, MinutesLate: &tooLate}, "state round-drawn-since (round=1)"},
		{"SQ00 base 1 who comes late keeps his seat", true, facts.Running, facts.Attendance{Entry: 1, Round: 1, MinutesLate: &late}, ""},
		{"SQ00 base 1 taken back already", false, facts.Running, facts.Attendance{Entry: 1, Round: 1, RevokedAt: &beginning}, "state attendance-revoked"},
		{"SQ00 base 1 the event is over", false, facts.Finished, facts.Attendance{Entry: 1, Round: 1}, "state event-not-running (state=finished)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := club(t, 12)
			if tt.drawn {
				draw(t, s)
			}
			s.Event.State = tt.state
			if got := said(s.MayRevokeAttendance(tt.record)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

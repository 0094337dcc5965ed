package officiating_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// missing records entries with an event, and seats its latest round without them; it
// returns the tables of the round then, or the refusal.
func missing(s *officiating.Situation, round, minutes int, entries ...league.Entry) string {
	records, err := s.Miss(officiating.NewAttendance{Entries: entries, Round: round, MinutesLate: minutes})
	if err != nil {
		return leaguetest.Answer(err)
	}
	s.Attendance = append(s.Attendance, records...)
	without, changed, err := s.SeatWithout(round, records)
	switch {
	case err != nil:
		return leaguetest.Answer(err)
	case !changed:
		return "as drawn"
	}
	*s.Latest() = without
	return seats(without)
}

// club returns an evening of SQ00 with twelve entries whose previous ranks follow their numbers.
func club(t *testing.T) *officiating.Situation {
	t.Helper()
	s := gathered(t, "SQ00", 12)
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
		{"SQ00 base 1 four minutes late one sits at his table", func(t *testing.T) *officiating.Situation { return draw(t, club(t)) }, 1, 4, []league.Entry{3}, "as drawn"},
		{"SQ00 base 1 twenty minutes late one does not, and nobody moves", func(t *testing.T) *officiating.Situation { return draw(t, club(t)) }, 1, 20, []league.Entry{4}, "state round-drawn-otherwise (round=1)"},
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

// bulgaria makes an event by BG of n entries, with its first round drawn if drawn is 1, without the
// absent entries.
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

// TestLateness: up to ten minutes late a player gives up the first three cards, later the player
// does not play (SQ00 base 1).
func TestLateness(t *testing.T) {
	t.Parallel()
	for minutes, want := range map[int]string{
		0: "true 0 ",
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
			s := club(t)
			if tt.drawn {
				draw(t, s)
			}
			s.Event.State = tt.state
			if got := leaguetest.Answer(s.MayRevokeAttendance(tt.record)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestMissRecords: records made together after the draw share a number, so that the tables change
// once; records before the draw have none (BG 1.1.5).
func TestMissRecords(t *testing.T) {
	t.Parallel()
	s := bulgaria(11, 1)(t)
	s.Attendance = []facts.Attendance{{Ordinal: 1, Entry: 1, Round: 1, RevokedAt: &beginning}}
	records, err := s.Miss(officiating.NewAttendance{Entries: numbered(t, "9 10"), Round: 1})
	if got := fmt.Sprintf("%+v", brief(records)); err != nil || got != "[[2 9 1 2] [3 10 1 2]]" {
		t.Errorf("BG 1.1.5 known after the draw: %s, %v", got, err)
	}
	play(t, s)
	next, err := s.Miss(officiating.NewAttendance{Entries: numbered(t, "9"), Round: 2})
	if got := fmt.Sprintf("%+v", brief(next)); err != nil || got != "[[2 9 2 0]]" {
		t.Errorf("BG 1.1.5 known before the draw: %s, %v", got, err)
	}
	for round, want := range map[int]string{0: "faults /round: unknown-round (round=0)", 3: "faults /round: unknown-round (round=3)"} {
		if _, err := s.Miss(officiating.NewAttendance{Entries: numbered(t, "9"), Round: round}); leaguetest.Answer(err) != want {
			t.Errorf("BG 1.1.5 of round %d: got %q, want %q", round, leaguetest.Answer(err), want)
		}
	}
	late, _ := club(t).Miss(officiating.NewAttendance{Entries: numbered(t, "3"), Round: 1, MinutesLate: 4})
	if late[0].MinutesLate == nil || *late[0].MinutesLate != 4 {
		t.Errorf("SQ00 base 1: %+v", late[0])
	}
}

// brief returns the ordinal, entry, round and number since the draw of records.
func brief(records []facts.Attendance) (out [][4]int) {
	for _, a := range records {
		out = append(out, [4]int{a.Ordinal, a.Entry, a.Round, a.AfterDraw})
	}
	return out
}

// TestSeatWithoutKeepsEverybodyElse: whichever entries are absent, the others in a round by BG sit
// at tables of three or four, each once, or no table can spare a player and nothing changes (BG
// 1.1.5).
func TestSeatWithoutKeepsEverybodyElse(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		n := rapid.SampledFrom([]int{6, 7, 8, 9, 10, 11, 12, 13, 16}).Draw(rt, "players")
		s := bulgaria(n, 1)(t)
		away := rapid.SliceOfNDistinct(rapid.IntRange(1, n), 1, n/2, rapid.ID).Draw(rt, "away")
		var entries []league.Entry
		for _, entry := range away {
			entries = append(entries, league.Entry(entry))
		}
		before := seats(*s.Latest())
		records, err := s.Miss(officiating.NewAttendance{Entries: entries, Round: 1})
		if err != nil {
			rt.Fatal(err)
		}
		s.Attendance = records
		round, changed, err := s.SeatWithout(1, records)
		if seats(*s.Latest()) != before {
			rt.Fatalf("the round at hand changed from %s to %s", before, seats(*s.Latest()))
		}
		if err != nil {
			return // package seating tests which tables can spare nobody
		}
		seen := map[league.Entry]bool{}
		for _, table := range round.Tables {
			if len(table.Seats) != 3 && len(table.Seats) != 4 {
				rt.Fatalf("%s without %v: %s", before, away, seats(round))
			}
			for _, entry := range table.Seats {
				if seen[entry] || slices.Contains(entries, entry) {
					rt.Fatalf("%s without %v: %s", before, away, seats(round))
				}
				seen[entry] = true
			}
		}
		if !changed || len(seen) != n-len(away) {
			rt.Fatalf("%s without %v: %s", before, away, seats(round))
		}
	})
}

package officiating_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// at returns a time of the day of the event at its venue.
func at(hour, minute, second int) time.Time {
	return time.Date(2009, 2, 8, hour-1, minute, second, 0, time.UTC)
}

func TestAdmission(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		n      int
		change func(*officiating.Situation)
		want   string
	}{
		{"JP22 4 seven make no field", 7, nil, "reserve 1 2 3 4 5 6 7"},
		{"JP22 2 eleven enter, eight play", 11, nil, "seat 1 2 3 4 5 6 7 8, reserve 9 10 11"},
		{"JP22 2 with twelve everybody plays", 12, nil, "seat " + upTo(12)},
		{"JP22 4 one of twelve gives up, eight play", 12, func(s *officiating.Situation) { set(s, facts.EntryCancelled, 3) }, "seat 1 2 4 5 6 7 8 9, reserve 10 11 12"},
		{"JP22 2 no field is larger than the room", 16, func(s *officiating.Situation) { s.Event.Capacity = 12 }, "seat " + upTo(12) + ", reserve 13 14 15 16"},
		{"FG14 1 twenty play, others wait", 22, nil, "seat " + upTo(20) + ", waiting 21 22"},
		{
			"FG14 1 nobody moves up by himself", 22, func(s *officiating.Situation) { set(s, facts.EntryCancelled, 5) },
			"seat 1 2 3 4 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20, waiting 21 22",
		},
		{"FG14 1 the referee lets in whom he wants", 22, func(s *officiating.Situation) {
			set(s, facts.EntryCancelled, 5)
			s.Entries[21].AcceptedAt = &beginning
		}, "seat 1 2 3 4 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 22, waiting 21"},
		{"FG14 2 until 10:20 at the venue one is in time", 13, func(s *officiating.Situation) { s.Entries[12].EnteredAt = at(10, 20, 59) }, "seat " + upTo(13)},
		{"FG14 2 at 10:21 it is too late", 13, func(s *officiating.Situation) { s.Entries[12].EnteredAt = at(10, 21, 0) }, "seat " + upTo(12) + ", late 13"},
		{"FG14 2 in the night before one is in time", 13, func(s *officiating.Situation) { s.Entries[12].EnteredAt = at(-1, 0, 0) }, "seat " + upTo(13)},
		{"FG14 2 on the day after it is too late", 13, func(s *officiating.Situation) { s.Entries[12].EnteredAt = at(33, 0, 0) }, "seat " + upTo(12) + ", late 13"},
		{"SQ00 names no field: who found no room waits", 9, func(s *officiating.Situation) { set(s, facts.Waiting, 9) }, "seat 1 2 3 4 5 6 7 8, waiting 9"},
		{"BG names no field: who found no room waits", 9, func(s *officiating.Situation) { set(s, facts.Waiting, 9) }, "seat 1 2 3 4 5 6 7 8, waiting 9"},
		{"JP22 2 who loses priority stands by first", 11, func(s *officiating.Situation) { yield(s, 2, 5) }, "seat 1 3 4 6 7 8 9 10, reserve 2 5 11"},
		{"JP22 2 with twelve everybody plays, whoever loses priority", 12, func(s *officiating.Situation) { yield(s, 1) }, "seat " + upTo(12)},
		{"FG14 1 who loses priority waits", 22, func(s *officiating.Situation) { yield(s, 3) }, "seat 1 2 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21, waiting 3 22"},
		{"BG a seat is not taken away", 9, func(s *officiating.Situation) {
			set(s, facts.Waiting, 9)
			yield(s, 1)
		}, "seat 1 2 3 4 5 6 7 8, waiting 9"},
		{"CN09 3.2 who gives up has no seat", 13, func(s *officiating.Situation) { set(s, facts.EntryCancelled, 4) }, "seat 1 2 3 5 6 7 8 9 10 11 12 13"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, tt.name, tt.n)
			if tt.change != nil {
				tt.change(s)
			}
			if got := as(s); got != tt.want {
				t.Errorf("got  %s\nwant %s", got, tt.want)
			}
		})
	}
}

// TestAdmittedBy checks an entry's chance with its paragraph and its position on the list.
func TestAdmittedBy(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name     string
		n        int
		entry    league.Entry
		change   func(*officiating.Situation)
		position int
		want     string
	}{
		{"JP22 4 one is missing for a field of eight", 7, 7, nil, 7, "JP22 4: is-reserve-until (missing=1, position=7, size=8)"},
		{"JP22 4 of the reserves who loses priority is the last", 18, 3, func(s *officiating.Situation) { yield(s, 3) }, 2, "JP22 4: is-reserve (position=2)"},
		{"FG14 1 on the waiting list, too", 23, 21, func(s *officiating.Situation) { yield(s, 21) }, 3, "FG14 1: waits-for-referee (position=3)"},
		{"BG who found no room, too", 9, 7, func(s *officiating.Situation) {
			set(s, facts.Waiting, 7, 8, 9)
			yield(s, 7)
		}, 3, "BG: waits-for-seat (position=3)"},
		{"JP22 4 nobody is missing beyond sixteen", 18, 18, nil, 2, "JP22 4: is-reserve (position=2)"},
		{"JP22 4 after the start nobody is waited for", 9, 9, func(s *officiating.Situation) {
			set(s, facts.Waiting, 9)
			s.Event.State = facts.Running
		}, 1, "JP22 4: is-reserve (position=1)"},
		{"JP22 4 a seat", 8, 8, nil, 0, "JP22 4: has-seat"},
		{"FG14 1 waits for the referee", 22, 22, nil, 2, "FG14 1: waits-for-referee (position=2)"},
		{"FG14 2 asked too late", 13, 13, func(s *officiating.Situation) { s.Entries[12].EnteredAt = at(10, 21, 0) }, 0, "FG14 2: asked-too-late (deadline=10:20)"},
		{"SQ00 has no rule: no room", 9, 9, func(s *officiating.Situation) { set(s, facts.Waiting, 9) }, 1, "SQ00: waits-for-seat (position=1)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, tt.name, tt.n)
			if tt.change != nil {
				tt.change(s)
			}
			got, ok := s.Admitted(s.Admission(), tt.entry)
			if !ok || got.Grounds.String() != tt.want || got.Position != tt.position {
				t.Errorf("got %s at %d, want %s at %d", got.Grounds, got.Position, tt.want, tt.position)
			}
		})
	}
	if _, ok := gathered(t, "CN09", 12).Admitted(set(gathered(t, "CN09", 12), facts.EntryCancelled, 4).Admission(), 4); ok {
		t.Error("who does not come stands nowhere")
	}
}

// TestMayAccept: the referee accepts entries if the regulation lets them, and there is a place
// (FG14 1).
func TestMayAccept(t *testing.T) {
	t.Parallel()
	gone := func(s *officiating.Situation) { set(s, facts.EntryCancelled, 5) }
	tests := []struct {
		name   string
		change func(*officiating.Situation)
		entry  int
		undo   bool
		want   string
	}{
		{"FG14 1 nobody has given up", nil, 21, false, "state FG14 1: no-place-free (max=20)"},
		{"FG14 1 somebody has given up", gone, 22, false, ""},
		{"FG14 1 the place is taken by who was let in", func(s *officiating.Situation) { gone(s); s.Entries[21].AcceptedAt = &beginning }, 21, false, "state FG14 1: no-place-free (max=20)"},
		{"FG14 1 he has been let in", func(s *officiating.Situation) { gone(s); s.Entries[21].AcceptedAt = &beginning }, 22, false, "state entry-accepted (entry=22)"},
		{"FG14 1 he has a seat", gone, 1, false, "state entry-has-seat (entry=1)"},
		{"FG14 1 he has given up himself", gone, 5, false, "state entry-state (state=cancelled)"},
		{"FG14 2 he asked too late", func(s *officiating.Situation) { gone(s); s.Entries[21].EnteredAt = at(10, 21, 0) }, 22, false, "rule FG14 2: asked-too-late (deadline=10:20)"},
		{"FG14 1 the event has started", func(s *officiating.Situation) { s.Event.State = facts.Running }, 22, false, "state before-start-only"},
		{"FG14 1 the event is off", func(s *officiating.Situation) { s.Event.State = facts.Cancelled }, 22, false, "state before-start-only"},
		{"FG14 1 it is taken back", func(s *officiating.Situation) { gone(s); s.Entries[21].AcceptedAt = &beginning }, 22, true, ""},
		{"FG14 1 there is nothing to take back", gone, 22, true, "state entry-not-accepted (entry=22)"},
		{"SQ00 names no field", nil, 21, false, "rule SQ00 7: referee-lets-nobody-in"},
		{"BG names no field", nil, 21, false, "rule BG 1.1.5: referee-lets-nobody-in"},
		{"JP22 4 reserves come in their order", nil, 21, false, "rule JP22 2: referee-lets-nobody-in"},
		{"CN09 3.2 everybody is let in", nil, 21, false, "rule CN09 3.2: referee-lets-nobody-in"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, tt.name, 22)
			if tt.change != nil {
				tt.change(s)
			}
			if got := leaguetest.Answer(s.MayAccept(*s.Entry(league.Entry(tt.entry)), !tt.undo)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestStartingField: the entries that start, that wait and that did not come.
func TestStartingField(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		n      int
		change func(*officiating.Situation)
		want   string // states in the order of the start numbers, runs of one state together; or the refusal
	}{
		{"JP22 4 the eighth does not come, the ninth plays", 10, func(s *officiating.Situation) { set(s, facts.Entered, 8) }, "7 playing, 1 no-show, 1 playing, 1 waiting"},
		{"JP22 2 seven make no field", 7, nil, "rule JP22 2: field-size-not-allowed (entrants=7, min=8, nearest=8)"},
		{"FG14 1 who was let in plays, who waits stands by", 22, func(s *officiating.Situation) {
			set(s, facts.EntryCancelled, 5)
			s.Entries[20].AcceptedAt = &beginning
		}, "4 playing, 1 cancelled, 16 playing, 1 waiting"},
		{"SQ00 base 1 who comes late starts, who does not come does not", 8, func(s *officiating.Situation) {
			set(s, facts.Entered, 7, 8)
			late := 15
			s.Attendance = []facts.Attendance{{Ordinal: 1, Entry: 8, Round: 1, MinutesLate: &late, RevokedAt: &beginning}, {Ordinal: 2, Entry: 7, Round: 1, MinutesLate: &late}}
		}, "7 playing, 1 no-show"},
		{"CN09 3.2 there is no structure for eleven", 11, nil, "rule CN09 3.2: field-size-not-allowed (entrants=11, min=12, nearest=12)"},
		{"CN09 3.2 unless one was agreed", 11, func(s *officiating.Situation) { s.Structure = &facts.Structure{Rounds: 1, Final: true} }, "11 playing"},
		{"CN09 3.2 thirteen play", 14, func(s *officiating.Situation) { set(s, facts.Entered, 14) }, "13 playing, 1 no-show"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := gathered(t, tt.name, tt.n)
			if tt.change != nil {
				tt.change(s)
			}
			entries, starts, err := s.StartingField(false)
			got := leaguetest.Answer(err)
			if err == nil {
				got = states(entries)
				if playing := strings.Count(strings.Join(each(entries), " "), "playing"); playing != len(starts) {
					t.Errorf("%d start, %d play", len(starts), playing)
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	if _, _, err := gathered(t, "CN09", 4).StartingField(true); leaguetest.Answer(err) != "rule CN09 3.2: final-without-structure (players=4)" {
		t.Errorf("CN09 3.2: a final of four needs a structure: %v", err)
	}
}

// TestAdmissionIsTheStart: the start treats every entry as the admission announced it.
func TestAdmissionIsTheStart(t *testing.T) {
	t.Parallel()
	for code := range presetOf {
		for n := 1; n <= 24; n++ {
			s := gathered(t, code, n)
			says := strings.Fields(strings.TrimPrefix(strings.Split(as(s), ", ")[0], "seat "))
			_, starts, err := s.StartingField(false)
			if err != nil {
				continue
			}
			if len(starts) != len(says) {
				t.Errorf("%s: of %d the admission says that %v play, the start that %v do", code, n, says, starts)
			}
		}
	}
}

func each(entries []facts.Entry) []string {
	var out []string
	for _, e := range entries {
		out = append(out, string(e.State))
	}
	return out
}

// TestKeepSize: by the other reading of JP22 4 (A000-2) a field that reserves cannot fill keeps its
// size and is played incomplete.
func TestKeepSize(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		n     int
		gone  []int
		keep  string // by keep_size
		other string // by shrink, the reading taken
	}{
		{"JP22 4/nobody gives up", 12, nil, "seat " + upTo(12), "seat " + upTo(12)},
		{"JP22 4/one of twelve gives up", 12, []int{3}, "seat 1 2 4 5 6 7 8 9 10 11 12", "seat 1 2 4 5 6 7 8 9, reserve 10 11 12"},
		{"JP22 4/a reserve fills the field", 9, []int{3}, "seat 1 2 4 5 6 7 8 9", "seat 1 2 4 5 6 7 8 9"},
		{"JP22 4/of nine two give up", 9, []int{3, 4}, "seat 1 2 5 6 7 8 9", "reserve 1 2 5 6 7 8 9"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := set(gathered(t, tt.name, tt.n), facts.EntryCancelled, tt.gone...)
			if got := as(s); got != tt.other {
				t.Errorf("by shrink: got %s, want %s", got, tt.other)
			}
			read, err := s.Rules.WithReading("A000-2", "keep_size")
			if err != nil {
				t.Fatal(err)
			}
			s.Rules = read
			if got := as(s); got != tt.keep {
				t.Errorf("by keep_size: got %s, want %s", got, tt.keep)
			}
		})
	}
}

// yield marks entries as coming after the others when seats are short.
func yield(s *officiating.Situation, entries ...int) {
	for _, n := range entries {
		s.Entries[n-1].Yields = &league.Grounds{Reason: "yields-for-lapses"}
	}
}

// BG FP 2, by a house rule: a player who has lost priority is promoted from the waiting list after
// the others, and joins it behind them.
func TestPromoteByPriority(t *testing.T) {
	t.Parallel()
	s := gathered(t, "BG", 6)
	s.Event.Capacity, s.Event.State = 3, facts.Open
	set(s, facts.Waiting, 4, 5, 6)
	yield(s, 4)
	grounds := league.Grounds{Reason: "yields-for-lapses"}
	if e := s.Seat(facts.Entry{Number: 7}); e.State != facts.Waiting || e.WaitingPosition != 3 {
		t.Errorf("one with priority waits at %d", e.WaitingPosition)
	}
	if e := s.Seat(facts.Entry{Number: 7, Yields: &grounds}); e.State != facts.Waiting || e.WaitingPosition != 4 {
		t.Errorf("one without waits at %d", e.WaitingPosition)
	}
	var got []int
	for free := 1; free <= 3; free++ {
		s.Event.Capacity++
		for _, e := range s.Promote(time.Now()) {
			got = append(got, e.Number)
		}
	}
	if diff := cmp.Diff([]int{5, 6, 4}, got); diff != "" {
		t.Errorf("promoted (-want +got)\n%s", diff)
	}
}

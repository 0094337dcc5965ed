package officiating_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// entered returns an event with a capacity and a list of entries, whose states are given by
// letters: e entered, h here (checked in), w waiting, c cancelled, n did not come, p playing.
func entered(t *testing.T, name string, room int, list string) *officiating.Situation {
	t.Helper()
	s := gathered(t, name, len(list))
	s.Event.Capacity = room
	waiting := 0
	for i, letter := range list {
		e := &s.Entries[i]
		e.State = map[rune]facts.EntryState{
			'e': facts.Entered, 'h': facts.CheckedIn, 'w': facts.Waiting, 'c': facts.EntryCancelled, 'n': facts.NoShow, 'p': facts.Playing,
		}[letter]
		if letter == 'w' {
			waiting++
			e.WaitingPosition = waiting
		}
	}
	return s
}

// list writes the states of entries as [entered] reads them.
func list(s *officiating.Situation) string {
	letters := map[facts.EntryState]string{
		facts.Entered: "e", facts.CheckedIn: "h", facts.Waiting: "w", facts.EntryCancelled: "c", facts.NoShow: "n", facts.Playing: "p",
	}
	var b strings.Builder
	for _, e := range s.Entries {
		b.WriteString(letters[e.State])
	}
	return b.String()
}

// TestSeat: a new entry has a seat while there is room, else the last position on the waiting list.
// If the regulation has a rule on entries beyond the field, everybody is entered, and the players
// follow from all entries.
func TestSeat(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		room int
		list string
		want string
	}{
		{"JP22 4/within the field", 16, "eeee", "entered"},
		{"JP22 4/beyond the field they are entered, and stand by", 16, strings.Repeat("e", 16), "entered"},
		{"FG14 1/beyond twenty they are entered, and wait for the referee", 20, strings.Repeat("e", 20), "entered"},
		{"CN09 3.2/there is room", 3, "eh", "entered"},
		{"CN09 3.2/the room is full", 3, "ehe", "waiting 1"},
		{"CN09 3.2/behind those who wait already", 3, "eheww", "waiting 3"},
		{"CN09 3.2/who has cancelled takes no room", 3, "ehce", "waiting 1"},
		{"CN09 3.2/one who has cancelled left room", 3, "ehc", "entered"},
		{"BG 1.1.5/no field is printed: the room bounds it", 3, "eee", "waiting 1"},
		{"SQ00 4/no field is printed: the room bounds it", 3, "eee", "waiting 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := entered(t, tt.name, tt.room, tt.list).Seat(facts.Entry{Number: 99})
			got := string(e.State)
			if e.WaitingPosition > 0 {
				got += fmt.Sprint(" ", e.WaitingPosition)
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestPromote: the first of the waiting list move up to the seats that have become free,
// until the event starts.
func TestPromote(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		room     int
		list     string
		state    facts.EventState
		promoted string
		want     string
	}{
		{"CN09 3.2/no seat is free", 3, "eheww", facts.Open, "[]", "eheww"},
		{"CN09 3.2/one has given up", 3, "echww", facts.Open, "[4]", "echew"},
		{"CN09 3.2/one of two free seats has been taken by another", 3, "ecchww", facts.Open, "[5]", "ecchew"},
		{"CN09 3.2/the room has become larger", 4, "eheww", facts.Open, "[4]", "eheew"},
		{"CN09 3.2/more room than people wait", 9, "eheww", facts.Open, "[4 5]", "eheee"},
		{"CN09 3.2/after entries are closed too", 3, "echww", facts.Closed, "[4]", "echew"},
		{"CN09 3.2/not once it has started", 3, "ppnww", facts.Running, "[]", "ppnww"},
		{"SQ00 4/nobody waits", 3, "ec", facts.Open, "[]", "ec"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, tt.name, tt.room, tt.list)
			s.Event.State = tt.state
			numbers := []int{}
			for _, e := range s.Promote(time.Now()) {
				numbers = append(numbers, e.Number)
				if e.State != facts.Entered || e.WaitingPosition != 0 {
					t.Errorf("moved up is %+v", e)
				}
			}
			if got := fmt.Sprint(numbers); got != tt.promoted || list(s) != tt.want {
				t.Errorf("moved up are %s to %s, want %s to %s", got, list(s), tt.promoted, tt.want)
			}
		})
	}
}

// TestPromoteFillsTheRoom: whatever the states of the entries, promotion fills the free seats from
// the waiting list in its order, and takes nobody's seat.
func TestPromoteFillsTheRoom(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(rt *rapid.T) {
		before := rapid.StringMatching(`[ehwc]{0,12}`).Draw(rt, "list")
		room := rapid.IntRange(0, 12).Draw(rt, "room")
		s := entered(t, "CN09", room, before)
		taken, waited := s.SeatsTaken(), strings.Count(before, "w")
		moved := len(s.Promote(time.Now()))
		if want := max(0, min(room-taken, waited)); moved != want || s.SeatsTaken() != taken+moved {
			rt.Fatalf("%d of %d move up to %d seats of which %d were taken, want %d", moved, waited, room, taken, want)
		}
		for i, letter := range list(s) {
			was := rune(before[i])
			if was != 'w' && letter != was || was == 'w' && (letter == 'e') != (strings.Count(before[:i], "w") < moved) {
				rt.Fatalf("from %s to %s: not in the order of the list", before, list(s))
			}
		}
	})
}

// TestSeatsTaken: entries that are entered, checked in or playing hold a seat.
func TestSeatsTaken(t *testing.T) {
	t.Parallel()
	for states, want := range map[string]int{"": 0, "e": 1, "h": 1, "p": 1, "w": 0, "c": 0, "n": 0, "ehpwcn": 3} {
		if got := entered(t, "CN09", 9, states).SeatsTaken(); got != want {
			t.Errorf("%s: %d seats are taken, want %d", states, got, want)
		}
	}
}

// TestMayCancel: an entry is taken back until the event starts. In a final it follows from
// the place there (CN09 1.7, 1.9).
func TestMayCancel(t *testing.T) {
	t.Parallel()
	season := league.SeasonID{UUID: uuid.New()}
	final := func(kind string) func(*officiating.Situation) {
		return func(s *officiating.Situation) { s.Event.Kind, s.Event.SeasonID = kind, &season }
	}
	in := func(state facts.EventState) func(*officiating.Situation) {
		return func(s *officiating.Situation) { s.Event.State = state }
	}
	for _, tt := range []struct {
		name   string
		list   string
		change func(*officiating.Situation)
		want   string
	}{
		{"CN09 1.5/who has entered", "e", nil, ""},
		{"CN09 1.5/who is here", "h", nil, ""},
		{"CN09 1.5/who waits", "w", nil, ""},
		{"CN09 1.5/after entries are closed", "e", in(facts.Closed), ""},
		{"CN09 1.5/a second time", "c", nil, "state entry-state (state=cancelled)"},
		{"CN09 3.5/whoever plays leaves", "p", in(facts.Running), "state event-started"},
		{"CN09 3.5/who stands by once it has started", "w", in(facts.Running), "state event-started"},
		{"CN09 3.5/after the end", "p", in(facts.Finished), "state event-started"},
		{"CN09 1.5/of an event that is off", "e", in(facts.Cancelled), "state event-started"},
		{"CN09 1.7/of a regional final", "e", final(facts.KindRegionalFinal), "state CN09 1.7: entry-of-final"},
		{"CN09 1.9/of the national final", "e", final(facts.KindNationalFinal), "state CN09 1.9: entry-of-final"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, tt.name, 9, tt.list)
			if tt.change != nil {
				tt.change(s)
			}
			if got := leaguetest.Answer(s.MayCancel(s.Entries[0])); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestCheckIn: an entered player can be checked in, and checked out again, until the event starts.
func TestCheckIn(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		state facts.EventState
		list  string
		here  bool
		want  string
	}{
		{"who has entered comes", facts.Open, "e", true, "checked-in"},
		{"after entries are closed", facts.Closed, "e", true, "checked-in"},
		{"it was somebody else", facts.Open, "h", false, "entered"},
		{"twice", facts.Open, "h", true, "state entry-state (state=checked-in)"},
		{"who was not here", facts.Open, "e", false, "state entry-state (state=entered)"},
		{"who waits for a seat", facts.Open, "w", true, "state entry-state (state=waiting)"},
		{"who has cancelled", facts.Open, "c", true, "state entry-state (state=cancelled)"},
		{"before entries are open", facts.Announced, "e", true, "state event-state (state=announced, wanted=check-in)"},
		{"once it has started", facts.Running, "n", true, "state event-state (state=running, wanted=check-in)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, "CN09", 9, tt.list)
			s.Event.State = tt.state
			s.Entries[0].CheckedInAt = map[string]*time.Time{"h": &beginning}[tt.list]
			e, err := s.CheckIn(s.Entries[0], tt.here, beginning)
			got := leaguetest.Answer(err)
			if err == nil {
				got = string(e.State)
				if (e.CheckedInAt != nil) != tt.here {
					t.Errorf("here since %v", e.CheckedInAt)
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestClosedTo: people enter while entries are open, and at no other time.
func TestClosedTo(t *testing.T) {
	t.Parallel()
	for _, state := range []facts.EventState{facts.Draft, facts.Announced, facts.Open, facts.Closed, facts.Running, facts.Finished, facts.Cancelled} {
		s := gathered(t, "CN09", 0)
		s.Event.State = state
		got, want := officiating.Refusal(s.ClosedTo()), "state entries-not-open (state="+string(state)+")"
		if state == facts.Open {
			want = ""
		}
		if leaguetest.Answer(got) != want {
			t.Errorf("%s: got %q, want %q", state, leaguetest.Answer(got), want)
		}
	}
}

// TestRefusal: reasons of the regulation come before present obstacles, which may go away.
func TestRefusal(t *testing.T) {
	t.Parallel()
	closed, twice := league.Grounds{Reason: "entries-not-open"}, league.Grounds{Reason: "already-entered"}
	banned, employee := league.Grounds{Code: "CN09", Par: "1.5", Reason: "banned"}, league.Grounds{Code: "CN09", Par: "1.5", Reason: "employee-of-publisher"}
	for _, tt := range []struct {
		name    string
		reasons []league.Grounds
		want    string
	}{
		{"nothing", nil, ""},
		{"one thing now", []league.Grounds{closed}, "state entries-not-open"},
		{"two things now", []league.Grounds{closed, twice}, "state entries-not-open"},
		{"CN09 1.5/a rule", []league.Grounds{banned}, "faults /player: CN09 1.5: banned"},
		{"CN09 1.5/two rules", []league.Grounds{banned, employee}, "faults /player: CN09 1.5: banned; /player: CN09 1.5: employee-of-publisher"},
		{"CN09 1.5/a rule goes before what is now", []league.Grounds{closed, banned}, "faults /player: CN09 1.5: banned; /player: entries-not-open"},
	} {
		if got := leaguetest.Answer(officiating.Refusal(tt.reasons)); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestComes: players who are checked in come to the start, and so do entered ones recorded as late
// or as missing the first round (SQ00 base 1).
func TestComes(t *testing.T) {
	t.Parallel()
	late := 15
	of := func(entry, round int, minutes *int, revoked *time.Time) []facts.Attendance {
		return []facts.Attendance{{Ordinal: 1, Entry: entry, Round: round, MinutesLate: minutes, RevokedAt: revoked}}
	}
	for _, tt := range []struct {
		name   string
		list   string
		record []facts.Attendance
		want   bool
	}{
		{"SQ00 base 1/is here", "h", nil, true},
		{"SQ00 base 1/is not here", "e", nil, false},
		{"SQ00 base 1/comes late", "e", of(1, 1, &late, nil), true},
		{"SQ00 8/misses the first of three rounds", "e", of(1, 1, nil, nil), true},
		{"SQ00 base 1/that was a mistake", "e", of(1, 1, &late, &beginning), false},
		{"SQ00 base 1/another comes late", "e", of(2, 1, &late, nil), false},
		{"SQ00 base 1/late to another round", "e", of(1, 2, &late, nil), false},
		{"SQ00 base 1/who has cancelled does not come late", "c", of(1, 1, &late, nil), false},
	} {
		s := entered(t, tt.name, 9, tt.list)
		s.Attendance = tt.record
		if got := s.Comes(s.Entries[0]); got != tt.want {
			t.Errorf("%s: got %t", tt.name, got)
		}
	}
}

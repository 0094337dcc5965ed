package officiating_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// TestStatesOfAnEvent: the predicates of each state of an event by letters: r for running, b for
// before the start, g for gathering, o for over.
func TestStatesOfAnEvent(t *testing.T) {
	t.Parallel()
	for state, want := range map[facts.EventState]string{
		facts.Draft: "b", facts.Announced: "b", facts.Open: "bg", facts.Closed: "bg", facts.Running: "r", facts.Finished: "o", facts.Cancelled: "o",
	} {
		s := gathered(t, "CN09", 0)
		s.Event.State = state
		running, before := s.RequireRunning(), s.RequireBeforeStart()
		got := ""
		for _, answer := range []struct {
			letter string
			yes    bool
		}{{"r", running == nil}, {"b", before == nil}, {"g", s.Gathering()}, {"o", s.Over()}} {
			if answer.yes {
				got += answer.letter
			}
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", state, got, want)
		}
		if running != nil && leaguetest.Answer(running) != "state event-not-running (state="+string(state)+")" || before != nil && leaguetest.Answer(before) != "state before-start-only" {
			t.Errorf("%s: %v, %v", state, running, before)
		}
	}
}

// TestPlayedElsewhere: an event that was played elsewhere has only a ranking, and an unknown
// structure.
func TestPlayedElsewhere(t *testing.T) {
	t.Parallel()
	s := gathered(t, "CN09", 4)
	set(s, facts.Playing, 1, 2, 3)
	set(s, facts.NoShow, 4)
	s.Event.Elsewhere, s.Event.State = true, facts.Finished
	s.Recorded = []league.PlayerID{s.Entries[2].PlayerID, s.Entries[0].PlayerID, s.Entries[1].PlayerID}
	if err := s.Replay(); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, row := range s.State.Final {
		got = append(got, fmt.Sprint(row.Place, ":", row.Entry, " ", row.Grounds))
	}
	if want := "1:3 recorded-elsewhere, 2:1 recorded-elsewhere, 3:2 recorded-elsewhere"; strings.Join(got, ", ") != want {
		t.Errorf("got %s, want %s", strings.Join(got, ", "), want)
	}
	if !slices.Equal(s.Ranking(), s.Recorded) {
		t.Errorf("ranked are %v, want %v", s.Ranking(), s.Recorded)
	}
	if format, ok := s.Format(); ok {
		t.Errorf("nobody has said by which structure it was played: %+v", format)
	}
	if replayed, err := s.Replayed(); err != nil || len(replayed.Final) != 3 {
		t.Errorf("derived again: %+v, %v", replayed.Final, err)
	}
}

// TestRanking: the players of an event that is over, without those who are unclassified (SQ00 8).
func TestRanking(t *testing.T) {
	t.Parallel()
	s := begun(t, "CN09", 12)
	if got := s.Ranking(); len(got) != 0 {
		t.Errorf("before the end: %v", got)
	}
	for range 3 {
		play(t, draw(t, s))
	}
	ranking := s.Ranking()
	if len(ranking) != 12 || ranking[0] != s.Entry(s.State.Final[0].Entry).PlayerID {
		t.Errorf("CN09 3.2: %d are ranked, the first is %v", len(ranking), ranking[0])
	}
	s.State.Final[11].Place = 0
	if got := s.Ranking(); len(got) != 11 {
		t.Errorf("SQ00 8: who has played too few games is not ranked: %d are", len(got))
	}
}

// TestFinalGrounds: the paragraph on places determines who comes to a final of a season.
func TestFinalGrounds(t *testing.T) {
	t.Parallel()
	for kind, want := range map[string]string{
		facts.KindRegionalFinal: "CN09 1.7: final-field-by-places", facts.KindNationalFinal: "CN09 1.9: final-field-by-places",
	} {
		s := gathered(t, "CN09", 0)
		s.Event.Kind = kind
		if got := s.FieldGrounds().String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestCopyIsApart: a change of any list of a copy does not change the original.
func TestCopyIsApart(t *testing.T) {
	t.Parallel()
	make := func() *officiating.Situation {
		s := play(t, draw(t, begun(t, "CN09", 12)))
		s.Sanctions = []facts.Sanction{{Ordinal: 1}}
		s.Withdrawals = []facts.Withdrawal{{Ordinal: 1}}
		s.Apart = []facts.Apart{{Ordinal: 1}}
		s.Attendance = []facts.Attendance{{Ordinal: 1}}
		return s
	}
	s, same := make(), make()
	for name, change := range map[string]func(c *officiating.Situation){
		"entries":     func(c *officiating.Situation) { c.Entries[0].State = facts.NoShow },
		"sanctions":   func(c *officiating.Situation) { c.Sanctions[0].RevokedAt = &beginning },
		"withdrawals": func(c *officiating.Situation) { c.Withdrawals[0].Entry = 5 },
		"apart":       func(c *officiating.Situation) { c.Apart[0].Other = 5 },
		"attendance":  func(c *officiating.Situation) { c.Attendance[0].Entry = 5 },
		"rounds":      func(c *officiating.Situation) { c.Rounds[0].State = "open" },
		"tables":      func(c *officiating.Situation) { c.Rounds[0].Tables[0].Result = nil },
		"undraw":      func(c *officiating.Situation) { c.Undraw(1) },
	} {
		change(s.Copy())
		if diff := cmp.Diff(same.EventFacts, s.EventFacts); diff != "" {
			t.Errorf("%s of a copy were changed: %s", name, diff)
		}
	}
}

// TestReplay: before the start the state is empty, and a preview leaves the state unchanged.
func TestReplay(t *testing.T) {
	t.Parallel()
	s := gathered(t, "CN09", 12)
	if err := s.Replay(); err != nil || s.State.Format.Rounds != 0 {
		t.Errorf("before the start: %+v, %v", s.State.Format, err)
	}
	s = play(t, draw(t, begun(t, "CN09", 12)))
	before := s.State.Next.Number
	s.Rounds = s.Rounds[:0]
	looked, err := s.Replayed()
	if err != nil || looked.Next.Number != 1 || s.State.Next.Number != before {
		t.Errorf("a look at the first round: next is %d, and in the state %d: %v", looked.Next.Number, s.State.Next.Number, err)
	}
	if err := s.Replay(); err != nil || s.State.Next.Number != 1 {
		t.Errorf("derived: next is %d: %v", s.State.Next.Number, err)
	}
	s.Event.Formula = "unknown"
	if err := s.Replay(); err == nil {
		t.Error("facts that contradict the ruleset were derived from")
	}
}

// TestSize: the size of a situation grows with its records.
func TestSize(t *testing.T) {
	t.Parallel()
	s := begun(t, "CN09", 12)
	before := s.Size()
	for _, grow := range []func(){
		func() { draw(t, s) },
		func() { s.Sanctions = append(s.Sanctions, facts.Sanction{}) },
		func() { s.Withdrawals = append(s.Withdrawals, facts.Withdrawal{}) },
		func() { s.Attendance = append(s.Attendance, facts.Attendance{}) },
		func() { s.Apart = append(s.Apart, facts.Apart{}) },
		func() { s.Previous = append(s.Previous, facts.Previous{}) },
		func() { s.Entries = append(s.Entries, facts.Entry{}) },
	} {
		if grow(); s.Size() <= before {
			t.Errorf("%d rows after one more than %d", s.Size(), before)
		}
		before = s.Size()
	}
}

// TestMomentIsNow: the moment during a game is the open round in which the entry sits, otherwise it
// is after the latest round; it does not depend on other entries.
func TestMomentIsNow(t *testing.T) {
	t.Parallel()
	s := begun(t, "CN09", 13)
	want := []league.Moment{{Round: 0}, {Round: 1}, {Round: 1}, {Round: 2}}
	for i, do := range []func(){func() {}, func() { draw(t, s) }, func() { play(t, s) }, func() { draw(t, s) }} {
		do()
		for _, e := range s.InPlay() {
			if at, err := s.Moment(league.Entry(e.Number), false); err != nil || at != want[i] {
				t.Errorf("entry %d is at %+v, want %+v: %v", e.Number, at, want[i], err)
			}
		}
	}
}

package officiating_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
)

// marks reads "1+ 2- 3$ 4+$ 5! 6+@2": here, not here, has paid, both, has not paid after all, here as seen at version 2.
func marks(text string) []officiating.Mark {
	yes, no := true, false
	out := []officiating.Mark{}
	for _, field := range strings.Fields(text) {
		field, seen, _ := strings.Cut(field, "@")
		number, _ := strconv.Atoi(strings.TrimRight(field, "+-$!"))
		m := officiating.Mark{Entry: league.Entry(number)}
		m.Seen, _ = strconv.Atoi(seen)
		for letter, set := range map[string]func(){
			"+": func() { m.Here = &yes }, "-": func() { m.Here = &no }, "$": func() { m.Paid = &yes }, "!": func() { m.Paid = &no },
		} {
			if strings.Contains(field, letter) {
				set()
			}
		}
		out = append(out, m)
	}
	return out
}

// TestMark: the marks of a list are made together or not at all. A mark that is set already is no
// change, so that the list can be sent again; a fee can be marked in any state of the entry (CN09
// 1.10).
func TestMark(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		list  string
		state facts.EventState
		marks string
		want  string // numbers, states and fees of the changed entries, or the refusal
	}{
		{"CN09 1.10/all at once", "eee", facts.Open, "1+$ 2+ 3$", "1 checked-in paid, 2 checked-in, 3 entered paid"},
		{"CN09 1.10/in the order of the list", "eee", facts.Open, "3+ 1+", "3 checked-in, 1 checked-in"},
		{"CN09 1.10/after entries are closed", "e", facts.Closed, "1+", "1 checked-in"},
		{"CN09 1.10/who is here already stays", "he", facts.Open, "1+ 2+", "2 checked-in"},
		{"CN09 1.10/not after all", "he", facts.Open, "1- 2-", "1 entered"},
		{"CN09 1.10/who waits is not here", "w", facts.Open, "1-", ""},
		{"CN09 1.10/who waits has paid", "w", facts.Open, "1$", "1 waiting paid"},
		{"CN09 1.10/not paid after all changes nothing that was not", "e", facts.Open, "1!", ""},
		{"CN09 1.10/a fee at a table", "p", facts.Running, "1$", "1 playing paid"},
		{"CN09 1.5/all without a seat are named", "ewc", facts.Open, "1+ 2+ 3+", "state entries-without-seat (entries=2, 3)"},
		{"CN09 1.5/nobody arrives once it has started", "pw", facts.Running, "1+", "state event-state (state=running, wanted=check-in)"},
		{"CN09 1.5/nobody leaves by a mark either", "pw", facts.Running, "2-", "state event-state (state=running, wanted=check-in)"},
		{"CN09 1.5/nobody has this number", "e", facts.Open, "1+ 7+", "faults /marks/1/entry: unknown-entry (entry=7)"},
		{"CN09 1.5/one entry twice", "e", facts.Open, "1+ 1$", "faults /marks/1/entry: entry-twice (entry=1)"},
		{"CN09 1.10/a name without a mark", "ee", facts.Open, "1+ 2@3", "faults /marks/1: nothing-marked (entry=2)"},
		{"CN09 1.10/as it was seen", "e", facts.Open, "1+$@3", "1 checked-in paid"},
		{"CN09 1.10/changed since it was seen", "e", facts.Open, "1+@2", "state marked-since (entries=1)"},
		{"CN09 1.10/a fee of whom somebody has changed since", "he", facts.Open, "1$@2", "state marked-since (entries=1)"},
		{"CN09 1.10/all that were changed since are named, and nobody is marked", "eeh", facts.Open, "1+@2 2+@3 3-@1", "state marked-since (entries=1, 3)"},
		{"CN09 1.10/changed since, but to what is marked", "h", facts.Open, "1+@2", ""},
		{"CN09 1.10/seen before somebody lost the seat", "c", facts.Open, "1+@2", "state entries-without-seat (entries=1)"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := entered(t, tt.name, 9, tt.list)
			s.Event.State = tt.state
			for i := range s.Entries {
				s.Entries[i].Version = 3
			}
			changed, err := s.Mark(marks(tt.marks), time.Unix(0, 0))
			got := leaguetest.Answer(err)
			for i, m := range changed {
				got += fmt.Sprintf("%s%d %s%s", map[bool]string{true: ", "}[i > 0], m.After.Number, m.After.State, map[bool]string{true: " paid"}[m.After.FeePaid])
				if m.Before != *s.Entry(league.Entry(m.After.Number)) {
					t.Errorf("before the mark entry %d was %+v", m.After.Number, m.Before)
				}
				if m.Arrives() != (m.Before.State != m.After.State && m.After.CheckedInAt != nil) {
					t.Errorf("entry %d arrives: %t, from %s to %s", m.After.Number, m.Arrives(), m.Before.State, m.After.State)
				}
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// TestMarkShowsWhatStands: a refusal because of another person's mark contains that mark, and the
// version with which to mark again.
func TestMarkShowsWhatStands(t *testing.T) {
	t.Parallel()
	s := entered(t, "CN09 1.10/two at the door", 9, "he")
	s.Event.State = facts.Open
	s.Entry(1).Version, s.Entry(1).FeePaid, s.Entry(2).Version = 4, true, 2
	_, err := s.Mark(marks("1-@3 2+@2"), time.Unix(0, 0))
	var state *league.StateError
	if !errors.As(err, &state) {
		t.Fatalf("marked over somebody else's mark: %v", err)
	}
	want := []map[string]any{{"entry": 1, "version": 4, "state": "checked-in", "feePaid": true}}
	if diff := cmp.Diff(want, state.Current["entries"]); diff != "" {
		t.Errorf("what stands (-want +got):\n%s", diff)
	}
	if changed, err := s.Mark(marks("1-@4 2+@2"), time.Unix(0, 0)); err != nil || len(changed) != 2 {
		t.Errorf("with what was shown: %d changed, %v", len(changed), err)
	}
}

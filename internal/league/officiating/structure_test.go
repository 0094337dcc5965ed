package officiating_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/leaguetest"
	"referto/internal/league/officiating"
	"referto/internal/league/rules"
)

// TestAgreedStructure: another structure than the formula's (CN09 3.2).
func TestAgreedStructure(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name      string
		structure rules.Structure
		want      string
	}{
		{"CN09 3.2 one round and the final", rules.Structure{Rounds: 1, Final: true}, ""},
		{"CN09 3.2 no semifinal without a final", rules.Structure{Rounds: 2, Semifinal: true}, "faults /semifinal: CN09: no-semifinal-rule"},
		{"CN09 3.2 no rounds before semifinals that are drawn", rules.Structure{Rounds: 2, Semifinal: true, Final: true, Advance: 1}, "faults /rounds: CN09: outside-range (max=0, min=0)"},
		{"CN09 3.2 semifinals that are drawn", rules.Structure{Semifinal: true, Final: true, Advance: 1}, ""},
		{"FG14 3 allows none", rules.Structure{Rounds: 1, Final: true}, "rule FG14 3: no-other-structure"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := leaguetest.Answer(gathered(t, tt.name, 12).MayPropose(tt.structure)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	s := gathered(t, "CN09", 12)
	if approve, start := leaguetest.Answer(s.MayApprove()), leaguetest.Answer(s.RequireAgreed()); approve != "state no-structure-proposed" || start != "" || s.Agreed() != nil {
		t.Errorf("without a proposal: %q, %q", approve, start)
	}
	s.Structure = &facts.Structure{Rounds: 1, Final: true}
	if approve, start := leaguetest.Answer(s.MayApprove()), leaguetest.Answer(s.RequireAgreed()); approve != "" || start != "state CN09 3.2: structure-not-approved (by=championship-manager)" || s.Agreed() != nil {
		t.Errorf("CN09 3.2 proposed: %q, %q", approve, start)
	}
	s.Structure.ApprovedAt = &beginning
	format, ok := s.Format()
	if approve, start := leaguetest.Answer(s.MayApprove()), leaguetest.Answer(s.RequireAgreed()); approve != "state structure-approved" || start != "" || !ok || format.Rounds != 1 || !format.Final {
		t.Errorf("CN09 3.2 approved: %q, %q, %+v", approve, start, format)
	}
}

// TestPrevious: the standings of the event before seat the first round (SQ00 4).
func TestPrevious(t *testing.T) {
	t.Parallel()
	s := gathered(t, "SQ00", 11)
	for text, want := range map[string]string{
		"11 11":   "faults /entries/1: SQ00: entry-twice (entry=11)",
		"12":      "faults /entries/0: SQ00: unknown-entry (entry=12)",
		"11 10 9": "",
	} {
		lines, err := s.PreviousEntries(numbered(t, text))
		if got := leaguetest.Answer(err); got != want || err == nil && (len(lines) != 3 || lines[0].Position != 1 || lines[0].PlayerID != s.Entry(league.Entry(11)).PlayerID) {
			t.Errorf("SQ00 4 %s: got %q, want %q: %+v", text, got, want, lines)
		}
	}
	earlier := gathered(t, "BG", 4)
	earlier.Event.StartsAt = beginning.Add(-7 * 24 * time.Hour)
	for state, want := range map[facts.EventState]string{facts.Running: "faults /event: event-not-finished", facts.Finished: ""} {
		earlier.Event.State = state
		if _, err := s.PreviousEvent(earlier); leaguetest.Answer(err) != want {
			t.Errorf("SQ00 4 of an event that is %s: %v", state, err)
		}
	}
	earlier.Event.State, earlier.Event.StartsAt = facts.Finished, beginning
	if _, err := s.PreviousEvent(earlier); leaguetest.Answer(err) != "faults /event: event-not-earlier" {
		t.Errorf("SQ00 4: %v", err)
	}
	for code, want := range map[string]string{"SQ00": "", "CN09": "rule CN09 3.2b: no-previous-standings (section=seating.pairings)"} {
		if got := leaguetest.Answer(gathered(t, code, 12).MayFollowPrevious()); got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

// TestFormat: the structure of an event before its start is the one for the entries that would
// start, by the table of the regulation; an agreed structure takes precedence (CN09 3.2).
func TestFormat(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		n       int
		formula string
		want    string // rounds, with s for a semifinal and f for a final, and the tables; "" for none
	}{
		{"JP22 2/seven", 7, "", ""},
		{"JP22 2/eight", 8, "", "1 f 4 4"},
		{"JP22 2/eleven: eight play", 11, "", "1 f 4 4"},
		{"JP22 2/twelve", 12, "", "1 f 3 3 3 3"},
		{"JP22 2/sixteen", 16, "", "1 f 4 4 4 4"},
		{"FG14 1/eleven", 11, "", ""},
		{"FG14 1/twelve", 12, "", "2 f 4 4 4"},
		{"FG14 3/seventeen, as printed", 17, "", "2 f 4 4 3 3 3"},
		{"FG14 1/twenty-two: twenty play", 22, "", "2 f 4 4 4 4 4"},
		{"CN09 3.2/eleven", 11, "club", ""},
		{"CN09 3.2/club of 12", 12, "club", "2 f 4 4 4"},
		{"CN09 3.2/club of 16", 16, "club", "2 f 4 4 4 4"},
		{"CN09 3.2a/club of 17, as printed", 17, "club", "3 f 4 4 3 3 3"},
		{"CN09 3.2/club of 24", 24, "club", "3 f 4 4 4 4 4 4"},
		{"CN09 3.2/club of 25", 25, "club", "3 sf 4 4 4 4 3 3 3"},
		{"CN09 3.2/club of 36", 36, "club", "3 sf 4 4 4 4 4 4 4 4 4"},
		{"CN09 3.2/club of 37", 37, "club", "4 sf 4 4 4 4 4 4 4 3 3 3"},
		{"CN09 3.2/convention of 12", 12, "convention", "2 f 4 4 4"},
		{"CN09 3.2/convention of 17", 17, "convention", "2 f 4 4 3 3 3"},
		{"CN09 3.2/convention of 25", 25, "convention", "2 sf 4 4 4 4 3 3 3"},
		{"CN09 3.2/convention of 37", 37, "convention", "3 sf 4 4 4 4 4 4 4 3 3 3"},
		{"BG 1.2.3/two rounds", 7, "two-rounds", "2  4 3"},
		{"BG 1.2.3/three rounds", 7, "three-rounds", "3  4 3"},
		{"BG 2.2.1/five make no tables", 5, "two-rounds", ""},
		{"SQ00 8/twelve", 12, "", "3  6 6"},
		{"SQ00 4/eleven, as printed", 11, "", "3  6 5"},
		{"SQ00 7/seven", 7, "", "3  4 3"},
	} {
		s := gathered(t, tt.name, tt.n)
		if tt.formula != "" {
			s.Event.Formula = tt.formula
		}
		got := ""
		if f, ok := s.Format(); ok {
			got = fmt.Sprintf("%d %s%s %s", f.Rounds, map[bool]string{true: "s"}[f.Semifinal], map[bool]string{true: "f"}[f.Final], strings.Trim(fmt.Sprint(f.TableSizes), "[]"))
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestFormatIsFixedAtTheStart: the number of rounds does not change when players leave (CN09
// 3.2a).
func TestFormatIsFixedAtTheStart(t *testing.T) {
	t.Parallel()
	s := gathered(t, "CN09", 17)
	begin(t, s)
	for entry := 1; entry <= 5; entry++ {
		withdrew(t, s, facts.Withdrawal{Entry: entry})
	}
	if f, ok := s.Format(); !ok || f.Rounds != 3 {
		t.Errorf("CN09 3.2a: of seventeen twelve are left, and %d rounds are played", f.Rounds)
	}
	agreed := gathered(t, "CN09", 17)
	agreed.Structure = &facts.Structure{Rounds: 1, Final: true, ApprovedAt: &beginning}
	if f, ok := begin(t, agreed).Format(); !ok || f.Rounds != 1 {
		t.Errorf("CN09 3.2: one round was agreed, and %d are played", f.Rounds)
	}
}

// TestRulesOnOtherStructures: whether a regulation lets another structure be agreed, seats the
// first round by the previous standings, keeps people apart, and has rules on absence and lateness.
func TestRulesOnOtherStructures(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ code, propose, previous, apart, absent, late string }{
		{"JP22", "rule JP22 2: no-other-structure", "rule JP22 2: no-previous-standings (section=seating.pairings)", "rule JP22 2: nobody-kept-apart (section=seating.pairings.apart)", "rule JP22: no-rule-on-absence (section=attendance)", "rule JP22: no-rule-on-lateness (section=attendance)"},
		{"FG14", "rule FG14 3: no-other-structure", "rule FG14 3: no-previous-standings (section=seating.pairings)", "rule FG14 3: nobody-kept-apart (section=seating.pairings.apart)", "rule FG14 3: no-rule-on-absence (section=attendance)", "rule FG14: no-rule-on-lateness (section=attendance)"},
		{"CN09", "", "rule CN09 3.2b: no-previous-standings (section=seating.pairings)", "rule CN09 3.2b: nobody-kept-apart (section=seating.pairings.apart)", "rule CN09: no-rule-on-absence (section=attendance)", "rule CN09: no-rule-on-lateness (section=attendance)"},
		{"BG", "rule BG 1.2.3: no-other-structure", "rule BG 1.2.4: no-previous-standings (section=seating.pairings)", "rule BG 1.2.4: nobody-kept-apart (section=seating.pairings.apart)", "", "rule BG 1.1.5: no-rule-on-lateness (section=attendance)"},
		{"SQ00", "rule SQ00: no-other-structure", "", "", "", ""},
	} {
		s := gathered(t, tt.code, 12)
		_, apart := s.KeepApart(1, 2, "fratelli")
		_, absent := s.Miss(officiating.NewAttendance{Entries: numbered(t, "1"), Round: 1})
		_, late := s.Miss(officiating.NewAttendance{Entries: numbered(t, "1"), Round: 1, MinutesLate: 5})
		for what, got := range map[string][2]string{
			"another structure":    {leaguetest.Answer(s.MayPropose(rules.Structure{Rounds: 1, Final: true})), tt.propose},
			"standings before":     {leaguetest.Answer(s.MayFollowPrevious()), tt.previous},
			"people kept apart":    {leaguetest.Answer(apart), tt.apart},
			"absence from a round": {leaguetest.Answer(absent), tt.absent},
			"lateness":             {leaguetest.Answer(late), tt.late},
		} {
			if got[0] != got[1] {
				t.Errorf("%s, %s: got %q, want %q", tt.code, what, got[0], got[1])
			}
		}
	}
}

// TestPreviousEventOrder: an earlier event supplies its final order by players, whether or not they
// enter the next (SQ00 4).
func TestPreviousEventOrder(t *testing.T) {
	t.Parallel()
	earlier := begun(t, "BG", 4)
	play(t, draw(t, play(t, draw(t, earlier))))
	earlier.Event.StartsAt, earlier.Event.State = beginning.Add(-7*24*time.Hour), facts.Finished
	earlier.Event.ID = league.EventID{UUID: uuid.New()}
	lines, err := gathered(t, "SQ00", 2).PreviousEvent(earlier)
	if err != nil || len(lines) != 4 {
		t.Fatalf("got %+v: %v", lines, err)
	}
	for i, line := range lines {
		want := earlier.Entry(earlier.State.Final[i].Entry)
		if line.Position != i+1 || line.PlayerID != want.PlayerID || line.Player != want.PlayerName || *line.FromEvent != earlier.Event.ID {
			t.Errorf("line %d is %+v, want %s", i+1, line, want.PlayerName)
		}
	}
}

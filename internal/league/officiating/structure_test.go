package officiating_test

import (
	"testing"
	"time"

	"referto/internal/league"
	"referto/internal/league/facts"
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
			if got := said(gathered(t, tt.name, 12).MayPropose(tt.structure)); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
	s := gathered(t, "CN09", 12)
	if approve, start := said(s.MayApprove()), said(s.RequireAgreed()); approve != "state no-structure-proposed" || start != "" || s.Agreed() != nil {
		t.Errorf("without a proposal: %q, %q", approve, start)
	}
	s.Structure = &facts.Structure{Rounds: 1, Final: true}
	if approve, start := said(s.MayApprove()), said(s.RequireAgreed()); approve != "" || start != "state CN09 3.2: structure-not-approved (by=championship-manager)" || s.Agreed() != nil {
		t.Errorf("CN09 3.2 proposed: %q, %q", approve, start)
	}
	s.Structure.ApprovedAt = &beginning
	format, ok := s.Format()
	if approve, start := said(s.MayApprove()), said(s.RequireAgreed()); approve != "state structure-approved" || start != "" || !ok || format.Rounds != 1 || !format.Final {
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
		if got := said(err); got != want || err == nil && (len(lines) != 3 || lines[0].Position != 1 || lines[0].PlayerID != s.Entry(league.Entry(11)).PlayerID) {
			t.Errorf("SQ00 4 %s: got %q, want %q: %+v", text, got, want, lines)
		}
	}
	earlier := gathered(t, "BG", 4)
	earlier.Event.StartsAt = beginning.Add(-7 * 24 * time.Hour)
	for state, want := range map[facts.EventState]string{facts.Running: "faults /event: event-not-finished", facts.Finished: ""} {
		earlier.Event.State = state
		if _, err := s.PreviousEvent(earlier); said(err) != want {
			t.Errorf("SQ00 4 of an event that is %s: %v", state, err)
		}
	}
	earlier.Event.State, earlier.Event.StartsAt = facts.Finished, beginning
	if _, err := s.PreviousEvent(earlier); said(err) != "faults /event: event-not-earlier" {
		t.Errorf("SQ00 4: %v", err)
	}
	for code, want := range map[string]string{"SQ00": "", "CN09": "rule CN09 3.2b: no-previous-standings (section=seating.pairings)"} {
		if got := said(gathered(t, code, 12).MayFollowPrevious()); got != want {
			t.Errorf("%s: got %q, want %q", code, got, want)
		}
	}
}

package ranking_test

import (
	"errors"
	"testing"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/ranking"
)

// An event counts once it is finished, and homologated where a season asks for it, unless it was declared void.
func TestCounts(t *testing.T) {
	t.Parallel()
	season := &league.SeasonID{UUID: uuid.UUID{1}}
	homologated, invalidated := &facts.Verdict{Kind: facts.VerdictHomologated}, &facts.Verdict{Kind: facts.VerdictInvalidated}
	void, valid := &facts.EventValidity{Number: 1}, &facts.EventValidity{Number: 2, Valid: true}
	for _, tt := range []struct {
		says     string
		event    facts.Event
		verdict  *facts.Verdict
		validity *facts.EventValidity
		want     bool
	}{
		{"BG 1 a finished event", facts.Event{State: facts.Finished}, nil, nil, true},
		{"BG 1 one that is played", facts.Event{State: facts.Running}, nil, nil, false},
		{"BG 1 one that was cancelled", facts.Event{State: facts.Cancelled}, nil, nil, false},
		{"D003-15 one that was declared void", facts.Event{State: facts.Finished}, nil, void, false},
		{"D003-15 one that counts after all", facts.Event{State: facts.Finished}, nil, valid, true},
		{"D003-15 one that is played again", facts.Event{State: facts.Running}, nil, valid, false},
		{"CN09 4.1 one of a season that nobody has homologated", facts.Event{State: facts.Finished, SeasonID: season}, nil, nil, false},
		{"CN09 4.1 one of a season that was homologated", facts.Event{State: facts.Finished, SeasonID: season}, homologated, nil, true},
		{"CN09 1.11 one of a season that was invalidated", facts.Event{State: facts.Finished, SeasonID: season}, invalidated, nil, false},
	} {
		if got := ranking.Counts(tt.event, tt.verdict, tt.validity); got != tt.want {
			t.Errorf("%s: counts %t", tt.says, got)
		}
	}
}

// An event outside of seasons can be declared void, and valid again (D003-15); decisions are numbered.
func TestDeclare(t *testing.T) {
	t.Parallel()
	over := facts.Event{State: facts.Finished}
	void := &facts.EventValidity{Number: 3, Reason: "the wrong map"}
	valid := &facts.EventValidity{Number: 4, Valid: true}
	for _, tt := range []struct {
		says   string
		event  facts.Event
		last   *facts.EventValidity
		valid  bool
		number int    // of the decision; 0 where it is refused
		why    string // it is refused
	}{
		{"D003-15 void", over, nil, false, 1, ""},
		{"D003-15 valid again", over, void, true, 4, ""},
		{"D003-15 void once more", over, valid, false, 5, ""},
		{"D003-15 it counts from the beginning", over, nil, true, 0, "validity-as-it-was"},
		{"D003-15 it is void already", over, void, false, 0, "validity-as-it-was"},
		{"D003-15 it is not over", facts.Event{State: facts.Running}, nil, false, 0, "event-not-finished"},
		{"CN09 4.1 homologation decides about an event of a season", facts.Event{State: facts.Finished, SeasonID: &league.SeasonID{}}, nil, false, 0, "homologation-decides"},
		{"CN09 4.1 also while it is played", facts.Event{State: facts.Running, SeasonID: &league.SeasonID{}}, nil, false, 0, "homologation-decides"},
	} {
		got, err := ranking.Declare(tt.event, tt.last, tt.valid, "as the minutes say")
		var refused *league.StateError
		switch {
		case tt.number == 0:
			if !errors.As(err, &refused) || refused.Reason != tt.why {
				t.Errorf("%s: %v, %v", tt.says, got, err)
			}
		case err != nil || got != (facts.EventValidity{Number: tt.number, Valid: tt.valid, Reason: "as the minutes say"}):
			t.Errorf("%s: %v, %v", tt.says, got, err)
		}
	}
}

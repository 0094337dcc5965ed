package eventfiletest_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/eventfile"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/rules/presets"
)

// TestTheSameSeedPlaysTheSameEvent checks for each regulation that a seed gives one event, that
// another seed gives another, and that the regulation allows everything in it.
func TestTheSameSeedPlaysTheSameEvent(t *testing.T) {
	t.Parallel()
	for _, preset := range presets.IDs() {
		one, r := eventfiletest.Play(t, preset, 7)
		again, _ := eventfiletest.Play(t, preset, 7)
		other, _ := eventfiletest.Play(t, preset, 8)
		if diff := cmp.Diff(one, again); diff != "" {
			t.Errorf("%s: %s", preset, diff)
		}
		if cmp.Equal(one.Facts.Rounds, other.Facts.Rounds) {
			t.Errorf("%s: two seeds play the same", preset)
		}
		if r.ID != preset || len(one.Facts.Rounds) < 2 || len(one.Facts.Entrants) != len(one.Entries)-1 {
			t.Errorf("%s: %d rounds of %d, %d entered", r.ID, len(one.Facts.Rounds), len(one.Facts.Entrants), len(one.Entries))
		}
		text, err := eventfile.Encode(one)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := eventfile.Read(eventfile.JSON, text, eventfile.Standard(), eventfiletest.Rulesets); err != nil || len(f.Faults) > 0 {
			t.Errorf("%s: %v %v", preset, err, f.Faults)
		}
	}
}

// TestRulesets: presets with readings are found; unknown ones are refused as the desk does.
func TestRulesets(t *testing.T) {
	t.Parallel()
	r, err := eventfiletest.Rulesets(eventfile.Ruleset{Key: "catan-ranglista-bg", Readings: map[string]string{"A003-2": "cap_winner"}})
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := r.ReadingValue("A003-2"); got != "cap_winner" {
		t.Errorf("read as %s", got)
	}
	if _, err := eventfiletest.Rulesets(eventfile.Ruleset{Key: "risiko"}); !errors.Is(err, league.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	var faults league.Faults
	if _, err := eventfiletest.Rulesets(eventfile.Ruleset{Key: "catan-ranglista-bg", Readings: map[string]string{"A003-2": "both"}}); !errors.As(err, &faults) {
		t.Errorf("got %v", err)
	}
}

package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/rules"
)

// TestReadingsOfCN09 holds which readings CN09 has open, of a tournament and of
// the season, the preset's own first.
func TestReadingsOfCN09(t *testing.T) {
	t.Parallel()
	want := map[string][]string{
		"A002-1": {"cap_all", "cap_winner"},
		"A002-2": {"capped_total", "raw_total"},
		"A002-3": {"running_standing", "this_game_only"},
		"A002-4": {"included", "excluded"},
		"A002-5": {"semifinal_result", "preliminary_standing"},
		"A002-6": {"preliminary_standing", "this_game_only"},

		"A002-7":  {"breach_only", "invalid"},
		"A002-8":  {"registered", "players"},
		"A002-9":  {"invalid", "breach_only"},
		"A002-10": {"as_route", "no_refund"},
		"A002-11": {"earlier_date", "later_date"},
		"A002-12": {"refused_not_counted", "counted"},
		"A002-13": {"invalid", "breach_only"},
		"A002-14": {"refunded_route", "by_date"},
		"C002-1":  {"demanded", "not_demanded"},
		"C002-2":  {"void", "stands"},
		"D002-6":  {"refuse", "schedule/1"},
	}
	r := cn09(t)
	got := make(map[string][]string)
	for key, reading := range r.Readings {
		for _, option := range reading.Options {
			got[key] = append(got[key], option.Value)
			if option.Why == "" {
				t.Errorf("%s: %s without a reason", key, option.Value)
			}
		}
		if value, ok := r.ReadingValue(key); !ok || value != got[key][0] {
			t.Errorf("%s: %q is in force, want %q", key, value, got[key][0])
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWithReadingIsACopy(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	for key, reading := range r.Readings {
		for _, option := range reading.Options {
			other, err := r.WithReading(key, option.Value)
			if err != nil {
				t.Fatal(err)
			}
			if got, _ := other.ReadingValue(key); got != option.Value {
				t.Errorf("%s: got %q, want %q", key, got, option.Value)
			}
			back, err := other.WithReading(key, reading.Options[0].Value)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(r, back); diff != "" {
				t.Errorf("%s there and back\n%s", key, diff)
			}
		}
	}
	other, err := r.WithReading("A002-1", "cap_winner")
	if err != nil {
		t.Fatal(err)
	}
	if other.Scoring.Cap.Rule != rules.CapWinner || r.Scoring.Cap.Rule != rules.CapAll {
		t.Errorf("the copy has %s, the original %s", other.Scoring.Cap.Rule, r.Scoring.Cap.Rule)
	}
}

func TestWithReadingRefusesWhatIsNotOffered(t *testing.T) {
	t.Parallel()
	r := cn09(t)
	for _, tt := range []struct{ key, value, want string }{
		{"A002-1", "cap_nobody", "/readings/A002-1 no-such-option"},
		{"A009-1", "cap_all", "/readings/A009-1 no-such-reading"},
		{"", "", "/readings/ no-such-reading"},
	} {
		_, err := r.WithReading(tt.key, tt.value)
		if got := faultsOf(t, err); got != tt.want {
			t.Errorf("got %s, want %s", got, tt.want)
		}
		if _, ok := r.ReadingValue(tt.key); ok != (tt.key == "A002-1") {
			t.Errorf("%q is known: %v", tt.key, ok)
		}
	}
}

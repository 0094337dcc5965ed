package rules_test

import (
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/sampling"
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

// TestReadingsThereAndBack: each option of each reading of the presets takes its place, and
// the ruleset with its own option again equals the original. [rules.Stored] judges
// nothing, since judging takes time: whether each option can be chosen by itself is judged
// when a preset is read.
func TestReadingsThereAndBack(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		r := preset(t, id)
		r.Texts = nil // most of a document, and in none of the places
		document := written(t, r)
		for _, key := range sampling.Of(id, slices.Sorted(maps.Keys(r.Readings))) {
			reading := r.Readings[key]
			for _, option := range reading.Options {
				other, err := rules.Stored(document, map[string]string{key: option.Value})
				if err != nil {
					t.Fatal(err)
				}
				if got, ok := other.ReadingValue(key); got != option.Value || !ok {
					t.Errorf("%s %s: got %q, want %q", id, key, got, option.Value)
				}
				back, err := rules.Stored(written(t, other), map[string]string{key: reading.Options[0].Value})
				if err != nil {
					t.Fatal(err)
				}
				if got := written(t, back); string(got) != string(document) {
					t.Errorf("%s %s there and back\n%s", id, key, cmp.Diff(r, back))
				}
			}
		}
	}
}

// TestAllOtherReadings: who reads every open paragraph otherwise than a preset has rules
// that stand, and each paragraph can still be read in each way.
func TestAllOtherReadings(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		r := preset(t, id)
		last := make(map[string]string)
		for key, reading := range r.Readings {
			last[key] = reading.Options[len(reading.Options)-1].Value
		}
		other, err := rules.Stored(written(t, r), last)
		if err != nil {
			t.Fatal(err)
		}
		if faults := other.Validate(); faults != nil {
			t.Errorf("%s: %v", id, faults)
		}
		if kept := written(t, r); len(last) > 0 && string(kept) == string(written(t, other)) {
			t.Errorf("%s: nothing has changed", id)
		}
	}
}

// written is a ruleset as a document.
func written(t *testing.T, r *rules.Ruleset) []byte {
	t.Helper()
	document, err := json.Marshal(r)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// TestWithReadingIsACopy: another reading makes another ruleset, ready to be used, and
// leaves the first as it is.
func TestWithReadingIsACopy(t *testing.T) {
	t.Parallel()
	reading := func(at string, values ...string) object {
		var options []object
		for _, value := range values {
			options = append(options, object{"value": value, "why": "W"})
		}
		return object{"question": "Q", "paragraph": "7", "at": at, "options": options}
	}
	r := decoded(t, house(t, []change{
		{"/calculations", []object{calculation("seat", "net", "vp - left")}},
		{"/scoring/cap/rule", "cap_all"},
		{"/readings/X-1", reading("/scoring/cap/rule", "cap_all", "cap_winner", "cap_nobody")},
		{"/readings/X-2", reading("/standings/0/criteria/1/best", "most", "fewest")},
		{"/readings/X-3", reading("/calculations/0/formula", "vp - left", "vp * 2")},
	}...))
	before := written(t, r)
	other := r
	for _, step := range []struct{ key, value string }{{"X-1", "cap_nobody"}, {"X-3", "vp * 2"}, {"X-2", "fewest"}, {"X-1", "cap_winner"}} {
		next, err := other.WithReading(step.key, step.value)
		if err != nil {
			t.Fatal(err)
		}
		other = next
	}
	if other.Scoring.Cap.Rule != rules.CapWinner || other.Standings[0].Criteria[1].Best != rules.Fewest {
		t.Errorf("the copy has %s and %s", other.Scoring.Cap.Rule, other.Standings[0].Criteria[1].Best)
	}
	if got := other.Calculations[0].Formula; got.String() != "vp * 2" || got.Cost() != 1 {
		t.Errorf("the copy calculates %s", got)
	}
	if got := written(t, r); string(got) != string(before) {
		t.Errorf("the original is now %s", got)
	}
	same, err := r.WithReading("X-1", "cap_all")
	if err != nil || same == r || string(written(t, same)) != string(before) {
		t.Errorf("with its own option: %v", err)
	}
}

// TestWithReadingJudges: readings that stand each by itself need not stand together.
func TestWithReadingJudges(t *testing.T) {
	t.Parallel()
	figure := func(at string, values ...string) object {
		return object{"question": "Q", "paragraph": "8", "at": at, "options": []object{{"value": values[0], "why": "W"}, {"value": values[1], "why": "W"}}}
	}
	r := decoded(t, house(t,
		change{"/readings/X-1", figure("/standings/0/criteria/0/figure", "wins", "roads")},
		change{"/readings/X-2", figure("/standings/0/criteria/1/figure", "vp", "firsts")}))
	other, err := r.WithReading("X-1", "roads")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := other.WithReading("X-2", "firsts"); err != nil {
		t.Error(err)
	}
	r = decoded(t, house(t,
		change{"/readings/X-1", figure("/standings/0/criteria/0/figure", "wins", "roads")}))
	r.Readings["X-2"] = rules.Reading{Paragraph: "8", At: "/standings/0/criteria/1/figure", Options: []rules.ReadingOption{{Value: "vp"}, {Value: "roads"}}}
	other, err = r.WithReading("X-1", "roads")
	want := "/readings/X-2/options/1/value: HR 8: option-not-possible (at=/standings/0/criteria/1/figure, value=roads)"
	if err == nil || err.Error() != want || other != nil {
		t.Errorf("got %v, want %s", err, want)
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

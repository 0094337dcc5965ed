package rules_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// TestJudgeForms: what a document is refused for before anything of it is judged: members
// that there are not, values of another kind, beyond the limits or written otherwise.
func TestJudgeForms(t *testing.T) {
	t.Parallel()
	numbers := func(n int) []int {
		all := make([]int, n)
		for i := range all {
			all[i] = 4
		}
		return all
	}
	members := func(n int) object {
		all := make(object, n)
		for i := range n {
			all["m"+strconv.Itoa(i)] = 5
		}
		return all
	}
	const counts = "/scoring/wins/declared/counts"
	longest := "0." + strings.Repeat("1", 20)
	judge(t, []judged{
		{at: "/flavor", wrong: "mint", want: "/flavor: unknown-field", right: nil},
		{at: "/game/flavor", wrong: 1, want: "/game/flavor: unknown-field", right: nil},
		{at: "/standings/0/criteria/1/flavor", wrong: object{}, want: "/standings/0/criteria/1/flavor: unknown-field", right: nil},
		{at: "/format/formulas/0/brackets/0/structure", wrong: object{}, want: "/format/formulas/0/brackets/0/structure: unknown-field", right: nil},
		{at: "/name", wrong: 7, want: "/name: wrong-kind (want=string)", right: "7"},
		{at: "/name", wrong: true, want: "/name: wrong-kind (want=string)", right: "true"},
		{at: "/name", wrong: []string{"a"}, want: "/name: wrong-kind (want=string)", right: "a"},
		{at: "/field/min", wrong: "8", want: "/field/min: wrong-kind (want=whole number)", right: 8},
		{at: "/field/min", wrong: 8.5, want: "/field/min: wrong-kind (want=whole number)", right: 8},
		{at: "/field/min", wrong: true, want: "/field/min: wrong-kind (want=whole number)", right: 8},
		{at: "/field/min", wrong: 1_000_001, want: "/field/min: outside-range (max=1000000, min=-1000000)", right: 8},
		{at: "/field/min", wrong: -1_000_001, want: "/field/min: outside-range (max=1000000, min=-1000000)", right: 8},
		{at: "/field", wrong: 8, want: "/field: wrong-kind (want=object)", right: object{"min": 8, "max": 16, "paragraph": "3"}},
		{at: "/field", wrong: []int{8}, want: "/field: wrong-kind (want=object)", right: object{"min": 8, "max": 16, "paragraph": "3"}},
		{at: "/tables/sizes", wrong: 4, want: "/tables/sizes: wrong-kind (want=array)", right: []int{4, 3}},
		{at: "/tables/sizes", wrong: object{"0": 4}, want: "/tables/sizes: wrong-kind (want=array)", right: []int{4, 3}},
		{at: "/tables/sizes", wrong: []any{4, "3"}, want: "/tables/sizes/1: wrong-kind (want=whole number)", right: []int{4, 3}},
		{at: "/tables/sizes", wrong: []any{4, nil}, want: "/tables/sizes/1: wrong-kind (want=whole number)", right: []int{4, 3}},
		{at: "/tables/sizes", wrong: numbers(1001), want: "/tables/sizes: too-many (most=1000)", right: []int{4, 3}},
		{at: "/game/declaration/required", wrong: 1, want: "/game/declaration/required: wrong-kind (want=boolean)", right: false},
		{at: "/game/declaration/required", wrong: "true", want: "/game/declaration/required: wrong-kind (want=boolean)", right: true},
		{at: "/time/minutes", wrong: []int{90}, want: "/time/minutes: wrong-kind (want=object)", right: object{"base": 90}, with: []change{{"/time/paragraph", "2"}}},
		{at: "/time/minutes", wrong: object{"base": "90"}, want: "/time/minutes/base: wrong-kind (want=whole number)", right: object{"base": 90}, with: []change{{"/time/paragraph", "2"}}},
		{at: "/time/minutes", wrong: members(1001), want: "/time/minutes: too-many (most=1000)", right: object{}},
		{at: "/name", wrong: strings.Repeat("€", 20_001), want: "/name: text-too-long (most=20000)", right: strings.Repeat("€", 200)},
		{at: counts, wrong: 1, want: counts + ": wrong-kind (want=string)", right: "1"},
		{at: counts, wrong: ".5", want: counts + ": not-written-so (value=.5)", right: "0.5"},
		{at: counts, wrong: "01", want: counts + ": not-written-so (value=01)", right: "1"},
		{at: counts, wrong: "+1", want: counts + ": not-written-so (value=+1)", right: "1"},
		{at: counts, wrong: "1.", want: counts + ": not-written-so (value=1.)", right: "1.0"},
		{at: counts, wrong: "1/0", want: counts + ": not-written-so (value=1/0)", right: "1/1"},
		{at: counts, wrong: "1/1000000", want: counts + ": not-written-so (value=1/1000000)", right: "1/999999"},
		{at: counts, wrong: longest + "1", want: counts + ": not-written-so (value=" + longest + "1)", right: longest},
		{at: counts, wrong: strings.Repeat("9", 61), want: counts + ": not-written-so (value=" + strings.Repeat("9", 60) + "…)", right: "1"},
		{at: "/calculations", wrong: []object{{"id": "a", "name": "A", "of": "seat", "formula": 12, "paragraph": "7"}}, want: "/calculations/0/formula: wrong-kind (want=string)", right: []object{calculation("seat", "a", "12")}},
		{at: "/season", wrong: "2026", want: "/season: wrong-kind (want=object)", right: nil},
		{at: "/readings", wrong: []string{}, want: "/readings: wrong-kind (want=object)", right: object{}},
		{at: "/readings", wrong: object{"a/b~c": 1}, want: "/readings/a~1b~0c: wrong-kind (want=object)", right: nil},
	})
}

// TestDecodeNulls: null is a section that is not there, and no value.
func TestDecodeNulls(t *testing.T) {
	t.Parallel()
	null := func(at, member string) []byte {
		return []byte(strings.Replace(string(house(t, change{at, "%null%"})), `"`+member+`":"%null%"`, `"`+member+`":null`, 1))
	}
	for _, tt := range []struct{ at, member, want string }{
		{"/season", "season", ""},
		{"/awards", "awards", ""},
		{"/readings", "readings", ""},
		{"/eligibility", "eligibility", ""},
		{"/name", "name", "/name: wrong-kind (want=string)"},
		{"/field", "field", "/field: wrong-kind (want=object)"},
		{"/time", "time", "/time: wrong-kind (want=object)"},
		{"/game/declaration/required", "required", "/game/declaration/required: wrong-kind (want=boolean)"},
	} {
		_, err := rules.Decode(null(tt.at, tt.member))
		got := ""
		if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.at, got, tt.want)
		}
	}
}

// TestDecodeReportsEverything: faults come in the order of the document, those of form alone,
// since what has another form cannot be judged.
func TestDecodeReportsEverything(t *testing.T) {
	t.Parallel()
	_, err := rules.Decode(house(t, change{"/name", ""}, change{"/field/min", 1}, change{"/tables/paragraph", "44"}, change{"/scoring/cap/rule", "cap"}))
	want := "/name: required; /field/min: HR 3: too-small (least=2); /tables/paragraph: no-such-paragraph (paragraph=44); /tables/sizes: no-tables-for-field (entrants=2); " +
		"/format/formulas/0/brackets/0/from: HR 5: gap-or-overlap (want=1); /scoring/cap/rule: HR 7: unknown-option (got=cap, want=[cap_nobody cap_winner cap_all])"
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	_, err = rules.Decode(house(t, change{"/name", ""}, change{"/zebra", 1}, change{"/aunt", 2}, change{"/field/min", "x"}))
	if want := "/aunt: unknown-field; /field/min: wrong-kind (want=whole number); /zebra: unknown-field"; err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
}

// TestDecodeAgain: a document that was accepted is read as it was then, formulas ready;
// what was never accepted is refused as far as it cannot be read.
func TestDecodeAgain(t *testing.T) {
	t.Parallel()
	document := house(t, change{"/calculations", []object{calculation("seat", "net", "vp - left")}})
	first := decoded(t, document)
	again, err := rules.DecodeAgain(document)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(first, again); diff != "" {
		t.Error(diff)
	}
	if got := again.Calculations[0].Formula.Cost(); got != 1 {
		t.Errorf("the formula costs %d, want 1", got)
	}
	var faults league.Faults
	if _, err := rules.DecodeAgain([]byte("{")); !errors.As(err, &faults) || len(faults) != 1 || faults[0].Reason != "unreadable" || faults[0].Params["detail"] == "" {
		t.Errorf("got %v", err)
	}
	for name, document := range map[string][]byte{
		"a formula of what there is not":   house(t, change{"/calculations", []object{calculation("seat", "net", "ships")}}),
		"a fraction that is none":          house(t, change{"/scoring/wins/declared/counts", "much"}),
		"a number where an object belongs": house(t, change{"/field", 5}),
	} {
		if _, err := rules.DecodeAgain(document); err == nil {
			t.Errorf("%s is read", name)
		}
	}
}

// TestStoredFormulas: what an event is played by is compiled, also with another reading.
func TestStoredFormulas(t *testing.T) {
	t.Parallel()
	document := house(t,
		change{"/calculations", []object{calculation("seat", "net", "vp")}},
		change{"/readings/X-1", object{"question": "Q", "paragraph": "7", "at": "/calculations/0/formula", "options": []object{
			{"value": "vp", "why": "W"}, {"value": "vp ^ 2", "why": "W"},
		}}},
	)
	for readings, want := range map[string]int{"": 0, "vp": 0, "vp ^ 2": 65} {
		chosen := map[string]string{"X-1": readings}
		if readings == "" {
			chosen = nil
		}
		r, err := rules.Stored(document, chosen)
		if err != nil {
			t.Fatal(err)
		}
		if got := r.Calculations[0].Formula.Cost(); got != want {
			t.Errorf("%q: costs %d, want %d", readings, got, want)
		}
	}
	if _, err := rules.Stored(document, map[string]string{"X-1": "vp ^ 3"}); err == nil || err.Error() != "/readings/X-1: HR 7: no-such-option (key=X-1, value=vp ^ 3)" {
		t.Errorf("got %v", err)
	}
	if _, err := rules.Stored(document, map[string]string{"X-2": "vp"}); err == nil || err.Error() != "/readings/X-2: HR: no-such-reading (key=X-2)" {
		t.Errorf("got %v", err)
	}
}

package rules_test

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/formula"
	"referto/internal/league/rules"
	"referto/internal/strictyaml"
)

// TestDocumentedRuleset: the sections that docs/formulas.md begins with can stand in a
// ruleset, and their formula gives what it promises: the points of the place, the mean
// where it is shared, and a bonus split among the winners.
func TestDocumentedRuleset(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../../../docs/formulas.md")
	if err != nil {
		t.Fatal(err)
	}
	_, block, _ := strings.Cut(string(document), "```yaml\n")
	block, _, _ = strings.Cut(block, "```")
	sections, err := strictyaml.ToJSON([]byte(block))
	if err != nil {
		t.Fatal(err)
	}
	var shown object
	if err := json.Unmarshal(sections, &shown); err != nil {
		t.Fatal(err)
	}
	criteria := shown["standings"].([]any)[0].(object)["criteria"].([]any)
	series := maps.Clone(shown["series"].(object))
	series["counting"].(object)["best"] = 4
	r := decoded(t, house(t,
		change{"/calculations", append(shown["calculations"].([]any), calculation("event", "event-points", "20 - place"))},
		change{"/scoring/pointsBy", shown["scoring"].(object)["pointsBy"]},
		change{"/standings/0/criteria", criteria},
		change{"/series", series},
	))
	k, ok := r.Calculation("club-points")
	if !ok || r.Scoring.PointsBy != "club-points" || r.Series.Counting.Best != 4 || r.Standings[0].Criteria[1].Combine.Rounding.Rule != rules.HalfUp {
		t.Fatalf("got %+v", k)
	}
	own := make([]string, len(rules.SeatVariables))
	for i, v := range rules.SeatVariables {
		own[i] = v.Name
	}
	scope := &formula.Scope{Rows: "seats", MaxRows: 12, Own: own, MaxSteps: 4000}
	compiled, err := k.Formula.Compile(scope)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		place, sharing int
		want           string
	}{{1, 1, "32"}, {1, 2, "19.5"}, {1, 3, "14.66"}, {2, 1, "7"}, {3, 2, "4"}, {4, 1, "3"}, {5, 1, "0"}} {
		row := make([]league.Frac, len(own))
		for i, name := range own {
			switch name {
			case "place":
				row[i] = league.Int(tt.place)
			case "sharing":
				row[i] = league.Int(tt.sharing)
			}
		}
		values, err := compiled.OfRows(formula.Values{Rows: [][]league.Frac{row}})
		if err != nil {
			t.Fatal(err)
		}
		if got := k.Value(values[0]).String(); got != tt.want {
			t.Errorf("place %d of %d: got %s, want %s", tt.place, tt.sharing, got, tt.want)
		}
	}
}

// TestStopped: a formula without a value is reported in the words of the ruleset, with
// the paragraph of the calculation.
func TestStopped(t *testing.T) {
	t.Parallel()
	r := decoded(t, house(t, change{"/calculations", []object{calculation("series", "whole", "10 / played")}}))
	k := r.Calculations[0]
	_, err := k.Formula.Of(formula.Values{Common: make([]league.Frac, len(rules.SeriesVariables))})
	if got, want := r.Stopped(k, err).String(), "HR 7: formula-division-by-zero (column=4, line=1)"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	value, err := k.Formula.Of(formula.Values{Common: []league.Frac{league.Int(0), league.Int(4), league.Int(0)}})
	if err != nil || value.String() != "2.5" {
		t.Errorf("got %s, %v", value, err)
	}
}

// TestRefusals: what a ruleset says no with, for good and as things stand.
func TestRefusals(t *testing.T) {
	t.Parallel()
	r := decoded(t, house(t))
	for _, tt := range []struct {
		name string
		got  league.Grounds
		want string
	}{
		{"a decision", r.Grounds("3", "too-few", "least", "8", "entrants", "7"), "HR 3: too-few (entrants=7, least=8)"},
		{"without a paragraph", r.Grounds("", "too-few"), "HR: too-few"},
		{"a name without a value", r.Grounds("3", "too-few", "least"), "HR 3: too-few"},
	} {
		if got := tt.got.String(); got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.name, got, tt.want)
		}
	}
	var no *league.RuleError
	if err := r.Refuse("3", "too-few", "least", "8"); !errors.As(err, &no) || no.String() != "HR 3: too-few (least=8)" {
		t.Errorf("got %v", err)
	}
	var notNow *league.StateError
	if err := r.NotNow("3", "too-early"); !errors.As(err, &notNow) || notNow.String() != "HR 3: too-early" || errors.As(err, &no) {
		t.Errorf("got %v", err)
	}
}

// TestMemberNames: every name that a step of a difference can have, each once and in order.
func TestMemberNames(t *testing.T) {
	t.Parallel()
	names := rules.MemberNames()
	known := make(map[string]bool, len(names))
	for i, name := range names {
		known[name] = true
		if i > 0 && names[i-1] >= name {
			t.Errorf("%s stands behind %s", name, names[i-1])
		}
	}
	for _, name := range []string{"id", "criteria", "brackets", "rounds", "advance", "borders", "options", "minutes", "formula", "callUp", "gamesBy"} {
		if !known[name] {
			t.Errorf("%s is not among them", name)
		}
	}
	for _, name := range []string{"", "Min", "source", "A002-1", "north"} {
		if known[name] {
			t.Errorf("%q is among them", name)
		}
	}
	before := decoded(t, house(t))
	after := decoded(t, house(t, island(), change{"/time", object{"limit": "always", "phases": []object{{"phase": "last-lap", "paragraph": "2"}}, "minutes": object{"base": 90}, "paragraph": "2"}}))
	for _, d := range rules.Diff(before, after) {
		for _, step := range d.Path {
			if !known[step.Member] {
				t.Errorf("%s: %s is not among the names", d.Pointer, step.Member)
			}
		}
	}
}

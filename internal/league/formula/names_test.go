package formula_test

import (
	"testing"

	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/formula"
)

// TestCanName: an id can be used if its name, with hyphens replaced, is read as one name, and not
// as a number, an operator or a value.
func TestCanName(t *testing.T) {
	t.Parallel()
	for id, want := range map[string]bool{
		"vp":             true,
		"a":              true,
		"club-points":    true,
		"points-2":       true,
		"of-three-words": true,
		"größe":          true,
		"sum":            true, // a function only before a bracket
		"seats":          true, // the owner of the scope compares its names

		"":             false,
		"2":            false,
		"2nd":          false,
		"2-nd":         false,
		"2e3":          false,
		"0xf":          false,
		"0-1":          false, // 0_1 is a number with a separator
		"in":           false,
		"not":          false,
		"or":           false,
		"and":          false,
		"matches":      false,
		"contains":     false,
		"startsWith":   false,
		"endsWith":     false,
		"let":          false,
		"if":           false,
		"else":         false,
		"true":         false,
		"false":        false,
		"nil":          false,
		"two words":    false,
		"point.s":      false,
		"a+b":          false,
		"'a'":          false,
		"(a)":          false,
		"a //":         true, // a comment between tokens does not belong to a name
		"a/":           false,
		"in-time":      true,
		"true-points":  true,
		"not-a-number": true,
		"-":            true, // a name of one underscore
	} {
		if got := formula.CanName(id); got != want {
			t.Errorf("%s: got %t, want %t", id, got, want)
		}
	}
}

// TestNamesThatFormulasUse: an id in lower case can be used if and only if a formula of its name
// has the value of its figure.
func TestNamesThatFormulasUse(t *testing.T) {
	t.Parallel()
	parts := []string{"in", "or", "not", "if", "let", "else", "and", "true", "false", "nil", "contains", "matches", "a", "vp", "x1", "0", "2nd", "0x", "1e5"}
	rapid.Check(t, func(t *rapid.T) {
		id := rapid.SampledFrom(parts).Draw(t, "first")
		for _, part := range rapid.SliceOfN(rapid.SampledFrom(parts), 0, 2).Draw(t, "more") {
			id += "-" + part
		}
		name := formula.Name(id)
		for source, want := range map[string]string{name: "7", name + " + 1": "8", "2 * " + name: "14", "abs(" + name + ")": "7"} {
			compiled, err := formula.New(source).Compile(&formula.Scope{Common: []string{name}, MaxSteps: 10})
			got := "nothing"
			if err == nil {
				value, err := compiled.Of(formula.Values{Common: []league.Frac{league.Int(7)}})
				if err != nil {
					t.Fatal(err)
				}
				got = value.String()
			}
			if (got == want) != formula.CanName(id) {
				t.Fatalf("%s: %s is %s, can be named: %t", id, source, got, formula.CanName(id))
			}
		}
	})
}

// TestNamesOfLists: lists and rows are named as figures are.
func TestNamesOfLists(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"best", "len", "sum_2", "_"} {
		scope := &formula.Scope{Rows: name + "_rows", MaxRows: 2, Own: []string{"vp"}, Lists: []string{name}, MaxList: 3, MaxSteps: 100}
		source := "len(" + name + ") * 10 + len(" + name + "_rows)"
		compiled, err := formula.New(source).Compile(scope)
		if err != nil {
			t.Errorf("%s: %v", source, err)
			continue
		}
		row := []league.Frac{league.Int(1)}
		got, err := compiled.OfRows(formula.Values{Rows: [][]league.Frac{row, row}, Lists: [][]league.Frac{make([]league.Frac, 3)}})
		if err != nil || len(got) != 2 || got[1].String() != "32" {
			t.Errorf("%s: got %v, %v", source, got, err)
		}
	}
}

// TestNamesBehindAPoint: a figure of other rows has the same name behind a point, and a figure of a
// row is not one of the whole.
func TestNamesBehindAPoint(t *testing.T) {
	t.Parallel()
	scope := &formula.Scope{Rows: "seats", MaxRows: 3, Own: []string{"in", "true", "vp"}, Common: []string{"size"}, MaxSteps: 100}
	values := formula.Values{Rows: [][]league.Frac{{league.Int(1), league.Int(10), league.Int(100)}}, Common: []league.Frac{league.Int(1)}}
	for source, want := range map[string]string{
		"sum(seats, .in)":          "1", // behind a point any word is a name
		"sum(seats, .true)":        "10",
		"sum(seats, #.vp + .true)": "110",
		"vp":                       "100",
		"in":                       "formula-unreadable (column=1, detail=unexpected token Operator(\"in\"), line=1)",
		"true":                     "formula-wrong-kind (column=1, got=truth, line=1, want=number)",
		"sum(seats, .size)":        "formula-no-such-figure (column=13, figure=size, line=1)",
		"sum(seats, .seats)":       "formula-no-such-figure (column=13, figure=seats, line=1)",
	} {
		compiled, err := formula.New(source).Compile(scope)
		got := ""
		if err == nil {
			var all []league.Frac
			if all, err = compiled.OfRows(values); err == nil {
				got = all[0].String()
			}
		}
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", source, got, want)
		}
	}
}

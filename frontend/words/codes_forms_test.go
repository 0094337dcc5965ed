package words

import (
	"go/ast"
	"go/parser"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// grounds stands for package league in the samples below.
const grounds = `package league
type Grounds struct { Reason string; Params map[string]string }
type Fault struct { Pointer string; Grounds }
`

// helpers are functions that take a code, as they occur in the program.
const helpers = `package sample
import "referto/internal/league"
type kind string
const (
	one kind = "one"
	two kind = "two"
)
type checker struct{}
func (c checker) must(ok bool, reason string, params ...string) { c.fault(reason, params...) }
func (checker) fault(reason string, params ...string) league.Grounds { return league.Grounds{Reason: reason} }
func chosen(by int) string {
	if by > 1 { return "many" }
	return "few"
}
`

// codesIn are the codes of one function of a sample, as "code name name".
func codesIn(t *testing.T, body string) (found, faults []string) {
	t.Helper()
	s := newSources()
	parse := func(name, text string) *ast.File {
		file, err := parser.ParseFile(s.fset, name, text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	s.check(module+"/internal/league", []*ast.File{parse("league.go", grounds)})
	f := "package sample\nimport \"referto/internal/league\"\nvar _ league.Grounds\nfunc f(c checker, k kind, n int, other string) {\n" + body + "\n}"
	s.check(module+"/internal/sample", []*ast.File{parse("helpers.go", helpers), parse("f.go", f)})
	c := findCodes(s, nil)
	for _, u := range c.usages {
		found = append(found, strings.TrimSpace(u.code+" "+strings.Join(u.params, " ")))
	}
	return found, c.faults
}

func TestCodesAreFoundInEveryForm(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, body string
		want       []string
	}{
		{"a literal", `_ = league.Grounds{Reason: "a", Params: map[string]string{"entry": other}}`, []string{"a entry"}},
		{"a literal without field names", `_ = league.Grounds{"a", map[string]string{"entry": other}}`, []string{"a entry"}},
		{"a literal in a list", `_ = []league.Fault{{Pointer: "/x", Grounds: league.Grounds{Reason: "a"}}}`, []string{"a"}},
		{"an assignment", `var g league.Fault; g.Reason = "a"`, []string{"a"}},
		{"a helper", `c.fault("a", "entry", other, "round", other)`, []string{"a entry round"}},
		{"a helper of a helper", `c.must(n > 0, "a", "entry", other)`, []string{"a entry"}},
		{"a list of params", `params := []string{"entry", other}; c.fault("a", params...)`, []string{"a entry"}},
		{"a closure", `fault := func(at, reason string, params ...string) { c.fault(reason, params...) }; fault("x", "a", "entry", other)`, []string{"a entry"}},
		{"a closure that adds the params", `step := func(reason string) { c.fault(reason, "entry", other) }; step("a"); step("b")`, []string{"a entry", "b entry"}},
		{"a variable", `reason := "a"; if n > 1 { reason = "b" }; c.fault(reason)`, []string{"a", "b"}},
		{"two variables at once", `_, reason := n, "a"; c.fault(reason)`, []string{"a"}},
		{"a constant", `const a = "a"; c.fault(a)`, []string{"a"}},
		{"a type of codes", `c.fault(string(k))`, []string{"one", "two"}},
		{"a function that chooses", `c.fault(chosen(n))`, []string{"many", "few"}},
		{"what another has given", `var g league.Fault; _ = league.Grounds{Reason: g.Reason}`, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			found, faults := codesIn(t, tt.body)
			if len(faults) > 0 {
				t.Errorf("not understood: %v", faults)
			}
			if diff := cmp.Diff(tt.want, found); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Code that the search for reasons cannot follow is a fault.
func TestCodesThatCannotBeFollowedAreFaults(t *testing.T) {
	t.Parallel()
	for name, body := range map[string]string{
		"a text put together":           `c.fault("a-" + other)`,
		"a text from elsewhere":         `m := map[int]string{}; c.fault(m[n])`,
		"params from elsewhere":         `m := map[int][]string{}; c.fault("a", m[n]...)`,
		"the name of a parameter":       `c.fault("a", other, "x")`,
		"Params from elsewhere":         `_ = league.Grounds{Reason: "a", Params: map[int]map[string]string{}[n]}`,
		"a closure that bears no name":  `func(reason string) { c.fault(reason) }("a")`,
		"a text added to":               `reason := "a"; reason += other; c.fault(reason)`,
		"one of a range":                `reason := "a"; for _, reason = range []string{other} { c.fault(reason) }`,
		"a variable given with another": `reason, _ := map[int]string{}[n]; c.fault(reason)`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if found, faults := codesIn(t, body); len(faults) == 0 {
				t.Errorf("found %v and no fault", found)
			}
		})
	}
}

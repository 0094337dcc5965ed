package conformance_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/conformance"
)

// scripted is a driver that returns the outcomes of a function, and counts its calls.
type scripted struct {
	outcome func(conformance.Case) (any, error)
	asked   *atomic.Int64
}

func (d scripted) Supports(regulation, _ string) bool { return regulation != "999" }

func (d scripted) Replay(_ context.Context, c conformance.Case) (any, error) {
	d.asked.Add(1)
	return d.outcome(c)
}

// caseOf is a case of which an outcome is expected.
func caseOf(t *testing.T, id, expected, alternatives string) conformance.Case {
	t.Helper()
	c, err := conformance.Parse(fmt.Appendf(nil, `{"schema": "league-case/1", "case_id": %q, "regulation": "002", "readings": {"K": "a"}, "expected": %s, "alternatives": [%s]}`, id, expected, alternatives))
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestRun: each case is replayed once and once for each alternative; its differences are listed line by line,
// in the order of the cases, whichever answer comes first.
func TestRun(t *testing.T) {
	t.Parallel()
	const other = `{"ambiguity": "K", "reading": "b", "patch": [{"path": "/n", "value": 2}]}`
	reading := func(c conformance.Case) (any, error) {
		return map[string]int{"n": len(c.Readings["K"]) + int(c.Readings["K"][0]-'a')}, nil
	}
	for _, tt := range []struct {
		what    string
		outcome func(conformance.Case) (any, error)
		cases   []conformance.Case
		want    string
		replays int
	}{
		{"nothing", reading, nil, "0 passed, 0 failed\n", 0},
		{"as expected, in both readings", reading, []conformance.Case{caseOf(t, "1", `{"n": 1}`, other)}, "1 passed, 0 failed\n", 2},
		{"in one of two", reading, []conformance.Case{caseOf(t, "1", `{"n": 1}`, `{"ambiguity": "K", "reading": "c", "patch": []}`)}, "1[K=c] /n: got 3, want 1\n0 passed, 1 failed\n", 2},
		{"in neither", reading, []conformance.Case{caseOf(t, "1", `{"n": 7}`, `{"ambiguity": "K", "reading": "b", "patch": []}`)}, "1 /n: got 1, want 7\n1[K=b] /n: got 2, want 7\n0 passed, 1 failed\n", 2},
		{"one of two cases", reading, []conformance.Case{caseOf(t, "1", `{"n": 7}`, ""), caseOf(t, "2", `{"n": 1}`, "")}, "1 /n: got 1, want 7\n1 passed, 1 failed\n", 2},
		{"one that nobody replays", reading, []conformance.Case{{Regulation: "999", Kind: "x"}, caseOf(t, "2", `{"n": 1}`, "")}, "not yet: 999 x (1 cases)\n1 passed, 0 failed\n", 1},
		{
			"an error", func(conformance.Case) (any, error) { return nil, errors.New("no rule") },
			[]conformance.Case{caseOf(t, "1", `{}`, "")},
			"1 : got error: no rule, want an outcome\n0 passed, 1 failed\n", 1,
		},
		{
			"an outcome that JSON cannot write", func(conformance.Case) (any, error) { return make(chan int), nil },
			[]conformance.Case{caseOf(t, "1", `{}`, "")},
			"1 : got error: json: unsupported type: chan int, want an outcome\n0 passed, 1 failed\n", 1,
		},
		{
			"a patch that leads nowhere", reading,
			[]conformance.Case{caseOf(t, "1", `{"n": 1}`, `{"ambiguity": "K", "reading": "b", "patch": [{"path": "/n/x", "value": 2}]}`)},
			"1[K=b] : got error: patch: \"/x\" leads into a plain value, want an outcome\n0 passed, 1 failed\n", 1,
		},
		{
			"a patch of no value", reading,
			[]conformance.Case{caseOf(t, "1", `{"n": 1}`, `{"ambiguity": "K", "reading": "b", "patch": [{"path": "/n"}]}`)},
			"1[K=b] : got error: patch /n: EOF, want an outcome\n0 passed, 1 failed\n", 1,
		},
	} {
		asked := &atomic.Int64{}
		report, out := run(t, scripted{tt.outcome, asked}, tt.cases)
		if diff := cmp.Diff(tt.want, out); diff != "" {
			t.Errorf("%s: want -, got +\n%s", tt.what, diff)
		}
		if report.Replays != tt.replays || int(asked.Load()) != tt.replays {
			t.Errorf("%s: %d replays are told, %d were, want %d", tt.what, report.Replays, asked.Load(), tt.replays)
		}
	}
}

// full is a disk that takes nothing more.
type full struct{}

func (full) Write([]byte) (int, error) { return 0, errors.New("disk full") }

// TestReportsThatCannotBeWritten: each kind of line ends a run that cannot be
// written.
func TestReportsThatCannotBeWritten(t *testing.T) {
	t.Parallel()
	driver := scripted{func(conformance.Case) (any, error) { return 1, nil }, &atomic.Int64{}}
	for what, cases := range map[string][]conformance.Case{
		"a difference": {caseOf(t, "1", `2`, "")}, "what is not supported": {{Regulation: "999"}}, "the counts": {caseOf(t, "1", `1`, "")},
	} {
		if _, err := conformance.Run(t.Context(), driver, cases, full{}); err == nil || err.Error() != "disk full" {
			t.Errorf("%s: %v", what, err)
		}
	}
}

// TestPresetFor: the preset of a regulation, and the readings in which a case differs from it; an unknown
// reading counts only if the case has an alternative for it.
func TestPresetFor(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		regulation string
		readings   map[string]string
		varies     string
		id, want   string
	}{
		{"000", nil, "", "just-play-2022", "map[]"},
		{"001", map[string]string{"A001-8": "max_fours"}, "", "firenzegioca-2014", "map[]"},
		{"001", map[string]string{"A001-8": "min_fours"}, "", "firenzegioca-2014", "map[A001-8:min_fours]"},
		{"002", map[string]string{"A002-1": "cap_winner", "A002-2": "capped_total"}, "", "catan-nazionale-2009", "map[A002-1:cap_winner]"},
		{"003", map[string]string{"X": "y"}, "", "catan-ranglista-bg", "map[]"},
		{"004", map[string]string{"X": "y"}, "X", "risiko-squadre-2000", "map[X:y]"},
	} {
		c := conformance.Case{Regulation: tt.regulation, Readings: tt.readings}
		if tt.varies != "" {
			c.Alternatives = []conformance.Alternative{{Key: tt.varies}}
		}
		id, readings, err := conformance.PresetFor(c)
		if err != nil || id != tt.id || fmt.Sprint(readings) != tt.want {
			t.Errorf("%s with %v: %s %v, %v", tt.regulation, tt.readings, id, readings, err)
		}
	}
	unknown := conformance.Case{Regulation: "005"}
	if _, _, err := conformance.PresetFor(unknown); err == nil || err.Error() != `no ruleset for regulation "005"` {
		t.Errorf("got %v", err)
	}
	if _, err := conformance.RulesetFor(unknown); err == nil {
		t.Error("a ruleset of regulation 005")
	}
	if _, err := (&conformance.Engine{}).Replay(t.Context(), unknown); err == nil {
		t.Error("a case of regulation 005 is replayed")
	}
	r, err := conformance.RulesetFor(conformance.Case{Regulation: "001", Readings: map[string]string{"A001-8": "min_fours", "A001-6": "with_final"}})
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"A001-8": "min_fours", "A001-6": "with_final", "A001-5": "included"} {
		if got, _ := r.ReadingValue(key); got != want {
			t.Errorf("%s is %s, want %s", key, got, want)
		}
	}
}

// TestInputsThatAreNone: a case whose input is of another form is refused by each engine,
// with no panic.
func TestInputsThatAreNone(t *testing.T) {
	t.Parallel()
	engine := &conformance.Engine{}
	for _, regulation := range []string{"000", "001", "002", "003", "004"} {
		for _, kind := range []string{"tournament", "vectors", "season"} {
			if !engine.Supports(regulation, kind) {
				if kind != "season" || regulation == "002" {
					t.Errorf("%s %s is not supported", regulation, kind)
				}
				continue
			}
			for _, input := range []string{`7`, `[]`, `"x"`, `{`, ``} {
				if out, err := engine.Replay(t.Context(), conformance.Case{Regulation: regulation, Kind: kind, Input: []byte(input)}); err == nil {
					t.Errorf("%s %s of %q: %v", regulation, kind, input, out)
				}
			}
		}
	}
}

// TestOrderOfCases: the cases of a folder and of the folders in it, by their names.
func TestOrderOfCases(t *testing.T) {
	t.Parallel()
	document := func(id string) *fstest.MapFile {
		return &fstest.MapFile{Data: fmt.Appendf(nil, `{"schema": "league-case/1", "case_id": %q, "expected": null}`, id)}
	}
	cases, err := conformance.Load(fstest.MapFS{"002/b.json": document("3"), "001/z.json": document("1"), "002/a.json": document("2"), "002/a.txt": {Data: []byte("x")}})
	if err != nil {
		t.Fatal(err)
	}
	var order bytes.Buffer
	for _, c := range cases {
		order.WriteString(c.ID)
	}
	if order.String() != "123" {
		t.Errorf("got %s", order.String())
	}
}

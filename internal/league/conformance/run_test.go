package conformance_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/conformance"
)

// testdata holds two cases of many: a fixed schedule, and ties with another
// reading. `make conformance` replays the whole set.
func load(t *testing.T) []conformance.Case {
	t.Helper()
	cases, err := conformance.Load(os.DirFS("testdata"))
	if err != nil {
		t.Fatal(err)
	}
	return cases
}

func run(t *testing.T, driver conformance.Driver, cases []conformance.Case) (conformance.Report, string) {
	t.Helper()
	var out bytes.Buffer
	report, err := conformance.Run(t.Context(), driver, cases, &out)
	if err != nil {
		t.Fatal(err)
	}
	return report, out.String()
}

func TestEngineAgreesOnManyAtOnce(t *testing.T) {
	t.Parallel()
	report, out := run(t, &conformance.Engine{}, load(t))
	if out != "2 passed, 0 failed\n" || !report.OK() {
		t.Errorf("got\n%s", out)
	}
	if report.Replays != 4 {
		t.Errorf("%d replays: two cases with an alternative each make 4", report.Replays)
	}
}

// TestDifferencesAreFound: every kind of deviation is a line with case, pointer,
// got and want.
func TestDifferencesAreFound(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, path, value, want string }{
		{"a value", "/finalists/0", `"P99"`, `/finalists/0: got "P10", want "P99"`},
		{"a number", "/format/elimination_rounds", `7`, `/format/elimination_rounds: got 2, want 7`},
		{"a missing element", "/finalists/4", `"P99"`, `/finalists/4: got nothing, want "P99"`},
		{"another kind", "/finalists", `null`, `/finalists: got ["P10","P12","P20","P06"], want nothing`},
		{"a missing member", "/rounds/0/weather", `"rain"`, `/rounds/0/weather: got nothing, want "rain"`},
		{"a set", "/unconfirmed_expulsions", `["P01"]`, `/unconfirmed_expulsions/0: got nothing, want "P01"`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			c := load(t)[1]
			reading := c.Alternatives[0]
			c.Alternatives = []conformance.Alternative{{
				Key: reading.Key, Reading: c.Readings[reading.Key],
				Patch: []conformance.Patch{{Path: tt.path, Value: json.RawMessage(tt.value)}},
			}}
			report, out := run(t, &conformance.Engine{}, []conformance.Case{c})
			want := "002-0010[A002-6=preliminary_standing] " + tt.want + "\n0 passed, 1 failed\n"
			if diff := cmp.Diff(want, out); diff != "" || report.OK() {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// TestAlternativesCount: without its patch an alternative does not pass.
func TestAlternativesCount(t *testing.T) {
	t.Parallel()
	c := load(t)[0]
	c.Alternatives[0].Patch = nil
	report, out := run(t, &conformance.Engine{}, []conformance.Case{c})
	if report.Failed != 1 || !strings.HasPrefix(out, "002-0001[A002-2=raw_total] /rounds/") {
		t.Errorf("got\n%s", out)
	}
}

func TestReadingsThatDoNotExist(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ key, reading, want string }{
		{"A002-1", "cap_some", "no-such-option"},
		{"A002-99", "any", "no-such-reading"},
	} {
		c := load(t)[0]
		c.Alternatives = []conformance.Alternative{{Key: tt.key, Reading: tt.reading}}
		report, out := run(t, &conformance.Engine{}, []conformance.Case{c})
		if report.Failed != 1 || !strings.Contains(out, tt.want) {
			t.Errorf("%s=%s: got\n%s", tt.key, tt.reading, out)
		}
	}
}

func TestWhatIsNotSupportedIsNotPassed(t *testing.T) {
	t.Parallel()
	cases := []conformance.Case{{Regulation: "004", Kind: "lifetime"}, {Regulation: "000", Kind: "season"}, {Regulation: "004", Kind: "lifetime"}}
	report, out := run(t, &conformance.Engine{}, cases)
	if want := "not yet: 000 season (1 cases)\nnot yet: 004 lifetime (2 cases)\n0 passed, 0 failed\n"; out != want {
		t.Errorf("got\n%s", out)
	}
	if report.OK() {
		t.Error("nothing ran, and that is well")
	}
}

func TestRunStopsWithItsContext(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := conformance.Run(ctx, &conformance.Engine{}, load(t), &bytes.Buffer{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestLoadRefusesOtherForms(t *testing.T) {
	t.Parallel()
	for name, document := range map[string]string{
		"another schema": `{"schema": "league-case/2", "expected": {}}`,
		"no outcome":     `{"schema": "league-case/1"}`,
		"no JSON":        `{`,
	} {
		if _, err := conformance.Load(fstest.MapFS{"a/b.json": {Data: []byte(document)}}); err == nil || !strings.HasPrefix(err.Error(), "a/b.json: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	cases, err := conformance.Load(fstest.MapFS{"README.md": {Data: []byte("no case")}})
	if err != nil || len(cases) != 0 {
		t.Errorf("got %v, %v", cases, err)
	}
}

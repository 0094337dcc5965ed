// Package main_test builds the program, loads it in Node and compares its answers with those of the core on this
// machine.
package main_test

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/calculator"
	"referto/internal/league/draws"
	"referto/internal/league/eventfile/eventfiletest"
	"referto/internal/league/offline"
	"referto/internal/league/register/registertest"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/season"
	"referto/internal/league/tournament"
)

// flags are the flags of the Makefile, which has the segments joined like [ask].
var flags = []string{"-trimpath", "-ldflags=-s -w", "-gcflags=all=-l"}

// run runs a program of the Go toolchain as for a device.
func run(t *testing.T, arguments ...string) string {
	t.Helper()
	command := exec.CommandContext(t.Context(), "go", arguments...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var mistakes bytes.Buffer
	command.Stderr = &mistakes
	out, err := command.Output()
	if err != nil {
		t.Fatalf("go %v: %v\n%s", arguments, err, &mistakes)
	}
	return strings.TrimSpace(string(out))
}

// asked is a question with the expected answer.
type asked struct {
	name, question string
	request        any
	want           any // an answer, or an error
}

// ask asks the program all questions at once.
func ask(t *testing.T, all []asked) []string {
	t.Helper()
	wasm := filepath.Join(t.TempDir(), "offline.wasm")
	run(t, slices.Concat([]string{"build", "-o", wasm}, flags, []string{"."})...)
	if out, err := exec.CommandContext(t.Context(), "go", "run", "./segments", wasm).CombinedOutput(); err != nil {
		t.Fatalf("segments: %v\n%s", err, out)
	}
	type question struct {
		Question string `json:"question"`
		Request  any    `json:"request"`
	}
	var questions struct {
		Questions []question `json:"questions"`
	}
	for _, a := range all {
		questions.Questions = append(questions.Questions, question{a.question, a.request})
	}
	command := exec.CommandContext(t.Context(), "node", "testdata/ask.cjs", filepath.Join(run(t, "env", "GOROOT"), "lib", "wasm", "wasm_exec.js"), wasm)
	command.Stdin = bytes.NewReader(written(t, questions))
	var mistakes bytes.Buffer
	command.Stderr = &mistakes
	out, err := command.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, &mistakes)
	}
	var answered struct{ Names, Replies []string }
	if err := json.Unmarshal(out, &answered); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(offline.Questions(), answered.Names); diff != "" {
		t.Errorf("functions of referto (-want +got)\n%s", diff)
	}
	return answered.Replies
}

func written(t *testing.T, value any) []byte {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// object is a request.
type object map[string]any

// event is an event of a regulation, with its draws.
func event(t *testing.T, preset string) []asked {
	t.Helper()
	document, r := eventfiletest.Play(t, preset, 7)
	facts := document.Facts
	state, err := tournament.Replay(r, facts)
	if err != nil || state.Final == nil {
		t.Fatalf("%s: %v", preset, err)
	}
	all := []asked{{preset, "event", object{"ruleset": r, "facts": facts}, state}}
	for round := range facts.Rounds {
		lots := draws.Lots{Algorithm: draws.Algorithm, Method: draws.ByHand, Reason: "out of a hat", Commitment: strings.Repeat("ab", 32)}
		d, err := draws.Of(r, facts, round+1)
		if err != nil {
			t.Fatal(err)
		}
		d.Event, d.Draw = "7", lots
		if d.Hash, err = draws.Hash(written(t, d)); err != nil {
			t.Fatal(err)
		}
		all = append(all, asked{preset, "draw", object{"ruleset": r, "facts": facts, "round": round + 1, "event": "7", "lots": lots}, d}, check(t, preset, written(t, d)))
	}
	var strange tournament.Facts
	if err := json.Unmarshal(written(t, facts), &strange); err != nil {
		t.Fatal(err)
	}
	strange.Rounds[0].Tables[0].Seats[0] = 99
	_, err = tournament.Replay(r, strange)
	return append(all, asked{preset + " with a stranger", "event", object{"ruleset": r, "facts": strange}, err})
}

// checked is a report in its written form.
type checked struct {
	Checked    []string `json:"checked"`
	Believed   []string `json:"believed"`
	Difference string   `json:"difference"`
}

// check is the check of the document of a draw.
func check(t *testing.T, name string, document []byte) asked {
	t.Helper()
	report, err := draws.Verify(document)
	if err != nil {
		return asked{name, "checkDraw", json.RawMessage(document), err}
	}
	return asked{name, "checkDraw", json.RawMessage(document), checked(report)}
}

// example is the worked example of docs/draws.md, unchanged and with others at a table.
func example(t *testing.T) []asked {
	t.Helper()
	document, err := os.ReadFile("../../internal/league/draws/testdata/example.json")
	if err != nil {
		t.Fatal(err)
	}
	report, err := draws.Verify(document)
	if err != nil || report.Difference != "" {
		t.Fatal(report, err)
	}
	var d draws.Round
	if err := json.Unmarshal(document, &d); err != nil {
		t.Fatal(err)
	}
	d.Tables[0], d.Tables[1] = d.Tables[1], d.Tables[0]
	return []asked{check(t, "the example", document), check(t, "the example, changed", written(t, d)), check(t, "no draw", []byte(`{"a":1.5}`))}
}

// championship is a season of two regions.
const championship = `
	regions aosta piemonte
	champion rex
	a1 stage aosta 2009-03-01 12: anna ida
	a2 stage aosta 2009-03-08 12: bea lea
	a3 stage aosta 2009-03-15 16: cleo mara
	a4 stage aosta 2009-03-22 12 invalid unsound: dina nora
	p1 stage piemonte 2009-03-08 12 pending: lia nina
	g1 open 2009-05-03 36: elio fanny
	merge piemonte aosta
	no anna regional
	call elio national yes
`

// seasons are a season whose events are played by its ruleset, and one of which some are
// played by another.
func seasons(t *testing.T) []asked {
	t.Helper()
	facts := registertest.Read(t, registertest.CN09, championship).Season().Facts
	state := season.Derive(facts)
	if len(state.Places) == 0 {
		t.Fatal("nobody has a place")
	}
	ownFacts := written(t, facts)
	other := *facts.Rules
	part := *other.Season
	other.Season, part.Report.Days = &part, 1
	var named object
	if err := json.Unmarshal(ownFacts, &named); err != nil {
		t.Fatal(err)
	}
	named["events"].([]any)[0].(map[string]any)["ruleset"] = "strict"
	facts.Events[0].Rules = &other
	return []asked{
		{"a season", "season", object{"ruleset": facts.Rules, "facts": json.RawMessage(ownFacts)}, state},
		{"a season of two rulesets", "season", object{"ruleset": facts.Rules, "rulesets": object{"strict": object{"ruleset": other}}, "facts": named}, season.Derive(facts)},
	}
}

// table are the sums at a table.
func table(t *testing.T) []asked {
	t.Helper()
	r := preset(t, "risiko-squadre-2000")
	held := calculator.Table{Size: 4, Players: []calculator.Player{{Objective: "sud-america", Territories: []string{"brasile", "africa-del-nord", "congo", "siam"}}}}
	points, err := calculator.TablePoints(r, held)
	if err != nil {
		t.Fatal(err)
	}
	armies, err := calculator.ArmyLimit(r, 160)
	if err != nil {
		t.Fatal(err)
	}
	cards, err := calculator.CardExchange(r, 7)
	if err != nil {
		t.Fatal(err)
	}
	without := preset(t, "catan-nazionale-2009")
	_, refused := calculator.ArmyLimit(without, 160)
	return []asked{
		{"SQ00 base 13", "tablePoints", object{"ruleset": r, "table": held}, points},
		{"SQ00 base 5", "armyLimit", object{"ruleset": r, "armies": 160}, armies},
		{"SQ00 base 12", "cardExchange", object{"ruleset": r, "cards": 7}, cards},
		{"CN09 has no armies", "armyLimit", object{"ruleset": without, "armies": 160}, refused},
	}
}

func preset(t *testing.T, id string) *rules.Ruleset {
	t.Helper()
	r, err := presets.Find(id)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestDevicesComputeAsTheServer: the program gives the figures of the core on this machine,
// of an event of each regulation with its draws, of seasons and at tables.
func TestDevicesComputeAsTheServer(t *testing.T) {
	t.Parallel()
	all := slices.Concat(example(t), seasons(t), table(t))
	for _, id := range presets.IDs() {
		all = append(all, event(t, id)...)
	}
	for i, got := range ask(t, all) {
		if want := reply(t, all[i].want); got != want {
			at := 0
			for at < len(got) && at < len(want) && got[at] == want[at] {
				at++
			}
			t.Errorf("%s, %s: from byte %d on\ngot  %.200s\nwant %.200s", all[i].name, all[i].question, at, got[at:], want[at:])
		}
	}
}

// reply writes an answer or a refusal as the program does.
func reply(t *testing.T, want any) string {
	t.Helper()
	err, no := want.(error)
	if !no {
		return string(written(t, object{"answer": want}))
	}
	refused := struct {
		Faults  league.Faults   `json:"faults,omitempty"`
		Grounds *league.Grounds `json:"grounds,omitempty"`
		Message string          `json:"message"`
	}{Message: err.Error()}
	switch err := err.(type) { //nolint:errorlint // as the core gives them
	case league.Faults:
		refused.Faults = err
	case *league.RuleError:
		refused.Grounds = &err.Grounds
	}
	return string(written(t, object{"refused": refused}))
}

// TestDevicesCarryTheCoreOnly: nothing that speaks to a network or a database, reads YAML
// or patterns, and no regulation.
func TestDevicesCarryTheCoreOnly(t *testing.T) {
	t.Parallel()
	for carried := range strings.Lines(run(t, "list", "-deps", ".")) {
		for _, kept := range []string{
			"net", "net/", "database/sql", "embed", "html/", "regexp", "text/template", "os/exec", "gorm.io/", "github.com/labstack/", "github.com/jackc/",
			"go.yaml.in/", "github.com/expr-lang/", "github.com/klauspost/", "github.com/xuri/", "referto/openapi", "referto/internal/serve", "referto/internal/strictyaml",
			"referto/internal/league/rules/", "referto/internal/league/desk", "referto/internal/league/leaguedb", "referto/internal/tenant", "referto/internal/authz",
		} {
			if name := strings.TrimSpace(carried); name == kept || strings.HasSuffix(kept, "/") && strings.HasPrefix(name, kept) {
				t.Errorf("the program carries %s", name)
			}
		}
	}
}

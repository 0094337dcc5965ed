package rules_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/formula"
	"referto/internal/league/rules"
)

// withSections is FG14 with sections for formulas and a series, each JSON.
func withSections(t *testing.T, calculations, series string) []byte {
	t.Helper()
	var tree map[string]any
	if err := json.Unmarshal(editedPreset(t, "firenzegioca-2014", "/calculations", json.RawMessage(calculations)), &tree); err != nil {
		t.Fatal(err)
	}
	if series != "" {
		tree["series"] = json.RawMessage(series)
	}
	document, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

func TestValidateCalculations(t *testing.T) {
	t.Parallel()
	const good = `{"id": "extra", "name": "Extra", "of": "seat", "formula": "vp / 2", "paragraph": "3"}`
	with := func(member, value string) string {
		var k map[string]any
		if err := json.Unmarshal([]byte(good), &k); err != nil {
			t.Fatal(err)
		}
		k[member] = json.RawMessage(value)
		document, err := json.Marshal(k)
		if err != nil {
			t.Fatal(err)
		}
		return string(document)
	}
	tests := []struct{ name, calculations, want string }{
		{"a formula with a mistake", with("formula", `"vp / tanks"`), "/calculations/0/formula: formula-no-such-figure (column=6, figure=tanks, line=1)"},
		{"division by 0 that can be seen", with("formula", `"vp / (1 - 1)"`), "/calculations/0/formula: formula-division-by-zero (column=4, line=1)"},
		{"a power that blows up", with("formula", `"2 ^ 64 ^ 3"`), "/calculations/0/formula: formula-not-whole (column=3, got=262144, line=1, max=64, min=-64)"},
		{"no formula", with("formula", `""`), "/calculations/0/formula: formula-unreadable (column=1, detail=unexpected token EOF, line=1)"},
		{"a formula that is a number", with("formula", "12"), "/calculations/0/formula: wrong-kind (want=string)"},
		{"no name", with("name", `""`), "/calculations/0/name: required"},
		{"of nothing", with("of", `"table"`), "/calculations/0/formula: formula-no-such-figure (column=1, figure=vp, line=1); /calculations/0/of: unknown-option (got=table, want=[seat event series])"},
		{"the id of a computed figure", with("id", `"wins"`), "/calculations/0/id: reserved (value=wins)"},
		{"no id", with("id", `""`), "/calculations/0/id: required"},
		{"an id that no formula could name", with("id", `"Punti extra"`), "/calculations/0/id: not-lower-kebab"},
		{"the id of a variable", with("id", `"timed-out"`), "/calculations/0/id: reserved (value=timed-out)"},
		{"the id of a recorded figure", with("id", `"cities"`), "/calculations/0/id: reserved (value=cities)"},
		{"the id of another calculation", good + "," + good, "/calculations/1/id: repeated (value=extra); /calculations/1/id: reserved (value=extra)"},
		{"a paragraph that there is not", with("paragraph", `"33"`), "/calculations/0/paragraph: no-such-paragraph (paragraph=33)"},
		{"an unknown rounding", with("rounding", `{"rule": "up", "digits": 9}`), "/calculations/0/rounding/digits: outside-range; /calculations/0/rounding/rule: unknown-option (got=up, want=[truncate half_up half_even exact])"},
		{"a circle", with("formula", `"extra + 1"`), "/calculations/0/formula: formula-no-such-figure (column=1, figure=extra, line=1)"},
		{"a calculation that comes later", with("formula", `"later + 1"`) + "," + strings.Replace(good, `"extra"`, `"later"`, 1), "/calculations/0/formula: formula-no-such-figure (column=1, figure=later, line=1)"},
		{"figures of a seat for an event", strings.Replace(with("of", `"event"`), "vp", "left", 1), "/calculations/0/formula: formula-no-such-figure (column=1, figure=left, line=1)"},
		{"all together too costly", loops(1) + "," + loops(2) + "," + loops(3), "/calculations/2/formula: calculations-too-costly (most=4000)"},
		{"too many", good + strings.Repeat(","+good, 50), "/calculations: too-many (most=50)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := rules.Decode(withSections(t, "["+tt.calculations+"]", ""))
			for _, want := range strings.Split(tt.want, "; ") {
				if err == nil || !strings.Contains(uncited(err), want) {
					t.Errorf("got %v, want %s", err, want)
				}
			}
		})
	}
}

// loops is the n-th calculation of a costly kind.
func loops(n int) string {
	return fmt.Sprintf(`{"id": "loops-%d", "name": "L", "of": "seat", "formula": "sum(seats, count(seats, sum(filter([1, 2, 3], # > 1)) > 2))", "paragraph": "3"}`, n)
}

func TestValidateSeries(t *testing.T) {
	t.Parallel()
	const calculations = `[
		{"id": "event-points", "name": "P", "of": "event", "formula": "10 / place + wins", "paragraph": "3"},
		{"id": "seat-points", "name": "S", "of": "seat", "formula": "settlements_cities", "paragraph": "3"},
		{"id": "whole", "name": "W", "of": "series", "formula": "sum(counted)", "paragraph": "3"}]`
	tests := []struct{ name, series, want string }{
		{"nothing wrong", `{"points": "event-points", "counting": {"best": 4, "paragraph": "3"}, "criteria": [{"figure": "whole", "best": "most", "paragraph": "3"}], "paragraph": "3"}`, ""},
		{"points of a seat", `{"points": "seat-points"}`, "/series/points: no-such-calculation (id=seat-points)"},
		{"standings that there are not", `{"points": "event-points", "standings": "none"}`, "/series/standings: no-such-standings (id=none)"},
		{"too many events", `{"points": "event-points", "counting": {"best": 101}}`, "/series/counting/best: outside-range"},
		{"no criteria", `{"points": "event-points"}`, "/series/criteria: required"},
		{"figures of games", `{"points": "event-points", "criteria": [{"figure": "wins"}]}`, "/series/criteria/0/figure: no-such-figure (figure=wins)"},
		{"a combination of games", `{"points": "event-points", "criteria": [{"figure": "whole", "combine": {"rule": "sum"}}]}`, "/series/criteria/0/combine: of-no-use"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := rules.Decode(withSections(t, calculations, tt.series))
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(uncited(err), tt.want)) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

func TestValidateCombinations(t *testing.T) {
	t.Parallel()
	const at = "/standings/0/criteria/1"
	tests := []struct{ name, path, value, want string }{
		{"the mean of a figure", at + "/combine", `{"rule": "mean", "rounding": {"rule": "half_even", "digits": 2}}`, ""},
		{"a figure of the entry", "/standings/0/criteria/6/combine", `{"rule": "sum"}`, "/standings/0/criteria/6/combine: of-no-use"},
		{"the best of how many", at + "/combine", `{"rule": "best"}`, at + "/combine/games: belongs-to-best"},
		{"a sum of some", at + "/combine", `{"rule": "sum", "games": 2}`, at + "/combine/games: belongs-to-best"},
		{"an unknown rule", at + "/combine", `{"rule": "median"}`, at + "/combine/rule: unknown-option"},
		{"points by what is not calculated", "/scoring/pointsBy", `"extra"`, "/scoring/pointsBy: no-such-calculation (id=extra)"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			_, err := rules.Decode(editedPreset(t, "firenzegioca-2014", tt.path, json.RawMessage(tt.value)))
			if tt.want == "" && err != nil || tt.want != "" && (err == nil || !strings.Contains(uncited(err), tt.want)) {
				t.Errorf("got %v, want %s", err, tt.want)
			}
		})
	}
}

// TestCombinationsInOneGame: there is nothing to combine in one game.
func TestCombinationsInOneGame(t *testing.T) {
	t.Parallel()
	for preset, at := range map[string]string{"just-play-2022": "/scoring/level/criteria/0/combine", "risiko-squadre-2000": "/scoring/teams/ties/0/combine"} {
		_, err := rules.Decode(editedPreset(t, preset, at, json.RawMessage(`{"rule": "mean"}`)))
		if err == nil || !strings.Contains(uncited(err), at+": of-no-use") {
			t.Errorf("%s: got %v", preset, err)
		}
	}
}

// TestFiguresThatFormulasCannotDistinguish: a recorded figure with the name of a
// variable is one only where there are formulas.
func TestFiguresThatFormulasCannotDistinguish(t *testing.T) {
	t.Parallel()
	document := strings.ReplaceAll(string(withSections(t, `[{"id": "e", "name": "E", "of": "seat", "formula": "vp", "paragraph": "3"}]`, "")), `"cities"`, `"place"`)
	_, err := rules.Decode([]byte(document))
	var faults league.Faults
	if want := "/game/figures/1/id: reserved (value=place)"; !errors.As(err, &faults) || uncited(faults) != want {
		t.Errorf("got %v, want %s", err, want)
	}
	document = strings.ReplaceAll(string(editedPreset(t, "firenzegioca-2014", "/calculations", nil)), `"cities"`, `"place"`)
	if _, err := rules.Decode([]byte(document)); err != nil {
		t.Error(err)
	}
}

func TestRounding(t *testing.T) {
	t.Parallel()
	value := league.NewFrac(40625, 1000)
	for rule, want := range map[rules.RoundingRule]string{
		rules.Truncate: "40", rules.HalfUp: "41", rules.HalfEven: "41", rules.Exact: "40.625", rules.Trunc2: "40.62", rules.HalfUp2: "40.63",
	} {
		if got := (&rules.Rounding{Rule: rule}).Of(value).String(); got != want {
			t.Errorf("%s: got %s, want %s", rule, got, want)
		}
	}
	if got := (&rules.Rounding{Rule: rules.HalfEven, Digits: 2}).Of(value).String(); got != "40.62" {
		t.Errorf("halves to the even neighbor: got %s", got)
	}
	var none *rules.Rounding
	if got := none.Of(value); !got.Equal(value) {
		t.Errorf("without rounding: got %s", got)
	}
}

func TestFigureNames(t *testing.T) {
	t.Parallel()
	r, err := rules.Decode(withSections(t, `[{"id": "extra", "name": "Punti extra", "of": "seat", "formula": "vp", "paragraph": "3"}]`, ""))
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]string{"extra": "Punti extra", "cities": "Città", "settlements-cities": "Colonie + città", "harbors": ""} {
		if got, ok := r.FigureName(id); got != want || ok != (want != "") {
			t.Errorf("%s: got %q", id, got)
		}
	}
}

// TestFormulasAreDocumented: docs/formulas.md has every function and variable as
// the code has it, and no others.
func TestFormulasAreDocumented(t *testing.T) {
	t.Parallel()
	document, err := os.ReadFile("../../../docs/formulas.md")
	if err != nil {
		t.Fatal(err)
	}
	want := make(map[string]int) // some are in several lists
	for _, f := range formula.Functions() {
		want["| `"+f.Usage+"` | "+f.Meaning+" |"]++
	}
	for _, list := range [][]rules.Variable{
		rules.SeatVariables, rules.TableVariables, rules.EventVariables, rules.SeriesVariables, rules.SeriesLists,
	} {
		for _, v := range list {
			want["| `"+v.Name+"` | "+v.Meaning+" |"]++
		}
	}
	for _, line := range strings.Split(string(document), "\n") {
		if strings.HasPrefix(line, "| `") {
			want[line]--
		}
	}
	for line, missing := range want {
		if missing != 0 {
			t.Errorf("%d times too few in the document: %s", missing, line)
		}
	}
}

// uncited are faults without the paragraphs around their places.
func uncited(err error) string {
	var faults league.Faults
	if !errors.As(err, &faults) {
		return err.Error()
	}
	for i := range faults {
		faults[i].Code, faults[i].Par = "", ""
	}
	return faults.Error()
}

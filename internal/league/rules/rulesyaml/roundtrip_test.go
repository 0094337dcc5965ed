package rulesyaml_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
	"referto/internal/league/rules/rulesyaml"
)

// TestJSONIsYAML: a document in JSON is read from YAML as package rules reads it, indented or not.
func TestJSONIsYAML(t *testing.T) {
	t.Parallel()
	for _, id := range presets.IDs() {
		want, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		compact, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var indented bytes.Buffer
		if err := json.Indent(&indented, compact, "", "  "); err != nil {
			t.Fatal(err)
		}
		for form, document := range map[string][]byte{"compact": compact, "indented": indented.Bytes(), "with blanks around": slices.Concat([]byte("\n\n"), compact, []byte("\n \n"))} {
			got, err := rulesyaml.Decode(document)
			if err != nil {
				t.Errorf("%s, %s: %v", id, form, err)
				continue
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s, %s (-want +got)\n%s", id, form, diff)
			}
		}
	}
}

// small are rules of a game without anything that can be left out.
const small = `
id: small-rules
code: SR
name: Small rules
language: en
game:
  name: Towns
  variants: [{id: base, name: Towns, target: 10, vp: {min: 2, max: 12}, paragraph: "1"}]
  declaration: {required: true, paragraph: "1"}
  figures: []
field: {min: 8, max: 16, paragraph: "1"}
tables: {sizes: [4, 3], partition: most-of-largest, paragraph: "1", minToContinue: {players: 0, paragraph: ""}}
format:
  formulas: [{id: only, name: Only, brackets: [{from: 8, to: 16, rounds: 2, final: false, semifinal: false}]}]
  otherStructure: {allowed: false, paragraph: ""}
  paragraph: "1"
seating: {pairings: [{system: by-lot, firstRound: "1", paragraph: "1"}]}
scoring:
  wins: {declared: {counts: "1", paragraph: "1"}, timeLimit: {counts: "0", paragraph: ""}, tooFewPlayers: {counts: "0", paragraph: ""}}
  cap: {rule: cap_nobody, paragraph: "1"}
  level: {rule: shared_places, standings: "", paragraph: "1"}
standings: [{id: table, name: Table, criteria: [{figure: wins, best: most, paragraph: "1"}], paragraph: "1"}]
elimination: {}
time: {limit: none, paragraph: ""}
officials: {paragraph: ""}
eligibility: []
discipline: {warning: {paragraph: ""}, expulsion: {paragraph: ""}}
texts: [{paragraph: "1", title: Towns, kind: text, body: Ten points win.}]
readings: {}
`

// TestHowPeopleWrite: what YAML lets people write in several ways is the same ruleset.
func TestHowPeopleWrite(t *testing.T) {
	t.Parallel()
	decode := func(before, after string) *rules.Ruleset {
		if strings.Count(small, before) != 1 {
			t.Fatalf("%q does not stand once in the rules", before)
		}
		r, err := rulesyaml.Decode([]byte(strings.Replace(small, before, after, 1)))
		if err != nil {
			t.Fatalf("%s: %v", after, err)
		}
		return r
	}
	want := decode("code: SR", "code: SR")
	for _, tt := range []struct{ before, after string }{
		{"code: SR", "code: 'SR'"},
		{"code: SR", `code: "S\x52"`},
		{"code: SR", "code: SR # as it is cited"},
		{"code: SR", "# the code\n\n\ncode:    SR"},
		{"sizes: [4, 3]", "sizes: [ 4,\n    3 ]"},
		{"language: en", "language: >-\n  en"},
		{"name: Small rules", "name: Small\n  rules"},
		{"body: Ten points win.", `body: "Ten points\
    \ win."`},
		{"eligibility: []\n", ""},
		{"readings: {}\n", "readings: null\n"},
		{"elimination: {}", "elimination: {semifinal: ~, final: }"},
		{`counts: "1"`, `counts: "1.0"`},
		{`counts: "1"`, `counts: "3/3"`},
		{"max: 16, paragraph", "max: +16, paragraph"},
	} {
		t.Run(tt.after, func(t *testing.T) {
			t.Parallel()
			got, err := rulesyaml.Decode([]byte(strings.Replace(small, tt.before, tt.after, 1)))
			if err != nil {
				t.Fatal(err)
			}
			if diff := rules.Diff(want, got); len(diff) > 0 {
				t.Errorf("differs: %+v", diff)
			}
		})
	}
}

// TestWhatPeopleMean: words that are something else in older YAML are words, and numbers are
// texts only where they are quoted.
func TestWhatPeopleMean(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ before, after, want string }{
		{"language: en", "language: no", ""}, // Norwegian
		{"name: Small rules", "name: Off", ""},
		{"title: Towns, kind", "title: 10:20, kind", ""},
		{"required: true", "required: on", "/game/declaration/required wrong-kind"},
		{"required: true", "required: True", ""},
		{"required: true", "required: 'true'", "/game/declaration/required wrong-kind"},
		{`counts: "1"`, "counts: 1", "/scoring/wins/declared/counts wrong-kind"},
		{"code: SR", "code: 22", "/code wrong-kind"},
		{"min: 8, max: 16", "min: '8', max: 16", "/field/min wrong-kind"},
		{"min: 8, max: 16", "min: 8.0, max: 16", "/field/min wrong-kind"},
		{"min: 8, max: 16", "min: 0x8, max: 16", ""},
		{"id: small-rules", "id: Small rules", "/id not-lower-kebab"},
		{"id: small-rules", "id: small-rules\nflavor: mint", "/flavor unknown-field"},
		{"id: small-rules", "ID: small-rules", "/ID unknown-field"},
	} {
		_, err := rulesyaml.Decode([]byte(strings.Replace(small, tt.before, tt.after, 1)))
		var faults league.Faults
		got := ""
		if errors.As(err, &faults) {
			got = faults[0].Field + " " + faults[0].Reason
		} else if err != nil {
			got = err.Error()
		}
		if got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.after, got, tt.want)
		}
	}
}

package rules_test

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"referto/internal/league/rules"
	"referto/internal/strictyaml"
)

// houseRules is a made-up ruleset that says as little as one can, for 8 to 16 entrants.
const houseRules = `
id: house-rules
code: HR
name: House rules
language: en
game:
  name: Towns
  variants: [{id: base, name: Towns, target: 10, vp: {min: 2, max: 12}, paragraph: "1"}]
  declaration: {required: true, paragraph: "2"}
  figures: [{id: roads, name: Roads, range: {min: 0, max: 15}, paragraph: "2"}]
field: {min: 8, max: 16, paragraph: "3"}
tables: {sizes: [4, 3], partition: most-of-largest, paragraph: "4", minToContinue: {players: 0, paragraph: ""}}
format:
  formulas:
    - id: only
      name: Only
      brackets: [{from: 8, to: 11, rounds: 2, final: true, semifinal: false}, {from: 12, to: 16, rounds: 3, semifinal: true, final: true}]
  otherStructure: {allowed: false, paragraph: ""}
  paragraph: "5"
seating: {pairings: [{system: by-standings, firstRound: "6", standings: table, paragraph: "6"}]}
scoring:
  wins:
    declared: {counts: "1", paragraph: "7"}
    timeLimit: {counts: "0", paragraph: ""}
    tooFewPlayers: {counts: "0", paragraph: ""}
  cap: {rule: cap_nobody, paragraph: "7"}
  level: {rule: shared_places, standings: "", paragraph: "7"}
standings:
  - {id: table, name: Table, criteria: [{figure: wins, best: most, paragraph: "8"}, {figure: vp, best: most, paragraph: "8"}], paragraph: "8"}
elimination:
  semifinal:
    seeds: [[1, 4, 5, 8], [2, 3, 6, 7]]
    advance: 2
    level: preliminary_standing
    paragraph: "9"
    callUp: {allSemifinals: semifinal_result, paragraph: "9"}
  final: {players: 4, level: this_game_only, paragraph: "9"}
time: {limit: none, paragraph: ""}
officials: {paragraph: ""}
eligibility: []
discipline: {warning: {paragraph: ""}, expulsion: {paragraph: ""}}
texts:
  - {paragraph: "1", title: Towns, kind: text, body: Ten points win.}
  - {paragraph: "2", title: Winning, kind: text, body: Say so.}
  - {paragraph: "3", title: Field, kind: text, body: Eight to sixteen.}
  - {paragraph: "4", title: Tables, kind: text, body: Of four or three.}
  - {paragraph: "5", title: Rounds, kind: text, body: Two or three.}
  - {paragraph: "6", title: Seats, kind: text, body: By lot first.}
  - {paragraph: "7", title: Points, kind: text, body: As on the board.}
  - {paragraph: "8", title: Table, kind: text, body: "Wins, then points."}
  - {paragraph: "9", title: Final, kind: text, body: The best four.}
readings: {}
`

// houseDocument is that of house rules, which hundreds of cases change.
var houseDocument = sync.OnceValues(func() ([]byte, error) { return strictyaml.ToJSON([]byte(houseRules)) })

// change is a value for a place of a document, nil to take it away.
type change struct {
	at    string
	value any
}

// house is the document of house rules with some changes, made one after another. One at
// the end of a list is appended.
func house(t *testing.T, changes ...change) []byte {
	t.Helper()
	document, err := houseDocument()
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(document, &tree); err != nil {
		t.Fatal(err)
	}
	for _, c := range changes {
		value, err := json.Marshal(c.value)
		if err != nil {
			t.Fatal(err)
		}
		var plain any
		if err := json.Unmarshal(value, &plain); err != nil {
			t.Fatal(err)
		}
		tree = put(t, tree, strings.Split(c.at, "/")[1:], plain)
	}
	document, err = json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

// put is a tree with a value at a place of it.
func put(t *testing.T, tree any, steps []string, value any) any {
	t.Helper()
	if len(steps) == 0 {
		return value
	}
	step := strings.NewReplacer("~1", "/", "~0", "~").Replace(steps[0])
	switch node := tree.(type) {
	case map[string]any:
		if node[step] = put(t, node[step], steps[1:], value); node[step] == nil {
			delete(node, step)
		}
		return node
	case []any:
		i, err := strconv.Atoi(step)
		if err != nil || i > len(node) {
			t.Fatalf("no element %s", step)
		}
		if i == len(node) {
			node = append(node, nil)
		}
		if node[i] = put(t, node[i], steps[1:], value); node[i] == nil {
			node = slices.Delete(node, i, i+1)
		}
		return node
	case nil:
		return put(t, map[string]any{}, steps, value)
	default:
		t.Fatalf("nothing at %s", step)
		return nil
	}
}

// judged is a value that makes house rules wrong at a place, all that is said of them
// then, and the nearest value with which they are right.
type judged struct {
	at    string
	wrong any
	want  string
	right any
	with  []change // what else the document says
}

// judge decodes house rules with the wrong and with the right value.
func judge(t *testing.T, cases []judged) {
	t.Helper()
	for _, tt := range cases {
		t.Run(tt.at+" "+tt.want, func(t *testing.T) {
			t.Parallel()
			_, err := rules.Decode(house(t, append(slices.Clone(tt.with), change{tt.at, tt.wrong})...))
			got := "nothing"
			if err != nil {
				got = err.Error()
			}
			if got != tt.want {
				t.Errorf("%v: got  %s\nwant %s", tt.wrong, got, tt.want)
			}
			if _, err := rules.Decode(house(t, append(slices.Clone(tt.with), change{tt.at, tt.right})...)); err != nil {
				t.Errorf("%v: got %v, want nothing", tt.right, err)
			}
		})
	}
}

func TestHouseRules(t *testing.T) {
	t.Parallel()
	r, err := rules.Decode(house(t))
	if err != nil {
		t.Fatal(err)
	}
	if r.Code != "HR" || len(r.Texts) != 9 {
		t.Errorf("got %+v", r)
	}
}

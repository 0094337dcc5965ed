package conformance_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"referto/internal/league/conformance"
)

// TestSamples replays one tournament of each further regulation under all its
// readings: reserves that shrink a field (000), two standings (001), absent
// players and a leaver (003), teams, kin and penalties (004).
func TestSamples(t *testing.T) {
	t.Parallel()
	cases, err := conformance.Load(os.DirFS("samples"))
	if err != nil {
		t.Fatal(err)
	}
	report, out := run(t, &conformance.Engine{}, cases)
	if out != "4 passed, 0 failed\n" || !report.OK() {
		t.Errorf("got\n%s", out)
	}
	if report.Replays < 20 {
		t.Errorf("%d replays of four cases with their alternatives", report.Replays)
	}
}

// TestSamplesAreCompared: an outcome changed anywhere is found.
func TestSamplesAreCompared(t *testing.T) {
	t.Parallel()
	for name, path := range map[string]string{
		"000-0009": "/tables/3/placements/1/net_vp",
		"001-0008": "/rounds/1/class_points_ranking/5",
		"003-0022": "/rounds/2/tables/1/results/0/score",
		"004-0004": "/rounds/1/kin_swaps/0/1",
	} {
		document, err := os.ReadFile("samples/" + name + ".json")
		if err != nil {
			t.Fatal(err)
		}
		c, err := conformance.Parse(document)
		if err != nil {
			t.Fatal(err)
		}
		key := c.Alternatives[0].Key
		other := conformance.Alternative{
			Key: key, Reading: c.Readings[key],
			Patch: []conformance.Patch{{Path: path, Value: json.RawMessage(`"P99"`)}},
		}
		c.Alternatives = []conformance.Alternative{other}
		report, out := run(t, &conformance.Engine{}, []conformance.Case{c})
		if report.Failed != 1 || !strings.Contains(out, "] "+path+": got ") {
			t.Errorf("%s: got\n%s", name, out)
		}
	}
}

// TestVectorsOfRegulations are the small tables, one value of each.
func TestVectorsOfRegulations(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, document, right, wrong string }{
		{"JP22 2 fields", `{"regulation": "000", "input": {"participants": [7, 14]},
			"expected": {"admission": ["error", {"size": 12, "tables": [3, 3, 3, 3], "reserves": 2}]}}`, `"reserves": 2`, `"reserves": 3`},
		{"FG14 3 tables and class points", `{"regulation": "001", "input": {"players": [5, 17], "ties": [{"starters": 4, "tied_groups": [1, 2, 1]}]},
			"expected": {"table_sizes": ["error", [4, 4, 3, 3, 3]], "class_points": [[8, 3, 3, 0]]}}`, `[8, 3, 3, 0]`, `[8, 4, 2, 0]`},
		{"BG 2.2.3 percentages", `{"regulation": "003", "input": {"games": [{"table": 1, "ended": "declared", "declared_by": "A", "results": [
			{"player": "A", "vp": 13, "left": null}, {"player": "B", "vp": 10, "left": null}, {"player": "C", "vp": 9, "left": null}]}]},
			"expected": {"games": [{"percentage_base": "42", "percentages": {"A": "30.95", "B": "23.81", "C": "21.43"}}]}}`, `"30.95"`, `"30.47"`},
		{"SQ00 base 1, 5 and 12", `{"regulation": "004", "input": {"players": [2, 13], "minutes_late": [0, 10, 11], "armies_on_board": [160], "cards": [0, 7]},
			"expected": {"table_sizes": ["error", [4, 4, 5]],
			"lateness": [{"plays": true, "cards_forgone": 0}, {"plays": true, "cards_forgone": 3}, {"plays": false, "cards_forgone": 0}],
			"army_limit": [{"remove": 20, "limit": 140}], "card_exchange": [[], [12, 10]]}}`, `[12, 10]`, `[12, 12]`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			head := `{"schema": "league-case/1", "case_id": "vectors", "kind": "vectors",`
			document := head + strings.TrimPrefix(tt.document, "{")
			for text, passed := range map[string]int{document: 1, strings.Replace(document, tt.right, tt.wrong, 1): 0} {
				c, err := conformance.Parse([]byte(text))
				if err != nil {
					t.Fatal(err)
				}
				if report, out := run(t, &conformance.Engine{}, []conformance.Case{c}); report.Passed != passed {
					t.Errorf("got\n%s", out)
				}
			}
		})
	}
}

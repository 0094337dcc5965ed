package conformance_test

import (
	"strings"
	"testing"

	"referto/internal/league/conformance"
)

// TestVectors is the form of the small tables, each with one value.
func TestVectors(t *testing.T) {
	t.Parallel()
	const document = `{
		"schema": "league-case/1", "case_id": "002-0000", "regulation": "002", "kind": "vectors",
		"readings": {"A002-1": "cap_all", "A002-7": "breach_only"},
		"input": {"players": [5, 11, 17], "formulas": ["club"], "preset_for": [12, 13], "semifinal_positions": [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16]},
		"expected": {
			"table_sizes": ["error", [4, 4, 3], [4, 4, 3, 3, 3]],
			"formats": {"club": ["error", "error", {"elimination_rounds": 3, "semifinal": false}]},
			"preset": {"12": "error", "13": [
				[[1, 5, 9, 13], [2, 6, 10], [3, 7, 11], [4, 8, 12]],
				[[3, 8, 10, 13], [4, 7, 9], [1, 6, 12], [2, 5, 11]],
				[[6, 4, 11, 13], [5, 3, 12], [8, 2, 9], [7, 1, 10]],
				[[12, 2, 7, 13], [11, 1, 8], [10, 5, 4], [9, 3, 6]]]},
			"percentages": {"8/30": "26.66", "10/20": "50.00"},
			"semifinal_seating": [[1, 8, 9, 16], [2, 7, 10, 15], [3, 6, 11, 14], [4, 5, 12, 13]]
		},
		"alternatives": []}`
	c, err := conformance.Parse([]byte(document))
	if err != nil {
		t.Fatal(err)
	}
	if _, out := run(t, &conformance.Engine{}, []conformance.Case{c}); out != "1 passed, 0 failed\n" {
		t.Errorf("got\n%s", out)
	}
	wrong, err := conformance.Parse([]byte(strings.Replace(document, "26.66", "26.67", 1)))
	if err != nil {
		t.Fatal(err)
	}
	_, out := run(t, &conformance.Engine{}, []conformance.Case{wrong})
	if want := "002-0000 /percentages/8~130: got \"26.66\", want \"26.67\"\n0 passed, 1 failed\n"; out != want {
		t.Errorf("got\n%s", out)
	}
}

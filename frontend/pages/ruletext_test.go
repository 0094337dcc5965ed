package pages

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRuleText(t *testing.T) {
	t.Parallel()
	plain := func(text string) []span { return []span{{Text: text}} }
	for _, tt := range []struct {
		name, text string
		want       []textBlock
	}{
		{"nothing", "", nil},
		{"blocks", "Uno.\n\nDue.", []textBlock{{Lines: [][]span{plain("Uno.")}}, {Lines: [][]span{plain("Due.")}}}},
		{"lines of their own", "1 – Vittorie\n2 – Punti", []textBlock{{Lines: [][]span{plain("1 – Vittorie"), plain("2 – Punti")}}}},
		{"a list whose items stand apart", "Vale:\n\n- a\n\n- b", []textBlock{{Lines: [][]span{plain("Vale:")}}, {Items: []textItem{{Spans: plain("a")}, {Spans: plain("b")}}}}},
		{"a list by number", "1. a\n2. b", []textBlock{{Items: []textItem{{"1.", plain("a")}, {"2.", plain("b")}}}}},
		{"stressed, and stressed in what is stressed", "Il *primo* è **A**", []textBlock{{Lines: [][]span{{{Text: "Il "}, {Text: "primo", Strong: true}, {Text: " è "}, {Text: "A", Strong: true}}}}}},
		{"an asterisk alone", "2 * 3", []textBlock{{Lines: [][]span{plain("2 * 3")}}}},
		{"a paragraph, and a number that is none", "vedi 3.2d, 5.5.", []textBlock{{Lines: [][]span{{{Text: "vedi "}, {Text: "3.2d", Link: "#p3.2d"}, {Text: ", 5.5."}}}}}},
		{"a head over two columns", "| | a | |\n| - | - | - |", []textBlock{{Head: []textHead{{nil, 1}, {plain("a"), 2}}}}},
		{"a table", "| a | b |\n| --- | --- |\n| 1 |  |", []textBlock{{Head: []textHead{{plain("a"), 1}, {plain("b"), 1}}, Rows: [][][]span{{plain("1"), nil}}}}},
	} {
		if diff := cmp.Diff(tt.want, ruleText(tt.text, map[string]bool{"3.2d": true, "3.2": true})); diff != "" {
			t.Errorf("%s (-want +got): %s", tt.name, diff)
		}
	}
}

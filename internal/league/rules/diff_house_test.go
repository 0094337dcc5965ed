package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/rules"
)

// TestDiffOfHouseRules: each kind of difference, in the order of the document, with the
// paragraph of the element that it stands in.
func TestDiffOfHouseRules(t *testing.T) {
	t.Parallel()
	fine := change{"/fee", object{"afterOpening": "noted", "paragraph": "3"}}
	second := change{"/standings/1", object{"id": "roads", "name": "Roads", "criteria": []object{{"figure": "roads", "best": "most", "paragraph": "8"}}, "paragraph": "8"}}
	shared := change{"/tables/exceptions", []object{{"entrants": 10, "sizes": []int{5, 5}, "paragraph": "4"}}}
	sets := func(first, second int) change {
		return change{"/game/cards", object{"paragraph": "2", "sets": []object{
			{"minHand": 5, "maxHand": 6, "cards": 3, "armies": first}, {"minHand": 5, "cards": 4, "armies": second},
		}}}
	}
	for _, tt := range []struct {
		name          string
		before, after []change
		want          []string
	}{
		{"a text", nil, []change{{"/name", "Other rules"}}, []string{`changed /name: name: "House rules" → "Other rules" ()`}},
		{"a number", nil, []change{{"/field/max", 15}, {"/format/formulas/0/brackets/1/to", 15}}, []string{
			`changed /field/max: field › max: "16" → "15" (3)`,
			`changed /format/formulas/0/brackets/1/to: format › formulas only › brackets 12 › to: "16" → "15" (5)`,
		}},
		{"yes and no", nil, []change{{"/game/declaration/required", false}}, []string{`changed /game/declaration/required: game › declaration › required: "true" → "false" (2)`}},
		{"the paragraph itself", nil, []change{{"/scoring/cap/paragraph", "8"}}, []string{`changed /scoring/cap/paragraph: scoring › cap › paragraph: "7" → "8" (8)`}},
		{"numbers written otherwise are the same", nil, []change{{"/scoring/wins/declared/counts", "10/10"}}, nil},
		{
			"the paragraph that is gone is cited still",
			[]change{{"/scoring/wins/timeLimit", object{"counts": "0.9", "paragraph": "7"}}},
			[]change{{"/scoring/wins/timeLimit", object{"counts": "0", "paragraph": ""}}},
			[]string{
				`changed /scoring/wins/timeLimit/counts: scoring › wins › timeLimit › counts: "0.9" → "0" (7)`, `changed /scoring/wins/timeLimit/paragraph: scoring › wins › timeLimit › paragraph: "7" → "" (7)`,
			},
		},
		{
			"the new paragraph is cited, not the old one",
			[]change{{"/scoring/wins/timeLimit", object{"counts": "0.9", "paragraph": "7"}}},
			[]change{{"/scoring/wins/timeLimit", object{"counts": "1", "paragraph": "5"}}},
			[]string{
				`changed /scoring/wins/timeLimit/counts: scoring › wins › timeLimit › counts: "0.9" → "1" (5)`, `changed /scoring/wins/timeLimit/paragraph: scoring › wins › timeLimit › paragraph: "7" → "5" (5)`,
			},
		},
		{"a section that is new", nil, []change{fine}, []string{
			`added /fee/afterOpening: fee › afterOpening: "" → "noted" (3)`, `added /fee/paragraph: fee › paragraph: "" → "3" (3)`,
		}},
		{"a section that is gone", []change{fine}, nil, []string{
			`removed /fee/afterOpening: fee › afterOpening: "noted" → "" (3)`, `removed /fee/paragraph: fee › paragraph: "3" → "" (3)`,
		}},
		{
			"a key that is new, and one that is gone",
			[]change{{"/time", object{"limit": "always", "phases": []object{{"phase": "last-turn", "paragraph": "2"}}, "minutes": object{}, "paragraph": "2"}}},
			[]change{{"/time", object{"limit": "always", "phases": []object{{"phase": "last-turn", "paragraph": "2"}}, "minutes": object{"base": 90}, "paragraph": "2"}}},
			[]string{`added /time/minutes/base: time › minutes base: "" → "90" (2)`},
		},
		{"a list that is new", nil, []change{{"/field/sizes", []int{8, 12}}}, []string{`changed /field/sizes: field › sizes: "" → "8, 12" (3)`}},
		{"a list of lists", nil, []change{{"/elimination/semifinal/seeds", [][]int{{1, 3, 5, 7}, {2, 4, 6, 8}}}}, []string{
			`changed /elimination/semifinal/seeds: elimination › semifinal › seeds: "[1, 4, 5, 8], [2, 3, 6, 7]" → "[1, 3, 5, 7], [2, 4, 6, 8]" (9)`,
		}},
		{"an element that is new", nil, []change{shared}, []string{
			`added /tables/exceptions/0/entrants: tables › exceptions 10 › entrants: "" → "10" (4)`,
			`added /tables/exceptions/0/sizes: tables › exceptions 10 › sizes: "" → "5, 5" (4)`,
			`added /tables/exceptions/0/paragraph: tables › exceptions 10 › paragraph: "" → "4" (4)`,
		}},
		{"an element before others moves none of them", nil, []change{{"/standings/0/criteria", []object{
			{"figure": "roads", "best": "most", "paragraph": "8"}, {"figure": "wins", "best": "most", "paragraph": "8"}, {"figure": "vp", "best": "most", "paragraph": "8"},
		}}}, []string{
			`added /standings/0/criteria/0/figure: standings table › criteria roads › figure: "" → "roads" (8)`,
			`added /standings/0/criteria/0/best: standings table › criteria roads › best: "" → "most" (8)`,
			`added /standings/0/criteria/0/digits: standings table › criteria roads › digits: "" → "0" (8)`,
			`added /standings/0/criteria/0/paragraph: standings table › criteria roads › paragraph: "" → "8" (8)`,
		}},
		{"another order, and another value", nil, []change{{"/standings/0/criteria", []object{
			{"figure": "vp", "best": "fewest", "paragraph": "8"}, {"figure": "wins", "best": "most", "paragraph": "8"},
		}}}, []string{
			`changed /standings/0/criteria/0/best: standings table › criteria vp › best: "most" → "fewest" (8)`,
			`reordered /standings/0/criteria: standings table › criteria: "wins, vp" → "vp, wins" (8)`,
		}},
		{"one comes, one goes, the others stay in order", []change{second}, []change{{"/standings/0/criteria", []object{
			{"figure": "wins", "best": "most", "paragraph": "8"}, {"figure": "roads", "best": "most", "paragraph": "8"},
		}}, second}, []string{
			`added /standings/0/criteria/1/figure: standings table › criteria roads › figure: "" → "roads" (8)`,
			`added /standings/0/criteria/1/best: standings table › criteria roads › best: "" → "most" (8)`,
			`added /standings/0/criteria/1/digits: standings table › criteria roads › digits: "" → "0" (8)`,
			`added /standings/0/criteria/1/paragraph: standings table › criteria roads › paragraph: "" → "8" (8)`,
			`removed /standings/0/criteria/1/figure: standings table › criteria vp › figure: "vp" → "" (8)`,
			`removed /standings/0/criteria/1/best: standings table › criteria vp › best: "most" → "" (8)`,
			`removed /standings/0/criteria/1/digits: standings table › criteria vp › digits: "0" → "" (8)`,
			`removed /standings/0/criteria/1/paragraph: standings table › criteria vp › paragraph: "8" → "" (8)`,
		}},
		{"a formula", []change{{"/calculations", []object{calculation("seat", "net", "vp")}}}, []change{{"/calculations", []object{calculation("seat", "net", "vp / 2")}}}, []string{
			`changed /calculations/0/formula: calculations net › formula: "vp" → "vp / 2" (7)`,
		}},
		{"elements of one name are told apart", []change{sets(4, 8)}, []change{sets(4, 10)}, []string{
			`changed /game/cards/sets/1/armies: game › cards › sets 5 (2) › armies: "8" → "10" (2)`,
		}},
		{
			"a name with a slash",
			[]change{{"/readings/a~1b", object{"question": "Q", "paragraph": "7", "at": "/standings/0/criteria/0/best", "options": []object{{"value": "most", "why": "W"}, {"value": "fewest", "why": "W"}}}}},
			[]change{{"/readings/a~1b", object{"question": "Why?", "paragraph": "7", "at": "/standings/0/criteria/0/best", "options": []object{{"value": "most", "why": "W"}, {"value": "fewest", "why": "W"}}}}},
			[]string{
				`changed /readings/a~1b/question: readings a/b › question: "Q" → "Why?" (7)`,
			},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before, after := decoded(t, house(t, tt.before...)), decoded(t, house(t, tt.after...))
			if diff := cmp.Diff(tt.want, lines(rules.Diff(before, after))); diff != "" {
				t.Error(diff)
			}
			if back := rules.Diff(after, before); len(back) != len(tt.want) {
				t.Errorf("%d differences back: %v", len(back), lines(back))
			}
		})
	}
}

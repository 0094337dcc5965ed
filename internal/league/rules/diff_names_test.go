package rules_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league/rules"
)

// TestDiffNamesElements: what differs in an element of a list is found by the name that the
// element has, which no other of its list has, wherever it stands.
func TestDiffNamesElements(t *testing.T) {
	t.Parallel()
	season := aSeason(t)
	tables := object{"tables": []object{{"seats": 4, "points": []string{"5", "3", "2", "1"}}, {"seats": 3, "points": []string{"5", "3", "2"}}}, "level": "average", "paragraph": "7"}
	offenses := []object{{"code": "slow-play", "name": "Slow", "paragraph": "3"}, {"code": "lying", "name": "Lying", "paragraph": "3"}}
	barred := []object{{"reason": "banned", "paragraph": "3"}, {"reason": "already-qualified", "paragraph": "3"}}
	limited := object{"limit": "always", "phases": []object{{"phase": "last-turn", "paragraph": "2"}, {"phase": "counting", "paragraph": "2"}}, "minutes": object{"base": 90}, "paragraph": "2"}
	open := object{"question": "Q", "paragraph": "7", "at": "/standings/0/criteria/0/best", "options": []object{{"value": "most", "why": "W"}, {"value": "fewest", "why": "W"}}}
	schedule := []object{{"from": 8, "to": 8, "drop": []int{}, "rounds": [][][]int{{{1, 2, 3, 4}, {5, 6, 7, 8}}}, "paragraph": "6"}, {"from": 9, "to": 9, "drop": []int{}, "rounds": [][][]int{{{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}}, "paragraph": "6"}}
	for _, tt := range []struct {
		name string
		with []change
		made change
		want string
	}{
		{"a variant by its id", nil, change{"/game/variants/0/target", 11}, `changed /game/variants/0/target: game › variants base › target: "10" → "11" (1)`},
		{"a figure by its id", nil, change{"/game/figures/0/range/max", 14}, `changed /game/figures/0/range/max: game › figures roads › range › max: "15" → "14" (2)`},
		{"an offense by its code", []change{{"/discipline/offenses", offenses}}, change{"/discipline/offenses/1/name", "Fibbing"}, `changed /discipline/offenses/1/name: discipline › offenses lying › name: "Lying" → "Fibbing" (3)`},
		{"a criterion by its figure", nil, change{"/standings/0/criteria/1/best", "fewest"}, `changed /standings/0/criteria/1/best: standings table › criteria vp › best: "most" → "fewest" (8)`},
		{"a way to seat by its system", []change{{"/seating/pairings/1", object{"system": "by-lot", "firstRound": "6", "paragraph": "6"}}}, change{"/seating/pairings/1/firstRound", "5"}, `changed /seating/pairings/1/firstRound: seating › pairings by-lot › firstRound: "6" → "5" (6)`},
		{"who is barred by the reason", []change{{"/eligibility", barred}}, change{"/eligibility/1/paragraph", "4"}, `changed /eligibility/1/paragraph: eligibility already-qualified › paragraph: "3" → "4" (4)`},
		{"a reminder by its duty", season, change{"/season/reminders/1/days", 2}, `changed /season/reminders/1/days: season › reminders report › days: "1" → "2" (1)`},
		{"a phase by its name", []change{{"/time", limited}}, change{"/time/phases/1/paragraph", "3"}, `changed /time/phases/1/paragraph: time › phases counting › paragraph: "2" → "3" (3)`},
		{"minutes by the variant", []change{{"/time", limited}}, change{"/time/minutes/base", 80}, `changed /time/minutes/base: time › minutes base: "90" → "80" (2)`},
		{"an option by its value", []change{{"/readings/X-1", open}}, change{"/readings/X-1/options/1/why", "V"}, `changed /readings/X-1/options/1/why: readings X-1 › options fewest › why: "W" → "V" (7)`},
		{"points by the seats of a table", []change{{"/scoring/points", tables}}, change{"/scoring/points/tables/1/points", []string{"5", "3", "1"}}, `changed /scoring/points/tables/1/points: scoring › points › tables 3 › points: "5, 3, 2" → "5, 3, 1" (7)`},
		{"a bracket by where it begins", nil, change{"/format/formulas/0/brackets/1/rounds", 4}, `changed /format/formulas/0/brackets/1/rounds: format › formulas only › brackets 12 › rounds: "3" → "4" (5)`},
		{
			"a schedule by where it begins",
			[]change{{"/seating/pairings/1", object{"system": "fixed-schedule", "schedules": schedule, "paragraph": "6"}}},
			change{"/seating/pairings/1/schedules/1/paragraph", "5"},
			`changed /seating/pairings/1/schedules/1/paragraph: seating › pairings fixed-schedule › schedules 9 › paragraph: "6" → "5" (5)`,
		},
		{"a text by its paragraph", nil, change{"/texts/8/body", "Four."}, `changed /texts/8/body: texts 9 › body: "The best four." → "Four." (9)`},
		{"a tier by its id", season, change{"/season/tiers/1/least", 13}, `changed /season/tiers/1/least: season › tiers city › least: "12" → "13" (6)`},
		{"a lead by its place in the list", season, change{"/season/tiers/1/leads/0/refund", false}, `changed /season/tiers/1/leads/0/refund: season › tiers city › leads 1 › refund: "true" → "false" (6)`},
		{"a photo by its kind", season, change{"/season/documents/1/waive", "manager"}, `changed /season/documents/1/waive: season › documents tables › waive: "checker" → "manager" (5)`},
		{"a final by the number of finalists", season, change{"/season/final/formats/2/semifinals", 0}, `changed /season/final/formats/2/semifinals: season › final › formats 8 › semifinals: "2" → "0" (9)`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			before := undecided(t, house(t, tt.with...))
			after := undecided(t, house(t, append(append([]change(nil), tt.with...), tt.made)...))
			if diff := cmp.Diff([]string{tt.want}, lines(rules.Diff(before, after))); diff != "" {
				t.Error(diff)
			}
			if same := rules.Diff(after, after); len(same) > 0 {
				t.Errorf("differs from itself: %v", lines(same))
			}
		})
	}
}

// undecided is a document as it is read, whether or not it could be played by.
func undecided(t *testing.T, document []byte) *rules.Ruleset {
	t.Helper()
	r := new(rules.Ruleset)
	if err := json.Unmarshal(document, r); err != nil {
		t.Fatal(err)
	}
	return r
}

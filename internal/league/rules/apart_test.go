package rules_test

import (
	"testing"

	"referto/internal/league/rules"
)

// TestApartIn: people are kept apart in every preliminary round but the last, unless the ruleset says in that one,
// too (SQ00 7); where it has no such rule, in none.
func TestApartIn(t *testing.T) {
	t.Parallel()
	butTheLast, always := &rules.Apart{Paragraph: "7"}, &rules.Apart{LastRound: true, Paragraph: "7"}
	for _, tt := range []struct {
		name          string
		rule          *rules.Apart
		round, rounds int
		holds         bool
	}{
		{"the first of three", butTheLast, 1, 3, true},
		{"the second of three", butTheLast, 2, 3, true},
		{"the last of three", butTheLast, 3, 3, false},
		{"the only one", butTheLast, 1, 1, false},
		{"the last of three, where it holds there", always, 3, 3, true},
		{"without a rule", nil, 1, 3, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := rules.Pairing{Apart: tt.rule}.ApartIn(tt.round, tt.rounds)
			if (got != nil) != tt.holds || got != nil && got.Paragraph != "7" {
				t.Errorf("got %+v", got)
			}
		})
	}
}

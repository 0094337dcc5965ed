package seating_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/seating"
)

// TestKeepApartWhateverTheOrder: neither the order of the pairs nor the order within a pair matters (SQ00 7).
// Nobody is lost, and no exchange seats together two entries that must be kept apart.
func TestKeepApartWhateverTheOrder(t *testing.T) {
	t.Parallel()
	r := preset(t, "risiko-squadre-2000")
	p := pairing(t, r, rules.ByPreviousStandings)
	rapid.Check(t, func(t *rapid.T) {
		players := rapid.SampledFrom([]int{8, 10, 11, 12, 14, 18, 24}).Draw(t, "players")
		entry := rapid.Custom(func(t *rapid.T) league.Entry { return league.Entry(rapid.IntRange(1, players).Draw(t, "entry")) })
		pairs := [][2]league.Entry{{1, 2}}
		for range rapid.IntRange(0, 8).Draw(t, "pairs") {
			if a, b := entry.Draw(t, "a"), entry.Draw(t, "b"); a != b {
				pairs = append(pairs, [2]league.Entry{a, b})
			}
		}
		rule := *p.Apart
		rule.Exchange = rapid.SampledFrom([]rules.Exchange{"nearest", rules.Farthest}).Draw(t, "exchange")
		before, err := seating.ByStandings(r, p, upTo(players))
		if err != nil {
			t.Fatal(err)
		}
		others := rapid.Permutation(slices.Concat(pairs, pairs)).Draw(t, "another order")
		for i := range others {
			if rapid.Bool().Draw(t, "turned round") {
				others[i][0], others[i][1] = others[i][1], others[i][0]
			}
		}
		plan, other := seating.KeepApart(r, rule, before, upTo(players), pairs), seating.KeepApart(r, rule, before, upTo(players), others)
		if diff := cmp.Diff(plan, other); diff != "" {
			t.Fatalf("pairs %v and %v:\n%s", pairs, others, diff)
		}
		if is, was := together(plan, pairs), together(before, pairs); is > was {
			t.Fatalf("%d pairs sit together, before the exchanges %d", is, was)
		}
		if !slices.Equal(plan.Sizes(), before.Sizes()) || !slices.Equal(everybodyIn(plan), upTo(players)) {
			t.Fatalf("got %v", plan.Tables)
		}
	})
}

// together counts the pairs that sit at one table.
func together(plan seating.Plan, pairs [][2]league.Entry) int {
	count := 0
	for _, table := range plan.Tables {
		for _, pair := range pairs {
			if slices.Contains(table.Seats, pair[0]) && slices.Contains(table.Seats, pair[1]) {
				count++
			}
		}
	}
	return count
}

// everybodyIn returns the entries that a plan seats, by start number.
func everybodyIn(plan seating.Plan) []league.Entry {
	var all []league.Entry
	for _, table := range plan.Tables {
		all = append(all, table.Seats...)
	}
	slices.Sort(all)
	return all
}

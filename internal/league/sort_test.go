package league_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"referto/internal/league"
)

// TestSort: sorting follows the comparison and keeps the order of equal elements, also in long
// lists.
func TestSort(t *testing.T) {
	t.Parallel()
	byLength := func(a, b string) int { return len(a) - len(b) }
	for _, c := range []struct {
		name       string
		from, want []string
	}{
		{"nothing", nil, nil},
		{"one", []string{"a"}, []string{"a"}},
		{"the longer last", []string{"ccc", "a", "bb"}, []string{"a", "bb", "ccc"}},
		{"equal ones as they came", []string{"bb", "z", "aa", "a", "cc", "m"}, []string{"z", "a", "m", "bb", "aa", "cc"}},
		{
			"twenty and more",
			slices.Concat(slices.Repeat([]string{"zz", "y"}, 12), []string{"aa", "b"}),
			slices.Concat(slices.Repeat([]string{"y"}, 12), []string{"b"}, slices.Repeat([]string{"zz"}, 12), []string{"aa"}),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			before := slices.Clone(c.from)
			if diff := cmp.Diff(c.want, league.Sorted(c.from, byLength)); diff != "" {
				t.Errorf("sorted copy (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(before, c.from); diff != "" {
				t.Errorf("the list itself changed (-want +got)\n%s", diff)
			}
			league.Sort(c.from, byLength)
			if diff := cmp.Diff(c.want, c.from); diff != "" {
				t.Errorf("sorted in place (-want +got)\n%s", diff)
			}
		})
	}
}

// TestSortAsTheLibrary: the order is the one of slices.SortStableFunc, of which devices carry no
// copy.
func TestSortAsTheLibrary(t *testing.T) {
	t.Parallel()
	type card struct{ Rank, Came int }
	byRank := func(a, b card) int { return b.Rank - a.Rank }
	rapid.Check(t, func(t *rapid.T) {
		var cards []card
		for i, rank := range rapid.SliceOfN(rapid.IntRange(0, 5), 0, 80).Draw(t, "ranks") {
			cards = append(cards, card{rank, i})
		}
		want := slices.Clone(cards)
		slices.SortStableFunc(want, byRank)
		if diff := cmp.Diff(want, league.Sorted(cards, byRank)); diff != "" {
			t.Fatalf("(-want +got)\n%s", diff)
		}
	})
}

// TestSortedIsACopy: changing the sorted list does not change the original.
func TestSortedIsACopy(t *testing.T) {
	t.Parallel()
	from := []int{1, 2, 3}
	sorted := league.Sorted(from, func(a, b int) int { return a - b })
	sorted[0] = 9
	if from[0] != 1 {
		t.Errorf("the list itself is %v", from)
	}
}

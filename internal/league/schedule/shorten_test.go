package schedule

import (
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// TestChooseOut: exactly the missing number of players is taken out, and no two of them meet.
func TestChooseOut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ tables, size, rounds, missing int }{
		{4, 4, 4, 1}, {4, 4, 3, 2}, {4, 4, 5, 1}, {5, 4, 4, 3}, {7, 4, 5, 3}, {8, 4, 6, 2}, {9, 3, 5, 2}, {7, 6, 4, 5}, {5, 5, 3, 4},
	} {
		rounds := complete(tt.tables, tt.size, tt.rounds)
		players := tt.tables * tt.size
		out := chooseOut(rounds, players, tt.missing)
		chosen := slices.DeleteFunc(ascending(players), func(p int) bool { return !out[p] })
		if len(chosen) != tt.missing {
			t.Errorf("%+v: %v are out", tt, chosen)
		}
		for _, tables := range rounds {
			for _, table := range tables {
				here := 0
				for _, p := range table {
					if out[p] {
						here++
					}
				}
				if here > 1 {
					t.Errorf("%+v: two of %v meet at %v", tt, chosen, table)
				}
			}
		}
	}
}

// TestChooseOutFallsBack: if there are not enough players who never meet, the first ones are taken out.
func TestChooseOutFallsBack(t *testing.T) {
	t.Parallel()
	everybodyMeets := [][][]int{{{0, 1}, {2, 3}}, {{0, 2}, {1, 3}}, {{0, 3}, {1, 2}}}
	if got := chooseOut(everybodyMeets, 4, 2); !slices.Equal(got, []bool{true, true, false, false}) {
		t.Errorf("%v are out", got)
	}
	if got := chooseOut(everybodyMeets, 4, 1); len(slices.DeleteFunc(slices.Clone(got), func(out bool) bool { return !out })) != 1 {
		t.Errorf("%v: one can always go", got)
	}
}

// TestChoice: each further choice is the first player, counted from the start of the choice, who meets none of
// those taken out and whose companions have met as few of them as possible.
func TestChoice(t *testing.T) {
	t.Parallel()
	// 0-1, 2-3, 4-5 and 0-2 meet.
	met := [][]int{{1, 2}, {0}, {3, 0}, {2}, {5}, {4}}
	for _, tt := range []struct {
		name           string
		missing, first int
		out            []int
		unfair         int
		ok             bool
	}{
		{"one", 1, 0, []int{0}, 2, true},
		{"two: who shares companions comes later", 2, 0, []int{0, 4}, 3, true},
		{"three", 3, 0, []int{0, 3, 4}, 1 + 4 + 1, true},
		{"four are too many", 4, 0, nil, 0, false},
		{"beginning elsewhere", 2, 3, []int{3, 4}, 2, true},
		{"the choice goes round", 3, 5, []int{0, 3, 5}, 1 + 4 + 1, true},
	} {
		c := &choice{met: met, out: make([]bool, 6), times: make([]int, 6)}
		unfair, ok := c.choose(tt.missing, tt.first)
		if ok != tt.ok || unfair != tt.unfair {
			t.Errorf("%s: %d %t, want %d %t", tt.name, unfair, ok, tt.unfair, tt.ok)
		}
		if out := slices.DeleteFunc(ascending(6), func(p int) bool { return !c.out[p] }); ok && !slices.Equal(out, tt.out) {
			t.Errorf("%s: %v are out, want %v", tt.name, out, tt.out)
		}
	}
}

// TestShortenAnything: full tables can be shortened to tables of any smaller sizes, in the order asked for,
// with everybody numbered once and without gaps.
func TestShortenAnything(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sizes := rapid.SliceOfN(rapid.IntRange(2, 6), 2, 7).Draw(t, "sizes")
		players := 0
		for _, size := range sizes {
			players += size
		}
		plan := shorten(complete(len(sizes), slices.Max(sizes), rapid.IntRange(1, 5).Draw(t, "rounds")), sizes)
		for r, tables := range plan {
			for i, table := range tables {
				if len(table) != sizes[i] {
					t.Fatalf("round %d, table %d has %d of %v", r, i, len(table), sizes)
				}
			}
			if got := slices.Sorted(slices.Values(slices.Concat(tables...))); !slices.Equal(got, ascending(players)) {
				t.Fatalf("round %d seats %v", r, got)
			}
		}
	})
}

// TestOneShorterNeverMeetsAgain: shortening full tables by one seat each causes no repeats, whoever is taken
// out, as long as those taken out never meet.
func TestOneShorterNeverMeetsAgain(t *testing.T) {
	t.Parallel()
	for tables := 4; tables <= 12; tables++ {
		for size := 3; size <= 6; size++ {
			for missing := 1; missing <= min(3, tables-1); missing++ {
				full := complete(tables, size, 3)
				sizes := append(slices.Repeat([]int{size}, tables-missing), slices.Repeat([]int{size - 1}, missing)...)
				if q := Measure(shorten(full, sizes)); q.Repeats != 0 {
					t.Errorf("%d tables of %d less %d: %+v", tables, size, missing, q)
				}
			}
		}
	}
}

// TestBySizeIsStable: tables of one size keep their order, so that nobody changes tables without need.
func TestBySizeIsStable(t *testing.T) {
	t.Parallel()
	tables := [][]int{{1, 1, 1}, {2, 2}, {3, 3, 3}, {4, 4}, {5, 5, 5}}
	bySize(tables, []int{2, 3, 3, 2, 3})
	if want := [][]int{{2, 2}, {1, 1, 1}, {3, 3, 3}, {4, 4}, {5, 5, 5}}; !slices.EqualFunc(tables, want, slices.Equal) {
		t.Errorf("got %v, want %v", tables, want)
	}
}

// TestLevelKeepsEverybody: players only move from tables that are too large to tables that are too small.
func TestLevelKeepsEverybody(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		has := rapid.SliceOfN(rapid.IntRange(1, 7), 1, 6).Draw(t, "has")
		sizes := rapid.Permutation(has).Draw(t, "wanted")
		var tables [][]int
		next := 0
		for _, n := range has {
			var table []int
			for range n {
				table = append(table, next)
				next++
			}
			tables = append(tables, table)
		}
		was := clonePlan([][][]int{tables})[0]
		level(tables, sizes)
		for i, table := range tables {
			if kept := min(len(was[i]), sizes[i]); len(table) != sizes[i] || !slices.Equal(table[:kept], was[i][:kept]) {
				t.Fatalf("table %d of %v became %v, %v are wanted", i, was, table, sizes)
			}
		}
		if got := slices.Sorted(slices.Values(slices.Concat(tables...))); !slices.Equal(got, ascending(next)) {
			t.Fatalf("seated %v", got)
		}
	})
}

package schedule_test

import (
	"slices"
	"testing"

	"referto/internal/league/schedule"
)

// TestLeastRepeats tries every schedule of some small fields: the bound is never above the smallest possible
// number of repeats, and Make reaches that number.
func TestLeastRepeats(t *testing.T) {
	t.Parallel()
	tests := []struct {
		sizes               []int
		rounds, least, best int
	}{
		{[]int{2, 2}, 3, 0, 0},
		{[]int{2, 2}, 4, 2, 2},
		{[]int{3, 2}, 2, 1, 1},
		{[]int{3, 2}, 3, 2, 2},
		{[]int{3, 3}, 2, 2, 2},
		{[]int{3, 3}, 3, 4, 5},
		{[]int{3, 3}, 4, 9, 9},
		{[]int{4, 3}, 2, 3, 3},
		{[]int{4, 3}, 3, 6, 6},
		{[]int{4, 4}, 2, 4, 4},
		{[]int{4, 4}, 3, 8, 8},
		{[]int{3, 3, 3}, 3, 0, 0},
		{[]int{4, 3, 3}, 2, 1, 1},
		{[]int{2, 2, 2}, 4, 0, 0},
		{[]int{2, 2, 2}, 6, 3, 3},
	}
	for _, tt := range tests {
		best := fewest(tt.sizes, tt.rounds)
		if least := schedule.LeastRepeats(tt.sizes, tt.rounds); least != tt.least || best != tt.best || least > best {
			t.Errorf("%v, %d rounds: bound %d and fewest %d, want %d and %d", tt.sizes, tt.rounds, least, best, tt.least, tt.best)
		}
		if got := schedule.Make(tt.sizes, tt.rounds).Quality.Repeats; got != best {
			t.Errorf("%v, %d rounds: made with %d repeats, fewest are %d", tt.sizes, tt.rounds, got, best)
		}
	}
}

// fewest returns the repeats of the best of all schedules.
func fewest(sizes []int, rounds int) int {
	players := 0
	for _, size := range sizes {
		players += size
	}
	all := partitions(sizes, make([]bool, players))
	met := make([]int, players*players)
	best := 1 << 30
	var try func(first, left, repeats int)
	try = func(first, left, repeats int) {
		if left == 0 || repeats >= best {
			best = min(best, repeats)
			return
		}
		for i := first; i < len(all); i++ { // rounds may come in any order
			again := 0
			for _, pair := range all[i] {
				if met[pair] > 0 {
					again++
				}
				met[pair]++
			}
			try(i, left-1, repeats+again)
			for _, pair := range all[i] {
				met[pair]--
			}
			if left == rounds {
				return // the names of players do not matter either: one first round is enough
			}
		}
	}
	try(0, rounds, 0)
	return best
}

// partitions returns all possible rounds, each as the pairs that meet in it.
func partitions(sizes []int, seated []bool) [][]int {
	first := slices.Index(seated, false)
	if first < 0 {
		return [][]int{nil}
	}
	var rounds [][]int
	for i, size := range sizes {
		if slices.Contains(sizes[:i], size) {
			continue
		}
		rest := slices.Delete(slices.Clone(sizes), i, i+1)
		for _, table := range tablesWith(first, size, seated) {
			for _, p := range table {
				seated[p] = true
			}
			for _, others := range partitions(rest, seated) {
				rounds = append(rounds, append(pairs(table, len(seated)), others...))
			}
			for _, p := range table {
				seated[p] = false
			}
		}
	}
	return rounds
}

// tablesWith returns all tables of a size that hold the player first and otherwise only later players without a
// seat.
func tablesWith(first, size int, seated []bool) [][]int {
	if size == 1 {
		return [][]int{{first}}
	}
	var tables [][]int
	for next := first + 1; next < len(seated); next++ {
		if !seated[next] {
			for _, rest := range tablesWith(next, size-1, seated) {
				tables = append(tables, append([]int{first}, rest...))
			}
		}
	}
	return tables
}

func pairs(table []int, players int) (found []int) {
	for i, p := range table {
		for _, q := range table[:i] {
			found = append(found, q*players+p)
		}
	}
	return found
}

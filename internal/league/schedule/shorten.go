package schedule

import (
	"slices"
	"sort"
)

// shortenWork limits the search for the players to take out: the number of meetings that it examines.
const shortenWork = 400_000

// shorten takes players out of full tables until the tables have the sizes wanted, and renumbers the rest. The
// players taken out never meet, so that every table loses at most one. They are chosen so that everybody else
// meets them about equally often, because every such meeting becomes a seat at a short table. If sizes differ
// by more than one, players change tables, and pairs may meet again.
func shorten(rounds [][][]int, sizes []int) [][][]int {
	largest := slices.Max(sizes)
	players := len(sizes) * largest
	missing := players
	for _, size := range sizes {
		missing -= size
	}
	if missing > 0 && len(rounds) > 0 {
		out := chooseOut(rounds, players, missing)
		numbers := make([]int, players)
		next := 0
		for p := range numbers {
			numbers[p] = -1
			if !out[p] {
				numbers[p] = next
				next++
			}
		}
		for _, tables := range rounds {
			for t, table := range tables {
				var rest []int
				for _, p := range table {
					if numbers[p] >= 0 {
						rest = append(rest, numbers[p])
					}
				}
				tables[t] = rest
			}
		}
	}
	for _, tables := range rounds {
		bySize(tables, sizes)
		level(tables, sizes)
	}
	return rounds
}

// chooseOut chooses the given number of players to take out.
func chooseOut(rounds [][][]int, players, missing int) []bool {
	met := make([][]int, players)
	for _, tables := range rounds {
		for _, table := range tables {
			for _, p := range table {
				for _, q := range table {
					if p != q {
						met[p] = append(met[p], q)
					}
				}
			}
		}
	}
	tries := max(1, shortenWork/(missing*players*len(met[0])))
	var best []bool
	least, dice := -1, newDice(players, missing)
	for try := 0; try < tries; try++ {
		c := &choice{met: met, out: make([]bool, players), times: make([]int, players)}
		unfair, ok := c.choose(missing, dice.below(players))
		if ok && (least < 0 || unfair < least) {
			best, least = c.out, unfair
		}
		if least == leastSquares(missing*len(met[0]), players-missing) {
			break
		}
	}
	if best == nil { // the players of one class always qualify: they meet late or never
		best = make([]bool, players)
		for p := range missing {
			best[p] = true
		}
	}
	return best
}

// choice is a choice of players who never meet.
type choice struct {
	met   [][]int // by player
	out   []bool
	times []int // number of players taken out whom each meets
}

// choose takes out the given first player, and then one after another so that the remaining players meet those
// taken out as evenly as possible. It returns how uneven the result is, and false if it found too few.
func (c *choice) choose(missing, first int) (unfair int, ok bool) {
	c.take(first)
	for range missing - 1 {
		next, least := -1, 0
		for i := range c.out {
			p := (first + i) % len(c.out)
			if c.out[p] || c.times[p] > 0 {
				continue
			}
			overlap := 0
			for _, q := range c.met[p] {
				overlap += c.times[q]
			}
			if next < 0 || overlap < least {
				next, least = p, overlap
			}
		}
		if next < 0 {
			return 0, false
		}
		c.take(next)
	}
	for _, n := range c.times {
		unfair += n * n
	}
	return unfair, true
}

func (c *choice) take(p int) {
	c.out[p] = true
	for _, q := range c.met[p] {
		c.times[q]++
	}
}

// leastSquares returns the smallest sum of squares of a number of whole numbers with the given sum.
func leastSquares(sum, numbers int) int {
	each, over := sum/numbers, sum%numbers
	return over*(each+1)*(each+1) + (numbers-over)*each*each
}

// bySize orders the tables of a round so that their sizes follow the order of sizes.
func bySize(tables [][]int, sizes []int) {
	sort.SliceStable(tables, func(i, j int) bool { return len(tables[i]) > len(tables[j]) })
	order := ascending(len(sizes))
	sort.SliceStable(order, func(i, j int) bool { return sizes[order[i]] > sizes[order[j]] })
	sorted := slices.Clone(tables)
	for i, t := range order {
		tables[t] = sorted[i]
	}
}

// level moves players from tables that are too large to tables that are too small.
func level(tables [][]int, sizes []int) {
	for small := range tables {
		for large := 0; len(tables[small]) < sizes[small]; {
			if len(tables[large]) <= sizes[large] {
				large++
				continue
			}
			last := len(tables[large]) - 1
			tables[small] = append(tables[small], tables[large][last])
			tables[large] = tables[large][:last]
		}
	}
}

package schedule

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

// A field is the sizes of the tables and the number of rounds of a schedule.
type field struct {
	sizes  []int
	rounds int
}

// fields returns the fields with the given numbers of players, in two to six rounds, at tables of four and
// three.
func fields(players ...int) []field {
	var all []field
	for _, n := range players {
		short := (4 - n%4) % 4
		sizes := append(slices.Repeat([]int{4}, (n-3*short)/4), slices.Repeat([]int{3}, short)...)
		for rounds := 2; rounds <= 6; rounds++ {
			all = append(all, field{sizes, rounds})
		}
	}
	return all
}

// fullTables are numbers of players that fill tables of four completely.
var fullTables = []int{16, 20, 24, 32, 40, 48, 64}

// BenchmarkMake measures the time for the median field, without the memory of Make: all fields from 12 to 64
// players, those that fill their tables, and the same made by trial.
func BenchmarkMake(b *testing.B) {
	b.Run("all", func(b *testing.B) { median(b, fields(ascending(65)[12:]...), withoutMemory) })
	b.Run("full", func(b *testing.B) { median(b, fields(fullTables...), withoutMemory) })
	b.Run("roundByRound", func(b *testing.B) { median(b, fields(fullTables...), byTrial) })
}

func withoutMemory(f field) [][][]int { return compute(f.sizes, f.rounds).Rounds }

func byTrial(f field) [][][]int {
	return roundByRound(rand.New(rand.NewPCG(1, uint64(f.rounds))), f.sizes, f.rounds)
}

// median reports the time for the median field instead of the sum.
func median(b *testing.B, of []field, make func(field) [][][]int) {
	var times []time.Duration
	for b.Loop() {
		for _, f := range of {
			begun := time.Now()
			make(f)
			times = append(times, time.Since(begun))
		}
	}
	slices.Sort(times)
	middle := float64(times[len(times)/2]) //nolint:forbidigo // as the testing package wants it
	b.ReportMetric(middle, "ns/op")
}

// TestNoMoreThanByTrial: making a schedule by trial, the usual way, never gives fewer repeats.
func TestNoMoreThanByTrial(t *testing.T) {
	t.Parallel()
	fewer, all := 0, fields(fullTables...)
	for _, f := range all {
		ours, usual := Make(f.sizes, f.rounds).Quality.Repeats, Measure(byTrial(f)).Repeats
		if ours > usual {
			t.Errorf("%d tables, %d rounds: %d repeats, by trial %d", len(f.sizes), f.rounds, ours, usual)
		}
		if ours < usual {
			fewer++
		}
	}
	t.Logf("%d of %d fields have fewer repeats than by trial, none has more", fewer, len(all))
}

// roundByRound makes a schedule in the usual way: one round at a time. Each round starts at random, several
// times over, and players are exchanged until the pairs of the round have met as rarely as possible. Earlier
// rounds are not changed.
func roundByRound(chance *rand.Rand, sizes []int, rounds int) [][][]int {
	players := 0
	for _, size := range sizes {
		players += size
	}
	met := make([][]int, players)
	for p := range met {
		met[p] = make([]int, players)
	}
	var plan [][][]int
	for range rounds {
		best, least := []int(nil), -1
		for try := 0; try < 30 && least != 0; try++ {
			if order, cost := oneRound(chance.Perm(players), sizes, met); least < 0 || cost < least {
				best, least = order, cost
			}
		}
		var tables [][]int
		for _, size := range sizes {
			tables, best = append(tables, best[:size]), best[size:]
		}
		for _, table := range tables {
			for _, p := range table {
				for _, q := range table {
					met[p][q]++
				}
			}
		}
		plan = append(plan, tables)
	}
	return plan
}

// oneRound exchanges any two players for as long as that lowers the cost of a round.
func oneRound(order, sizes []int, met [][]int) (better []int, cost int) {
	cost = costOf(order, sizes, met)
	for found := true; found && cost > 0; {
		found = false
		for i := range order {
			for j := range i {
				order[i], order[j] = order[j], order[i]
				if now := costOf(order, sizes, met); now < cost {
					cost, found = now, true
				} else {
					order[i], order[j] = order[j], order[i]
				}
			}
		}
	}
	return order, cost
}

func costOf(order, sizes []int, met [][]int) (cost int) {
	for _, size := range sizes {
		for i, p := range order[:size] {
			for _, q := range order[:i] {
				cost += met[p][q] * met[p][q]
			}
		}
		order = order[size:]
	}
	return cost
}

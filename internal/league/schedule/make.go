package schedule

import "slices"

// The largest schedules that are made, so that none takes much longer than a
// second.
const (
	MostPlayers = 2000
	MostRounds  = 50
)

// A Schedule says who sits where in every round. It is shared by all who ask for
// it: nobody may change it.
type Schedule struct {
	// Rounds are the places by round, table and seat. The tables of a round are in
	// the order of the sizes asked for; places run from 1.
	Rounds [][][]int
	// Quality is the answer of [Measure] for Rounds.
	Quality Quality
}

// Make makes the schedule of a number of rounds, from 1 to MostRounds, at tables of
// these sizes, each 2 or more, the same in every round, with MostPlayers in all at
// most. What has been made is remembered.
func Make(sizes []int, rounds int) Schedule {
	return recall(sizes, rounds)
}

// compute is Make without memory.
func compute(sizes []int, rounds int) Schedule {
	plan := arrange(sizes, rounds)
	for _, tables := range plan {
		bySize(tables, sizes)
	}
	balanceSeats(plan)
	for _, tables := range plan {
		for _, table := range tables {
			for i := range table {
				table[i]++
			}
		}
	}
	return Schedule{Rounds: plan, Quality: Measure(plan)}
}

// effort sets how long and how boldly is searched.
type effort struct {
	steps   int   // exchanges that are tried
	memory  int   // exchanges ago, than which none may be worse
	weights value // of a repeat and of unfairness
}

// usual is the effort where nothing is kept.
var usual = effort{steps: 150_000, memory: 300, weights: value{repeats: 5, unfair: 1}}

// arrange finds who sits with whom, places numbered from 0.
func arrange(sizes []int, rounds int) [][][]int {
	if plan := keptFor(sizes, rounds); plan != nil {
		return plan
	}
	start := complete(len(sizes), slices.Max(sizes), rounds)
	if len(start) == rounds && slices.Min(sizes) == slices.Max(sizes) {
		return start // full tables without repeats: there is nothing better
	}
	start = shorten(start, sizes)
	s := newSearch(sizes, rounds, start, usual, 0)
	s.run()
	return s.bestTables
}

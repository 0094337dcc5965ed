package schedule

import "slices"

// The limits of the schedules that are made, so that none takes much longer than a second.
const (
	MostPlayers = 2000
	MostRounds  = 50
)

// A Schedule holds the players of every table in every round, as places. It is shared by all callers, and
// nobody may change it.
type Schedule struct {
	// Rounds are the places by round, table and seat. The tables of a round are in the order of the sizes
	// passed in; places are numbered from 1.
	Rounds [][][]int
	// Quality is the result of [Measure] for Rounds.
	Quality Quality
}

// Make returns the schedule of a number of rounds, from 1 to MostRounds, at tables of the given sizes, which
// are the same in every round. Every size is at least 2, and their sum at most MostPlayers. Make remembers
// recent schedules.
func Make(sizes []int, rounds int) Schedule {
	return recall(sizes, rounds)
}

// compute is Make without the memory.
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

// effort sets the length and the boldness of the search.
type effort struct {
	steps   int   // number of exchanges that are tried
	memory  int   // an exchange may be no worse than the schedule this many exchanges ago
	weights value // weights of a repeat and of unfairness
}

// usual is the effort where no schedule is kept.
var usual = effort{steps: 150_000, memory: 300, weights: value{repeats: 5, unfair: 1}}

// arrange returns the players of each table by round, as places from 0.
func arrange(sizes []int, rounds int) [][][]int {
	if plan := keptFor(sizes, rounds); plan != nil {
		return plan
	}
	start := complete(len(sizes), slices.Max(sizes), rounds)
	if len(start) == rounds && slices.Min(sizes) == slices.Max(sizes) {
		return start // full tables without repeats cannot be improved
	}
	start = shorten(start, sizes)
	s := newSearch(sizes, rounds, start, usual, 0)
	s.run()
	return s.bestTables
}

package schedule

import "slices"

// Quality measures how good a schedule is.
type Quality struct {
	// Repeats counts the meetings of pairs that have met before: a pair that meets three times counts as two.
	Repeats int `json:"repeats"`
	// LeastRepeats is a proven lower bound: no schedule of these sizes and rounds has fewer. There may be none
	// that reaches it.
	LeastRepeats int `json:"leastRepeats"`
	// Short is the spread of how often a player sits at a table smaller than the largest of its round.
	Short Spread `json:"short"`
	// Seats is the spread of how often a player holds the same seat (the first, the second, and so on), for the
	// seat whose spread is widest.
	Seats Spread `json:"seats"`
}

// Spread holds the smallest and the largest number of times that something falls to a player.
type Spread struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Width returns the difference between Most and Least.
func (s Spread) Width() int { return s.Most - s.Least }

// Measure returns the quality of a schedule. The schedule lists for every round and table the places at it, in
// the order of the seats. Places are any non-negative numbers, each once in a round.
func Measure(rounds [][][]int) Quality {
	if len(rounds) == 0 {
		return Quality{}
	}
	sizes := make([]int, len(rounds[0]))
	for i, table := range rounds[0] {
		sizes[i] = len(table)
	}
	return Quality{
		Repeats:      repeats(rounds),
		LeastRepeats: LeastRepeats(sizes, len(rounds)),
		Short:        shortTables(rounds),
		Seats:        seats(rounds),
	}
}

func repeats(rounds [][][]int) int {
	var pairs []uint64
	for _, tables := range rounds {
		for _, table := range tables {
			for i, a := range table {
				for _, b := range table[:i] {
					pairs = append(pairs, uint64(min(a, b))<<32|uint64(max(a, b)))
				}
			}
		}
	}
	slices.Sort(pairs)
	return len(pairs) - len(slices.Compact(pairs))
}

func shortTables(rounds [][][]int) Spread {
	times := newTally(rounds)
	for _, tables := range rounds {
		largest := 0
		for _, table := range tables {
			largest = max(largest, len(table))
		}
		for _, table := range tables {
			if len(table) < largest {
				times.add(table)
			}
		}
	}
	return times.spread()
}

// seats returns the spread of the seat whose spread is widest; of several, the first.
func seats(rounds [][][]int) Spread {
	var widest Spread
	for seat := 0; ; seat++ {
		times, held := newTally(rounds), false
		for _, tables := range rounds {
			for _, table := range tables {
				if seat < len(table) {
					times.add(table[seat : seat+1])
					held = true
				}
			}
		}
		if !held {
			return widest
		}
		if s := times.spread(); seat == 0 || s.Width() > widest.Width() {
			widest = s
		}
	}
}

// tally counts how often something falls to each place, plus 1: 1 means never, and 0 that there is no such
// place.
type tally []int

func newTally(rounds [][][]int) tally {
	highest := 0
	for _, table := range rounds[0] {
		highest = max(highest, slices.Max(table))
	}
	t := make(tally, highest+1)
	for _, table := range rounds[0] {
		t.add(table)
	}
	return t
}

func (t tally) add(places []int) {
	for _, place := range places {
		t[place]++
	}
}

func (t tally) spread() Spread {
	s := Spread{Least: slices.Max(t)}
	for _, n := range t {
		if n > 0 {
			s.Least, s.Most = min(s.Least, n), max(s.Most, n)
		}
	}
	return Spread{s.Least - 1, s.Most - 1}
}

// LeastRepeats returns a lower bound for the repeats of any schedule. It is the larger of two bounds. First,
// there are only so many different pairs. Second, the players of one table spread over the tables of another
// round, and if they are more than the tables, some of them must sit together again.
func LeastRepeats(sizes []int, rounds int) int {
	if rounds < 2 {
		return 0
	}
	players, meetings, together := 0, 0, 0
	for _, size := range sizes {
		players += size
		meetings += pairsOf(size)
		each, over := size/len(sizes), size%len(sizes)
		together += over*pairsOf(each+1) + (len(sizes)-over)*pairsOf(each)
	}
	return max(rounds*meetings-pairsOf(players), (rounds-1)*together)
}

func pairsOf(n int) int { return n * (n - 1) / 2 }

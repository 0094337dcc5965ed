package schedule

import "slices"

// Quality measures how good a schedule is.
type Quality struct {
	// Repeats are the meetings of pairs that have met before: a pair that meets
	// three times is two.
	Repeats int `json:"repeats"`
	// LeastRepeats is a bound that is proved: no schedule of these sizes and
	// rounds has fewer. There need not be one that has no more.
	LeastRepeats int `json:"leastRepeats"`
	// Short counts how often each sits at a table smaller than the largest of its
	// round.
	Short Spread `json:"short"`
	// Seats counts how often each holds the same seat: the first, the second, and so
	// on, of all the seat whose spread is widest.
	Seats Spread `json:"seats"`
}

// Spread counts how often something falls to those who have it least and most
// often.
type Spread struct {
	Least int `json:"least"`
	Most  int `json:"most"`
}

// Width returns the distance between the luckiest and the unluckiest.
func (s Spread) Width() int { return s.Most - s.Least }

// Measure counts the quality of a schedule: for every round and table the places
// that sit there, in the order of the seats. Places are any numbers that are
// not negative, each once in a round.
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

// seats is the spread of the seat whose spread is widest, the first of them.
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

// tally counts how often something falls to each place: 1 is never, 0 is no such
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

// LeastRepeats returns a number of repeats below which no schedule can be, by two arguments.
// There are only so many pairs. And those of one table who spread over the
// tables of another round cannot all sit apart where they are more than the
// tables.
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

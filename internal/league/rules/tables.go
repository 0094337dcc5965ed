package rules

import "slices"

// Partition names a way to split entrants into tables.
type Partition string

// The partitions.
const (
	// MostOfLargest makes as many tables of the largest size as possible and the
	// rest of the next sizes, again as many as possible of each.
	MostOfLargest Partition = "most-of-largest"
	// InOrder makes as many tables of the first size named as possible, then of
	// the second, and so on; sizes need not descend. Tables are numbered in that
	// order.
	InOrder Partition = "in-order"
	// MaxFours is MostOfLargest, by the name of a reading.
	MaxFours Partition = "max_fours"
	// MinFours makes as few tables of the largest size as possible.
	MinFours Partition = "min_fours"
)

// Tables is the rule that splits entrants into tables.
type Tables struct {
	// Sizes are the allowed numbers of seats, the largest first, or with
	// [InOrder] the preferred first.
	Sizes     []int     `json:"sizes"`
	Partition Partition `json:"partition"`
	Paragraph string    `json:"paragraph"`
	// Exceptions are numbers of entrants that are split otherwise.
	Exceptions []TableException `json:"exceptions,omitempty"`
	// MinToContinue is the number of players with which a game goes on when
	// others leave; with fewer it ends at once.
	MinToContinue MinToContinue `json:"minToContinue"`
	// Substitute is the rule on who sits down when too few remain; nil where
	// nobody does.
	Substitute *Substitute `json:"substitute,omitempty"`
	// MoveToShort, where not empty, is the paragraph by which a table that the
	// absent have left too small takes a player from a larger one.
	MoveToShort string `json:"moveToShort,omitempty"`
}

// TableException is a number of entrants that is split in a way of its own.
type TableException struct {
	Entrants int `json:"entrants"` // that are split so
	// Sizes are those of the tables, in order; they need not be among the
	// allowed sizes.
	Sizes     []int  `json:"sizes"`
	Paragraph string `json:"paragraph"`
}

// MinToContinue is the least number of players of a running game; 0 where the
// regulation has no rule.
type MinToContinue struct {
	Players   int    `json:"players"` // who must be left
	Paragraph string `json:"paragraph"`
}

// Substitute is the rule on a substitute who plays on for players who left, without
// points and last whatever they do.
type Substitute struct {
	// Below is the number of players below which one is named.
	Below     int    `json:"below"`
	Paragraph string `json:"paragraph"`
}

// AllSizes are the numbers of seats a table may have, each once: the allowed ones, then
// those of exceptions.
func (t Tables) AllSizes() []int {
	sizes := slices.Clone(t.Sizes)
	for _, e := range t.Exceptions {
		for _, size := range e.Sizes {
			if !slices.Contains(sizes, size) {
				sizes = append(sizes, size)
			}
		}
	}
	return sizes
}

// Split returns the number of seats of each table when a number of entrants is split into
// tables, in the order of the sizes: 17 is 4 4 3 3 3 (CN09 3.2a), 11 is 6 5 (SQ00
// 4). It is nil where there is no way, as with 5.
func (t Tables) Split(entrants int) []int {
	for _, e := range t.Exceptions {
		if e.Entrants == entrants {
			return slices.Clone(e.Sizes)
		}
	}
	if entrants <= 0 {
		return nil
	}
	left := entrants
	var sizes []int
	for i, size := range t.Sizes {
		rest := reachable(t.Sizes[i+1:], left)
		count, ok := countOf(size, left, rest, t.Partition == MinFours)
		if !ok {
			return nil
		}
		sizes = append(sizes, slices.Repeat([]int{size}, count)...)
		left -= count * size
	}
	if left != 0 {
		return nil
	}
	return sizes
}

// countOf is the greatest number of tables of a size, or the least, that leaves
// a number of entrants which the other sizes can seat.
func countOf(size, entrants int, rest []bool, fewest bool) (count int, ok bool) {
	most := entrants / size
	for i := range most + 1 {
		count = most - i
		if fewest {
			count = i
		}
		if rest[entrants-count*size] {
			return count, true
		}
	}
	return 0, false
}

// reachable reports for each number up to n whether tables of the sizes can
// seat it.
func reachable(sizes []int, n int) []bool {
	can := make([]bool, n+1)
	can[0] = true
	for i := range can {
		for _, size := range sizes {
			can[i] = can[i] || size <= i && can[i-size]
		}
	}
	return can
}

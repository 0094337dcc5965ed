package schedule

import "slices"

// passes limits the number of passes over the seats.
const passes = 20

// balanceSeats orders the players of every table so that everybody holds every seat about equally often.
//
// It balances two seats at a time on a graph whose nodes are the players. For every table an edge leads from
// the player in the first of the two seats to the player in the second. On a path from a player who has had the
// first seat more often to one who has had it less often, the two seats are exchanged at the table of every
// edge. The players between lose one and gain one, and the two ends come closer to each other.
func balanceSeats(plan [][][]int) {
	largest, players := 0, 0
	for _, table := range plan[0] {
		largest, players = max(largest, len(table)), players+len(table)
	}
	for r, tables := range plan {
		for _, table := range tables {
			turnLeft(table, r%len(table)) // algebra puts the same class into every first seat
		}
	}
	for pass, better := 0, true; better && pass < passes; pass++ {
		better = false
		for second := largest - 1; second > 0; second-- {
			for first := range second {
				lead := leads(plan, players, first, second)
				if slices.Max(lead)-slices.Min(lead) > 2 {
					better = newTwoSeats(plan, lead, first, second).balance() || better
				}
			}
		}
	}
}

// turnLeft moves everybody by a number of seats to the front, and those at the front to the end.
func turnLeft(table []int, by int) {
	copy(table, append(slices.Clone(table[by:]), table[:by]...))
}

// twoSeats is the graph of two seats.
type twoSeats struct {
	first, second int
	holds         [][][]int // by player: the tables at which they hold the first seat
	lead          []int     // see leads
	reached       []int     // by player: the last search that reached them
	by            [][]int   // by player: the table through which they were reached
	searches      int
}

// leads returns for each player how many more times they hold the first seat than the second.
func leads(plan [][][]int, players, first, second int) []int {
	lead := make([]int, players)
	for _, tables := range plan {
		for _, table := range tables {
			if len(table) > first {
				lead[table[first]]++
			}
			if len(table) > second {
				lead[table[second]]--
			}
		}
	}
	return lead
}

func newTwoSeats(plan [][][]int, lead []int, first, second int) *twoSeats {
	players := len(lead)
	g := &twoSeats{
		first: first, second: second, holds: make([][][]int, players), lead: lead,
		reached: make([]int, players), by: make([][]int, players),
	}
	for _, tables := range plan {
		for _, table := range tables {
			if len(table) > second {
				g.holds[table[first]] = append(g.holds[table[first]], table)
			}
		}
	}
	return g
}

// balance goes through the players once. From each it exchanges seats along paths until no path from that
// player improves the balance. It reports whether any did. A later exchange may open a path from an earlier
// player, which the next pass finds.
func (g *twoSeats) balance() (better bool) {
	for p := range g.lead {
		if g.lead[p]-slices.Min(g.lead) <= 2 {
			continue
		}
		for end, ok := g.way(p); ok; end, ok = g.way(p) {
			g.exchangeAlong(p, end)
			better = true
		}
	}
	return better
}

// way finds the nearest player who has held the first seat so much less often than the player at the start that
// both gain by an exchange.
func (g *twoSeats) way(start int) (end int, ok bool) {
	g.searches++
	g.reached[start] = g.searches
	queue := []int{start}
	for len(queue) > 0 {
		p := queue[0]
		queue = queue[1:]
		if g.lead[start]-g.lead[p] > 2 {
			return p, true
		}
		for _, table := range g.holds[p] {
			if q := table[g.second]; g.reached[q] != g.searches {
				g.reached[q], g.by[q] = g.searches, table
				queue = append(queue, q)
			}
		}
	}
	return 0, false
}

func (g *twoSeats) exchangeAlong(start, end int) {
	g.lead[start] -= 2
	g.lead[end] += 2
	for p := end; p != start; {
		table := g.by[p]
		before := table[g.first]
		at := slices.IndexFunc(g.holds[before], func(t []int) bool { return &t[0] == &table[0] })
		g.holds[before] = slices.Delete(g.holds[before], at, at+1)
		g.holds[p] = append(g.holds[p], table)
		table[g.first], table[g.second] = p, before
		p = before
	}
}

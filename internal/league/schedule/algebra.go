package schedule

import "slices"

// nodes limits the search for one difference matrix: the number of elements that are tried.
const nodes = 4000

// complete makes rounds of full tables without any repeat: all tables have the same size and exactly as many
// players as seats, numbered from 0. It makes as many rounds as it can, up to wanted.
//
// The players are divided into as many classes as a table has seats. The players of a class are the elements of
// a group whose order is the number of tables. In each round all players of a class are moved by the same
// element. Two players of different classes meet in the rounds in which the difference of their classes' moves
// equals their own difference, so they never meet twice if that difference of moves is another one in every
// round. Players of one class never meet: if a class can be split into tables, further rounds are played inside
// the classes.
func complete(tables, size, wanted int) [][][]int {
	g, moves := differenceMatrix(tables, size, wanted)
	rounds := make([][][]int, len(moves))
	for r, move := range moves {
		rounds[r] = make([][]int, tables)
		for class, by := range move {
			for element := range tables {
				t := g.plus(element, by)
				rounds[r][t] = append(rounds[r][t], class*tables+element)
			}
		}
	}
	if len(rounds) < wanted && tables%size == 0 {
		rounds = append(rounds, inside(tables, size, wanted-len(rounds))...)
	}
	if turns := turn(tables, size, wanted); len(turns) > len(rounds) {
		return turns
	}
	return rounds
}

// inside returns rounds in which the players of every class play among themselves.
func inside(tables, size, wanted int) [][][]int {
	own := [][][]int{{ascending(size)}}
	if tables > size {
		own = complete(tables/size, size, wanted)
	}
	var rounds [][][]int
	for _, ownTables := range own[:min(wanted, len(own))] {
		var round [][]int
		for class := range size {
			for _, table := range ownTables {
				moved := make([]int, len(table))
				for i, element := range table {
					moved[i] = class*tables + element
				}
				round = append(round, moved)
			}
		}
		rounds = append(rounds, round)
	}
	return rounds
}

// differenceMatrix returns moves by round and class, and their group. It returns fewer rounds than wanted if it
// finds no more.
func differenceMatrix(order, classes, wanted int) (group, [][]int) {
	wanted = min(wanted, order)
	if moves := multiples(order, classes, wanted); len(moves) == wanted {
		return cyclic(order), moves
	}
	best, bestGroup := [][]int(nil), cyclic(order)
	for _, g := range groupsOf(order) {
		if moves := backtrack(g, classes, wanted); len(moves) > len(best) {
			best, bestGroup = moves, g
		}
		if len(best) == wanted {
			break
		}
	}
	return bestGroup, best
}

// multiples moves class c in round r by m(c)*r in a cyclic group. It chooses the factors m greedily and returns
// nil if it does not find enough of them.
func multiples(order, classes, wanted int) [][]int {
	var factors []int
	for m := 0; m < order && len(factors) < classes; m++ {
		if !slices.ContainsFunc(factors, func(f int) bool { return order/gcd(m-f, order) < wanted }) {
			factors = append(factors, m)
		}
	}
	if len(factors) < classes {
		return nil
	}
	moves := make([][]int, wanted)
	for r := range moves {
		for _, m := range factors {
			moves[r] = append(moves[r], m*r%order)
		}
	}
	return moves
}

func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}

// backtrack adds rounds one at a time by trial; the first class is never moved.
func backtrack(g group, classes, wanted int) [][]int {
	m := &matrix{g: g, classes: classes, wanted: wanted, left: nodes}
	m.used = make([][]bool, classes*classes)
	for i := range m.used {
		m.used[i] = make([]bool, g.order)
	}
	m.row(make([]int, 1, classes))
	return m.best
}

// matrix is a difference matrix under construction.
type matrix struct {
	g               group
	classes, wanted int
	left            int      // number of nodes that may still be tried
	used            [][]bool // differences that occur already, by pair of classes
	rows, best      [][]int
}

// row extends a row by one class at a time, and reports whether the matrix is complete.
func (m *matrix) row(row []int) bool {
	if len(row) == m.classes {
		m.rows = append(m.rows, slices.Clone(row))
		if len(m.rows) > len(m.best) {
			m.best = slices.Clone(m.rows)
		}
		if len(m.rows) == m.wanted || m.row(make([]int, 1, m.classes)) {
			return true
		}
		m.rows = m.rows[:len(m.rows)-1]
		return false
	}
	class := len(row)
	for element := range m.g.order {
		// The rows may come in any order: the second class counts them.
		if class == 1 && element != len(m.rows) {
			continue
		}
		// The first row may be chosen freely.
		if len(m.rows) == 0 && element > 0 {
			break
		}
		if m.left == 0 {
			return false
		}
		m.left--
		if !m.free(row, element) {
			continue
		}
		m.mark(row, element, true)
		if m.row(append(row, element)) {
			return true
		}
		m.mark(row, element, false)
	}
	return false
}

func (m *matrix) free(row []int, element int) bool {
	for class, other := range row {
		if m.used[class*m.classes+len(row)][m.g.minus(element, other)] {
			return false
		}
	}
	return true
}

func (m *matrix) mark(row []int, element int, used bool) {
	for class, other := range row {
		m.used[class*m.classes+len(row)][m.g.minus(element, other)] = used
	}
}

func ascending(n int) []int {
	numbers := make([]int, n)
	for i := range numbers {
		numbers[i] = i
	}
	return numbers
}

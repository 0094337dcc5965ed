package schedule

// group is an abelian group: a direct sum of cyclic groups. Its elements are 0, 1, …, order-1.
type group struct {
	order int
	add   [][]int // nil for the integers modulo order
	sub   [][]int
}

func cyclic(order int) group { return group{order: order} }

// product returns the direct sum of cyclic groups of the given orders.
func product(orders ...int) group {
	g := group{order: 1}
	for _, n := range orders {
		g.order *= n
	}
	g.add, g.sub = make([][]int, g.order), make([][]int, g.order)
	for a := range g.order {
		g.add[a], g.sub[a] = make([]int, g.order), make([]int, g.order)
		for b := range g.order {
			x, y, scale := a, b, 1
			for _, n := range orders {
				g.add[a][b] += (x%n + y%n) % n * scale
				g.sub[a][b] += (x%n - y%n + n) % n * scale
				x, y, scale = x/n, y/n, scale*n
			}
		}
	}
	return g
}

func (g group) plus(a, b int) int {
	if g.add != nil {
		return g.add[a][b]
	}
	if a += b; a >= g.order {
		a -= g.order
	}
	return a
}

func (g group) minus(a, b int) int {
	if g.sub != nil {
		return g.sub[a][b]
	}
	if a -= b; a < 0 {
		a += g.order
	}
	return a
}

// groupsOf returns the groups of an order that are tried, the simplest first.
func groupsOf(order int) []group {
	groups := []group{cyclic(order)}
	for _, orders := range [][]int{{2, 2}, {2, 2, 2}, {3, 3}, {2, 6}, {2, 2, 2, 2}, {3, 6}, {2, 10}, {2, 2, 6}, {5, 5}, {3, 3, 3}} {
		size := 1
		for _, n := range orders {
			size *= n
		}
		if size == order {
			groups = append(groups, product(orders...))
		}
	}
	return groups
}

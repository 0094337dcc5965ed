package formula

import "referto/internal/league"

// over is a list with the expression for each of its elements.
type over struct {
	list, each term
	cost       int
}

// over compiles a list and the expression for each element, of a kind.
func (c *compiler) over(arguments []node, want kind) over {
	list := c.term(arguments[0])
	if list.kind != aRows {
		list = c.check(arguments[0], aList, list)
	}
	asked, ok := arguments[1].(*eachNode)
	if c.mistake != nil || !ok {
		c.fail(arguments[1], "formula-not-of-language")
		return over{}
	}
	outside := c.in
	c.in = aNumber
	if list.kind == aRows {
		c.in = aRows
	}
	each := c.of(want, asked.body)
	c.in = outside
	return over{list: list, each: each, cost: plus(list.cost, times(list.length, plus(1, each.cost)))}
}

// visit calls visitor for each element of the list. It never stops early: whether an element cannot
// be evaluated must not depend on their order.
func (m *machine) visit(o over, at position, visitor func(i int)) {
	if o.list.kind == aRows {
		outer, from := m.other, len(m.picked)
		o.list.rows(m)
		for i, end := from, len(m.picked); i < end && m.step(at); i++ {
			m.other = m.picked[i]
			visitor(i)
		}
		m.other, m.picked = outer, m.picked[:from]
		return
	}
	outer, from := m.at, len(m.stack)
	o.list.list(m)
	for i, end := from, len(m.stack); i < end && m.step(at); i++ {
		m.at = m.stack[i]
		visitor(i)
	}
	m.at, m.stack = outer, m.stack[:from]
}

func (c *compiler) sum(n *callNode, arguments []node) term {
	at := c.at(n)
	if len(arguments) == 1 {
		list := c.of(aList, arguments[0])
		return term{
			kind: aNumber, fixed: list.fixed, cost: plus(list.cost, list.length),
			number: func(m *machine) league.Frac {
				return m.list(list, func(numbers []league.Frac) league.Frac { return m.sum(at, numbers) })
			},
		}
	}
	o := c.over(arguments, aNumber)
	return term{
		kind: aNumber, cost: plus(o.cost, o.list.length),
		number: func(m *machine) league.Frac {
			var sum league.Frac
			m.visit(o, at, func(int) {
				sum = m.keep(at, sum.Add(o.each.number(m)))
			})
			return sum
		},
	}
}

func (c *compiler) count(n *callNode, arguments []node) term {
	o, at := c.over(arguments, aTruth), c.at(n)
	return term{kind: aNumber, cost: o.cost, number: func(m *machine) league.Frac {
		held := 0
		m.visit(o, at, func(int) {
			if o.each.truth(m) {
				held++
			}
		})
		return league.Int(held)
	}}
}

// quantified looks for an element whose condition has the wanted value; found is the result if
// there is one.
func quantified(wanted, found bool) func(*compiler, *callNode, []node) term {
	return func(c *compiler, n *callNode, arguments []node) term {
		o, at := c.over(arguments, aTruth), c.at(n)
		return term{kind: aTruth, cost: o.cost, truth: func(m *machine) bool {
			result := !found
			m.visit(o, at, func(int) {
				if o.each.truth(m) == wanted {
					result = found
				}
			})
			return result
		}}
	}
}

func (c *compiler) mapped(n *callNode, arguments []node) term {
	o, at := c.over(arguments, aNumber), c.at(n)
	return term{kind: aList, cost: o.cost, length: o.list.length, list: func(m *machine) {
		if o.list.kind == aRows {
			m.visit(o, at, func(int) {
				m.stack = append(m.stack, o.each.number(m))
			})
			return
		}
		// The list is on the stack already: its numbers are replaced.
		from := len(m.stack)
		m.visit(o, at, func(i int) {
			value := o.each.number(m) // may move the stack
			m.stack[i], from = value, i+1
		})
		m.stack = m.stack[:from]
	}}
}

func (c *compiler) filter(n *callNode, arguments []node) term {
	o, at := c.over(arguments, aTruth), c.at(n)
	if o.list.kind == aRows {
		return term{kind: aRows, cost: o.cost, length: o.list.length, rows: func(m *machine) {
			from := len(m.picked)
			to := from
			m.visit(o, at, func(i int) {
				if o.each.truth(m) {
					m.picked[to] = m.picked[i]
					to++
				}
			})
			m.picked = m.picked[:to]
		}}
	}
	return term{kind: aList, cost: o.cost, length: o.list.length, list: func(m *machine) {
		to := len(m.stack)
		m.visit(o, at, func(i int) {
			if o.each.truth(m) {
				m.stack[to] = m.stack[i]
				to++
			}
		})
		m.stack = m.stack[:to]
	}}
}

package formula

import "referto/internal/league"

func (c *compiler) unary(n *unaryNode) term {
	switch n.operator {
	case "-":
		t := c.number(n.operand)
		return c.settle(n, term{
			kind: aNumber, fixed: t.fixed, cost: t.cost,
			number: func(m *machine) league.Frac { return t.number(m).Neg() },
		})
	case "+":
		return c.number(n.operand)
	default: // "not", "!"
		t := c.truth(n.operand)
		return c.settle(n, term{
			kind: aTruth, fixed: t.fixed, cost: t.cost,
			truth: func(m *machine) bool { return !t.truth(m) },
		})
	}
}

func (c *compiler) binary(n *binaryNode) term {
	if operation := arithmetic[n.operator]; operation != nil {
		return c.arithmetic(n, operation)
	}
	if holds := comparisons[n.operator]; holds != nil {
		return c.comparison(n, holds)
	}
	switch n.operator {
	case "and", "&&":
		return c.logic(n, func(m *machine, a, b term) bool { return a.truth(m) && b.truth(m) })
	case "or", "||":
		return c.logic(n, func(m *machine, a, b term) bool { return a.truth(m) || b.truth(m) })
	case "in":
		return c.within(n)
	default:
		return c.fail(n, "formula-no-such-operator", "operator", n.operator)
	}
}

var arithmetic = map[string]func(m *machine, at position, a, b league.Frac) league.Frac{
	"+":  func(m *machine, at position, a, b league.Frac) league.Frac { return m.keep(at, a.Add(b)) },
	"-":  func(m *machine, at position, a, b league.Frac) league.Frac { return m.keep(at, a.Sub(b)) },
	"*":  func(m *machine, at position, a, b league.Frac) league.Frac { return m.keep(at, a.Mul(b)) },
	"/":  (*machine).divide,
	"^":  (*machine).power,
	"**": (*machine).power,
}

func (c *compiler) arithmetic(n *binaryNode, operation func(m *machine, at position, a, b league.Frac) league.Frac) term {
	a, b := c.number(n.left), c.number(n.right)
	if c.mistake != nil {
		return term{}
	}
	t := term{kind: aNumber, fixed: a.fixed && b.fixed, cost: plus(1, plus(a.cost, b.cost))}
	switch n.operator {
	case "^", "**":
		t.cost = plus(t.cost, maxPower)
		c.fixedWhole(n, b, -maxPower, maxPower)
	case "/":
		if b.fixed && b.number(&machine{most: c.scope.MaxSteps}).IsZero() {
			return c.fail(n, "formula-division-by-zero")
		}
	}
	at := c.at(n)
	t.number = func(m *machine) league.Frac { return operation(m, at, a.number(m), b.number(m)) }
	return c.settle(n, t)
}

var comparisons = map[string]func(order int) bool{
	"==": func(order int) bool { return order == 0 },
	"!=": func(order int) bool { return order != 0 },
	"<":  func(order int) bool { return order < 0 },
	"<=": func(order int) bool { return order <= 0 },
	">":  func(order int) bool { return order > 0 },
	">=": func(order int) bool { return order >= 0 },
}

func (c *compiler) comparison(n *binaryNode, holds func(order int) bool) term {
	a, b := c.number(n.left), c.number(n.right)
	at := c.at(n)
	return c.settle(n, term{
		kind: aTruth, fixed: a.fixed && b.fixed, cost: plus(1, plus(a.cost, b.cost)),
		truth: func(m *machine) bool { return m.step(at) && holds(a.number(m).Cmp(b.number(m))) },
	})
}

func (c *compiler) logic(n *binaryNode, holds func(m *machine, a, b term) bool) term {
	a, b := c.truth(n.left), c.truth(n.right)
	at := c.at(n)
	return c.settle(n, term{
		kind: aTruth, fixed: a.fixed && b.fixed, cost: plus(1, plus(a.cost, b.cost)),
		truth: func(m *machine) bool { return m.step(at) && holds(m, a, b) },
	})
}

// within compiles "number in list".
func (c *compiler) within(n *binaryNode) term {
	number, list := c.number(n.left), c.of(aList, n.right)
	at := c.at(n)
	return c.settle(n, term{
		kind: aTruth, fixed: number.fixed && list.fixed, cost: plus(plus(number.cost, list.cost), list.length),
		truth: func(m *machine) bool {
			wanted, found := number.number(m), false
			m.list(list, func(elements []league.Frac) league.Frac {
				for _, element := range elements {
					found = found || m.step(at) && element.Equal(wanted)
				}
				return league.Frac{}
			})
			return found
		},
	})
}

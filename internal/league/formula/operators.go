package formula

import (
	"github.com/expr-lang/expr/ast"

	"referto/internal/league"
)

func (c *compiler) unary(n *ast.UnaryNode) term {
	switch n.Operator {
	case "-":
		t := c.number(n.Node)
		return c.settle(n, term{
			kind: aNumber, fixed: t.fixed, cost: t.cost,
			number: func(m *machine) league.Frac { return t.number(m).Neg() },
		})
	case "+":
		return c.number(n.Node)
	case "not", "!":
		t := c.truth(n.Node)
		return c.settle(n, term{
			kind: aTruth, fixed: t.fixed, cost: t.cost,
			truth: func(m *machine) bool { return !t.truth(m) },
		})
	default:
		return c.fail(n, "formula-no-such-operator", "operator", n.Operator)
	}
}

func (c *compiler) binary(n *ast.BinaryNode) term {
	if operation := arithmetic[n.Operator]; operation != nil {
		return c.arithmetic(n, operation)
	}
	if holds := comparisons[n.Operator]; holds != nil {
		return c.comparison(n, holds)
	}
	switch n.Operator {
	case "and", "&&":
		return c.logic(n, func(m *machine, a, b term) bool { return a.truth(m) && b.truth(m) })
	case "or", "||":
		return c.logic(n, func(m *machine, a, b term) bool { return a.truth(m) || b.truth(m) })
	case "in":
		return c.within(n)
	default:
		return c.fail(n, "formula-no-such-operator", "operator", n.Operator)
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

func (c *compiler) arithmetic(n *ast.BinaryNode, operation func(m *machine, at position, a, b league.Frac) league.Frac) term {
	a, b := c.number(n.Left), c.number(n.Right)
	if c.mistake != nil {
		return term{}
	}
	t := term{kind: aNumber, fixed: a.fixed && b.fixed, cost: plus(1, plus(a.cost, b.cost))}
	switch n.Operator {
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

func (c *compiler) comparison(n *ast.BinaryNode, holds func(order int) bool) term {
	a, b := c.number(n.Left), c.number(n.Right)
	at := c.at(n)
	return c.settle(n, term{
		kind: aTruth, fixed: a.fixed && b.fixed, cost: plus(1, plus(a.cost, b.cost)),
		truth: func(m *machine) bool { return m.step(at) && holds(a.number(m).Cmp(b.number(m))) },
	})
}

func (c *compiler) logic(n *ast.BinaryNode, holds func(m *machine, a, b term) bool) term {
	a, b := c.truth(n.Left), c.truth(n.Right)
	at := c.at(n)
	return c.settle(n, term{
		kind: aTruth, fixed: a.fixed && b.fixed, cost: plus(1, plus(a.cost, b.cost)),
		truth: func(m *machine) bool { return m.step(at) && holds(m, a, b) },
	})
}

// within is "number in list".
func (c *compiler) within(n *ast.BinaryNode) term {
	number, list := c.number(n.Left), c.of(aList, n.Right)
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

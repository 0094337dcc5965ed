package formula

import (
	"fmt"
	"maps"
	"slices"
	"strconv"

	"referto/internal/league"
)

// Function is one function of the language, with its documentation.
type Function struct {
	Name    string
	Usage   string // "round(x, digits, mode)"
	Meaning string

	// least and most are the numbers of its arguments; most 0 is any number.
	least, most int
	compile     func(c *compiler, n *callNode, arguments []node) term
}

// Functions lists all functions of the language.
func Functions() []Function {
	return slices.Concat(numberFunctions(), listFunctions(), eachFunctions())
}

func numberFunctions() []Function {
	return []Function{
		{"abs", "abs(x)", "x without its sign", 1, 1, ofOne(func(x league.Frac) league.Frac {
			if x.Cmp(league.Frac{}) < 0 {
				return x.Neg()
			}
			return x
		})},
		{"floor", "floor(x)", "the greatest whole number that is not above x", 1, 1, ofOne(floor)},
		{"ceil", "ceil(x)", "the least whole number that is not below x", 1, 1, ofOne(func(x league.Frac) league.Frac { return floor(x.Neg()).Neg() })},
		{"round", "round(x, digits, mode)", `x with 0 to 6 decimals; mode is "truncate" (towards 0), "half_up" (halves away from 0) or "half_even" (halves to the even neighbor)`, 3, 3, (*compiler).round},
		{"share", "share(part, whole)", "part of whole in percent; 0 where whole is 0", 2, 2, (*compiler).share},
		{"min", "min(x, …), min(list)", "the least", 1, 0, extreme(-1)},
		{"max", "max(x, …), max(list)", "the greatest", 1, 0, extreme(1)},
	}
}

func listFunctions() []Function {
	return []Function{
		{"len", "len(list)", "how many elements it has", 1, 1, (*compiler).length},
		{"mean", "mean(list)", "sum of its numbers, divided by how many they are", 1, 1, (*compiler).mean},
		{"nth", "nth(list, n)", "its n-th number, from 1", 2, 2, (*compiler).nth},
		{"best", "best(list, n)", "its n greatest numbers, the greatest first; all where they are fewer", 2, 2, sorted(-1)},
		{"worst", "worst(list, n)", "its n least numbers, the least first; all where they are fewer", 2, 2, sorted(1)},
		{"shared", "shared(list)", "what a place gets of the list of what the places get: those who share places get the mean of these places; a place beyond the list gets 0", 1, 1, (*compiler).shared},
	}
}

func eachFunctions() []Function {
	return []Function{
		{"sum", "sum(list), sum(list, x)", "sum of its numbers; sum of x over its elements", 1, 2, (*compiler).sum},
		{"count", "count(list, condition)", "for how many elements the condition holds", 2, 2, (*compiler).count},
		{"all", "all(list, condition)", "whether the condition holds for every element", 2, 2, quantified(false, false)},
		{"any", "any(list, condition)", "whether it holds for at least one", 2, 2, quantified(true, true)},
		{"none", "none(list, condition)", "whether it holds for none", 2, 2, quantified(true, false)},
		{"map", "map(list, x)", "the list of x over its elements", 2, 2, (*compiler).mapped},
		{"filter", "filter(list, condition)", "the list of the elements for which the condition holds", 2, 2, (*compiler).filter},
	}
}

// call compiles a call of a function.
func (c *compiler) call(n *callNode) term {
	for _, f := range Functions() {
		if f.Name != n.name {
			continue
		}
		if many := len(n.arguments); many < f.least || f.most > 0 && many > f.most {
			return c.fail(n, "formula-arguments", "usage", f.Usage)
		}
		t := f.compile(c, n, n.arguments)
		if c.mistake != nil {
			return term{}
		}
		return c.settle(n, t)
	}
	return c.fail(n, "formula-no-such-function", "function", n.name)
}

func floor(x league.Frac) league.Frac {
	cut := x.Trunc(0)
	if x.Cmp(cut) < 0 {
		return cut.Sub(league.Int(1))
	}
	return cut
}

// ofOne compiles a function of one number.
func ofOne(f func(league.Frac) league.Frac) func(*compiler, *callNode, []node) term {
	return func(c *compiler, n *callNode, arguments []node) term {
		x, at := c.number(arguments[0]), c.at(n)
		return term{
			kind: aNumber, fixed: x.fixed, cost: plus(1, x.cost),
			number: func(m *machine) league.Frac { return m.keep(at, f(x.number(m))) },
		}
	}
}

// roundings are the modes of round.
var roundings = map[string]func(league.Frac, int) league.Frac{
	"truncate": league.Frac.Trunc, "half_up": league.Frac.HalfUp, "half_even": league.Frac.HalfEven,
}

// maxDigits is the largest number of decimals of a figure, as for criteria.
const maxDigits = 6

func (c *compiler) round(n *callNode, arguments []node) term {
	x, at := c.number(arguments[0]), c.at(n)
	digits, isNumber := arguments[1].(*numberNode)
	mode, isText := arguments[2].(*textNode)
	if !isNumber || digits.whole < 0 || digits.whole > maxDigits {
		return c.fail(arguments[1], "formula-not-whole", "got", c.written(n, 1), "min", "0", "max", strconv.Itoa(maxDigits))
	}
	if !isText || roundings[mode.value] == nil {
		return c.fail(arguments[2], "formula-no-such-rounding",
			"got", c.written(n, 2), "want", fmt.Sprint(slices.Sorted(maps.Keys(roundings))))
	}
	round, places := roundings[mode.value], digits.whole
	return term{
		kind: aNumber, fixed: x.fixed, cost: plus(1, x.cost),
		number: func(m *machine) league.Frac { return m.keep(at, round(x.number(m), places)) },
	}
}

// written returns an argument of a call as written in the formula.
func (c *compiler) written(n *callNode, argument int) string {
	return c.source.between(n.written[argument])
}

func (c *compiler) share(n *callNode, arguments []node) term {
	part, whole, at := c.number(arguments[0]), c.number(arguments[1]), c.at(n)
	return term{
		kind: aNumber, fixed: part.fixed && whole.fixed, cost: plus(1, plus(part.cost, whole.cost)),
		number: func(m *machine) league.Frac {
			of := whole.number(m)
			if of.IsZero() {
				return league.Frac{}
			}
			return m.divide(at, league.Int(100).Mul(part.number(m)), of)
		},
	}
}

// extreme compiles the least of some numbers for -1, the greatest for 1.
func extreme(sign int) func(*compiler, *callNode, []node) term {
	return func(c *compiler, n *callNode, arguments []node) term {
		list := c.numbers(n, arguments)
		at := c.at(n)
		return term{
			kind: aNumber, fixed: list.fixed, cost: plus(list.cost, list.length),
			number: func(m *machine) league.Frac {
				return m.list(list, func(numbers []league.Frac) league.Frac {
					if len(numbers) == 0 {
						return m.stop(at, "formula-no-such-element", "n", "1", "length", "0")
					}
					found := numbers[0]
					for _, number := range numbers[1:] {
						if m.step(at) && number.Cmp(found)*sign > 0 {
							found = number
						}
					}
					return found
				})
			},
		}
	}
}

// numbers compiles arguments that are either one list or single numbers.
func (c *compiler) numbers(n *callNode, arguments []node) term {
	first := c.term(arguments[0])
	if len(arguments) == 1 && first.kind != aNumber {
		return c.check(arguments[0], aList, first)
	}
	elements := []term{c.check(arguments[0], aNumber, first)}
	for _, argument := range arguments[1:] {
		elements = append(elements, c.number(argument))
	}
	return c.listOf(n, elements)
}

// length compiles the number of elements of a list of any kind.
func (c *compiler) length(_ *callNode, arguments []node) term {
	t := c.term(arguments[0])
	switch t.kind {
	case aRows:
		return term{kind: aNumber, cost: t.cost, number: func(m *machine) league.Frac {
			from := len(m.picked)
			t.rows(m)
			n := len(m.picked) - from
			m.picked = m.picked[:from]
			return league.Int(n)
		}}
	default:
		t = c.check(arguments[0], aList, t)
		return term{kind: aNumber, fixed: t.fixed, cost: t.cost, number: func(m *machine) league.Frac {
			return m.list(t, func(numbers []league.Frac) league.Frac { return league.Int(len(numbers)) })
		}}
	}
}

func (c *compiler) mean(n *callNode, arguments []node) term {
	list, at := c.of(aList, arguments[0]), c.at(n)
	return term{
		kind: aNumber, fixed: list.fixed, cost: plus(1, plus(list.cost, list.length)),
		number: func(m *machine) league.Frac {
			return m.list(list, func(numbers []league.Frac) league.Frac {
				return m.divide(at, m.sum(at, numbers), league.Int(len(numbers)))
			})
		},
	}
}

func (m *machine) sum(at position, numbers []league.Frac) league.Frac {
	var sum league.Frac
	for _, number := range numbers {
		sum = m.keep(at, sum.Add(number))
	}
	return sum
}

func (c *compiler) nth(n *callNode, arguments []node) term {
	list, which, at := c.of(aList, arguments[0]), c.number(arguments[1]), c.at(n)
	if c.fixedWhole(arguments[1], which, 1, max(1, list.length)); c.mistake != nil {
		return term{}
	}
	return term{
		kind: aNumber, fixed: list.fixed && which.fixed, cost: plus(list.cost, which.cost),
		number: func(m *machine) league.Frac {
			wanted := which.number(m)
			return m.list(list, func(numbers []league.Frac) league.Frac {
				for i, number := range numbers {
					if wanted.Equal(league.Int(i + 1)) {
						return number
					}
				}
				return m.stop(at, "formula-no-such-element", "n", wanted.String(), "length", strconv.Itoa(len(numbers)))
			})
		},
	}
}

// sorted compiles the first numbers of a list in ascending order for 1, in descending order for -1.
func sorted(sign int) func(*compiler, *callNode, []node) term {
	return func(c *compiler, n *callNode, arguments []node) term {
		list, many, at := c.of(aList, arguments[0]), c.number(arguments[1]), c.at(n)
		c.fixedWhole(arguments[1], many, 0, maxWhole)
		return term{
			kind: aList, fixed: list.fixed && many.fixed, length: list.length, cost: plus(plus(list.cost, many.cost), list.length),
			list: func(m *machine) {
				wanted, _ := m.whole(at, many.number(m), 0, maxWhole)
				from := len(m.stack)
				list.list(m)
				numbers := m.stack[from:]
				league.Sort(numbers, func(a, b league.Frac) int { return a.Cmp(b) * sign })
				m.stack = m.stack[:from+min(wanted, len(numbers))]
			},
		}
	}
}

// shared uses the place and the number that share it, from the scope.
func (c *compiler) shared(n *callNode, arguments []node) term {
	list, at := c.of(aList, arguments[0]), c.at(n)
	own := func(name string) term {
		return c.named(&nameNode{n.place(), name})
	}
	place, sharing := own("place"), own("sharing")
	return term{
		kind: aNumber, cost: plus(1, plus(list.cost, list.length)),
		number: func(m *machine) league.Frac {
			first, placed := m.whole(at, place.number(m), 1, maxWhole)
			many, _ := m.whole(at, sharing.number(m), 1, maxWhole)
			if !placed {
				return league.Frac{}
			}
			return m.list(list, func(numbers []league.Frac) league.Frac {
				from := min(first-1, len(numbers))
				return m.divide(at, m.sum(at, numbers[from:min(from+many, len(numbers))]), league.Int(many))
			})
		},
	}
}

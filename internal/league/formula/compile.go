package formula

import (
	"strconv"

	"referto/internal/league"
)

// kind is the type of a part of a formula. Error messages use these words.
type kind string

const (
	aNumber kind = "number"
	aTruth  kind = "truth" // true or false
	aList   kind = "list"  // of numbers
	aRows   kind = "rows"  // of the scope
)

// term is a compiled part of a formula. The function of its kind is set; a list pushes its numbers
// on the stack of the machine, rows push theirs on its picked rows.
type term struct {
	kind   kind
	number func(*machine) league.Frac
	truth  func(*machine) bool
	list   func(*machine)
	rows   func(*machine)
	// fixed reports whether it names nothing, so that its value is constant.
	fixed bool
	// cost is an upper bound of the steps of its evaluation, length of the elements of a list.
	cost, length int
}

// compiler compiles a tree to terms. After the first mistake it only finishes.
type compiler struct {
	scope   *Scope
	source  source
	visited int
	mistake *Error
	// in is the kind of "#": aNumber or aRows within such a list, "" outside.
	in kind
}

func compile(text string, scope *Scope) (*program, *Error) {
	tree, source, mistake := parse(text)
	if mistake != nil {
		return nil, mistake
	}
	c := &compiler{scope: scope, source: source}
	whole := c.number(tree)
	if whole.cost > scope.MaxSteps {
		c.fail(tree, "formula-too-costly", "most", strconv.Itoa(scope.MaxSteps))
	}
	if c.mistake != nil {
		return nil, c.mistake
	}
	return &program{value: whole.number, cost: whole.cost, most: scope.MaxSteps}, nil
}

func (c *compiler) fail(n node, reason string, params ...string) term {
	if c.mistake == nil {
		c.mistake = mistake(c.at(n), reason, params...)
	}
	return term{}
}

// at returns the position of a part of the formula; for an operation, of its operator.
func (c *compiler) at(n node) position { return c.source.at(n.place().from) }

// of compiles a part that must have a kind.
func (c *compiler) of(want kind, n node) term {
	return c.check(n, want, c.term(n))
}

// check returns a term that must have a kind.
func (c *compiler) check(n node, want kind, t term) term {
	if c.mistake == nil && t.kind != want {
		return c.fail(n, "formula-wrong-kind", "want", string(want), "got", string(t.kind))
	}
	return t
}

func (c *compiler) number(n node) term { return c.of(aNumber, n) }
func (c *compiler) truth(n node) term  { return c.of(aTruth, n) }

// term compiles a part of any kind.
func (c *compiler) term(n node) term {
	if c.visited++; c.visited > maxNodes {
		return c.fail(n, "formula-too-costly", "most", strconv.Itoa(maxNodes))
	}
	if c.mistake != nil {
		return term{}
	}
	switch n := n.(type) {
	case *numberNode:
		return c.literal(n)
	case *truthNode:
		value := n.value
		return term{kind: aTruth, fixed: true, truth: func(*machine) bool { return value }}
	case *nameNode:
		return c.named(n)
	case *elementNode:
		return c.element(n)
	case *memberNode:
		return c.member(n)
	case *unaryNode:
		return c.unary(n)
	case *binaryNode:
		return c.binary(n)
	case *choiceNode:
		return c.choice(n)
	case *listNode:
		return c.array(n)
	case *callNode:
		return c.call(n)
	}
	return c.fail(n, "formula-not-of-language")
}

func (c *compiler) literal(n node) term {
	value := c.source.literal(n.place())
	return term{kind: aNumber, fixed: true, number: func(*machine) league.Frac { return value }}
}

// named compiles the name of a figure or a list of the scope.
func (c *compiler) named(n *nameNode) term {
	if i := index(c.scope.Own, n.name); i >= 0 {
		return term{kind: aNumber, number: func(m *machine) league.Frac { return m.own[i] }}
	}
	if i := index(c.scope.Common, n.name); i >= 0 {
		return term{kind: aNumber, number: func(m *machine) league.Frac { return m.values.Common[i] }}
	}
	if i := index(c.scope.Lists, n.name); i >= 0 {
		return term{
			kind: aList, length: c.scope.MaxList, cost: c.scope.MaxList,
			list: func(m *machine) { m.stack = append(m.stack, m.values.Lists[i]...) },
		}
	}
	if n.name == c.scope.Rows {
		return term{
			kind: aRows, length: c.scope.MaxRows, cost: c.scope.MaxRows,
			rows: func(m *machine) { m.picked = append(m.picked, m.values.Rows...) },
		}
	}
	return c.fail(n, "formula-no-such-figure", "figure", n.name)
}

func index(names []string, name string) int {
	for i, other := range names {
		if other == name {
			return i
		}
	}
	return -1
}

// element compiles "#", the present element of a list of numbers.
func (c *compiler) element(n *elementNode) term {
	if c.in != aNumber || n.name != "" {
		return c.fail(n, "formula-not-of-language")
	}
	return term{kind: aNumber, number: func(m *machine) league.Frac { return m.at }}
}

// member compiles a figure of a list's present row: ".vp".
func (c *compiler) member(n *memberNode) term {
	element, isElement := n.of.(*elementNode)
	name, isName := n.property.(*textNode)
	if c.in != aRows || !isElement || !isName || element.name != "" {
		return c.fail(n, "formula-not-of-language")
	}
	i := index(c.scope.Own, name.value)
	if i < 0 {
		return c.fail(name, "formula-no-such-figure", "figure", name.value)
	}
	return term{kind: aNumber, number: func(m *machine) league.Frac { return m.other[i] }}
}

// choice compiles "condition ? a : b" and "if condition { a } else { b }".
func (c *compiler) choice(n *choiceNode) term {
	condition := c.truth(n.condition)
	yes := c.term(n.yes)
	no := c.of(yes.kind, n.no)
	if c.mistake != nil {
		return term{}
	}
	t := term{
		kind: yes.kind, fixed: condition.fixed && yes.fixed && no.fixed,
		cost: plus(condition.cost, max(yes.cost, no.cost)), length: max(yes.length, no.length),
	}
	switch yes.kind {
	case aNumber:
		t.number = func(m *machine) league.Frac {
			if condition.truth(m) {
				return yes.number(m)
			}
			return no.number(m)
		}
	case aTruth:
		t.truth = func(m *machine) bool {
			if condition.truth(m) {
				return yes.truth(m)
			}
			return no.truth(m)
		}
	case aList:
		t.list = func(m *machine) {
			if condition.truth(m) {
				yes.list(m)
			} else {
				no.list(m)
			}
		}
	case aRows:
		t.rows = func(m *machine) {
			if condition.truth(m) {
				yes.rows(m)
			} else {
				no.rows(m)
			}
		}
	}
	return t
}

// array compiles a literal list: "[5, 3, 2, 1]".
func (c *compiler) array(n *listNode) term {
	elements := make([]term, len(n.elements))
	for i, part := range n.elements {
		elements[i] = c.number(part)
	}
	return c.listOf(n, elements)
}

// listOf returns the list of some numbers.
func (c *compiler) listOf(n node, elements []term) term {
	t := term{kind: aList, fixed: true, length: len(elements), cost: len(elements)}
	for _, element := range elements {
		t.fixed = t.fixed && element.fixed
		t.cost = plus(t.cost, element.cost)
	}
	t.list = func(m *machine) {
		for _, element := range elements {
			m.stack = append(m.stack, element.number(m))
		}
	}
	return c.settle(n, t)
}

// settle evaluates a term that needs no figures at once: an error is then a mistake of the formula,
// and the value need not be computed again.
func (c *compiler) settle(n node, t term) term {
	if c.mistake != nil || !t.fixed {
		return t
	}
	if t.cost > c.scope.MaxSteps {
		return c.fail(n, "formula-too-costly", "most", strconv.Itoa(c.scope.MaxSteps))
	}
	m := machine{most: c.scope.MaxSteps}
	switch t.kind {
	case aNumber:
		value := t.number(&m)
		t.number = func(*machine) league.Frac { return value }
	case aTruth:
		value := t.truth(&m)
		t.truth = func(*machine) bool { return value }
	case aList:
		t.list(&m)
		values := m.stack
		t.list = func(m *machine) { m.stack = append(m.stack, values...) }
		t.length = len(values)
	}
	c.mistake = m.fault
	t.cost = t.length
	return t
}

// fixedWhole checks a constant that must be whole and in a range: an error is then a mistake of the
// formula, not of the first result.
func (c *compiler) fixedWhole(n node, t term, least, most int) {
	if c.mistake != nil || !t.fixed {
		return
	}
	m := machine{most: c.scope.MaxSteps}
	m.whole(c.at(n), t.number(&m), least, most)
	c.mistake = m.fault
}

// plus and times add and multiply costs up to a limit.
func plus(a, b int) int { return min(a+b, unaffordable) }

func times(a, b int) int {
	if b > 0 && a > unaffordable/b {
		return unaffordable
	}
	return a * b
}

const unaffordable = 1 << 30

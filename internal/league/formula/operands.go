package formula

import (
	"slices"
	"strconv"
)

// operand reads an operand of the operators.
func (p *parser) operand() node {
	t := p.current
	rank, isSign := unaryRanks[t.value]
	switch {
	case t.class == operatorToken && isSign:
		p.advance()
		return p.members(&unaryNode{t.span, t.value, p.expression(rank)})
	case p.bracket("("):
		p.advance()
		inner := p.sequence()
		p.expect(bracketToken, ")")
		return p.members(inner)
	case p.lists > 0 && t.is(operatorToken, "#", "."):
		return p.members(p.element())
	case p.at("::"):
		p.advance()
		function := p.current
		p.expect(nameToken)
		return p.members(p.call(function))
	}
	return p.simple()
}

// element reads "#", or nothing before the point of ".vp".
func (p *parser) element() node {
	n := &elementNode{span: p.current.span}
	if p.at("#") {
		if p.advance(); p.current.class == nameToken {
			n.name = p.current.value
			p.advance()
		}
	}
	return n
}

// simple reads an operand without a sign.
func (p *parser) simple() node {
	t := p.current
	switch {
	case t.class == nameToken:
		return p.named()
	case t.class == numberToken:
		return p.number()
	case t.class == textToken:
		p.advance()
		return p.members(&textNode{t.span, t.value})
	case p.bracket("["):
		return p.members(p.list())
	case p.bracket("{"):
		return p.members(p.mapping())
	}
	p.fail("unexpected token " + t.String())
	return &foreignNode{t.span}
}

// named reads a name, a call, or one of the reserved names.
func (p *parser) named() node {
	t := p.current
	p.advance()
	switch {
	case t.value == "nil":
		return &foreignNode{t.span}
	case isValue(t.value):
		return &truthNode{t.span, t.value == "true"}
	case p.bracket("("):
		return p.members(p.call(t))
	}
	return p.members(&nameNode{t.span, t.value})
}

// isValue reports whether a name is a reserved value.
func isValue(name string) bool { return name == "true" || name == "false" || name == "nil" }

// number reads a number. One that is no int, with a point or beyond 64 bits, is exact too: its
// value is read from the text.
func (p *parser) number() node {
	t := p.current
	p.advance()
	whole, err := strconv.Atoi(t.value)
	if err != nil {
		whole = -1
	}
	return &numberNode{t.span, whole}
}

// asking are the functions that evaluate an expression for every element of their first argument.
// Those that the language does not have are parsed too, and refused by their names.
var asking = []string{
	"all", "none", "any", "one", "filter", "map", "count", "sum",
	"find", "findIndex", "findLast", "findLastIndex", "groupBy", "sortBy", "reduce",
}

// call reads the arguments of a function; the first may have come before "|". It does not check
// their number.
func (p *parser) call(function token, given ...node) node {
	arguments, written := p.arguments(slices.Contains(asking, function.value), given)
	return &callNode{function.span, function.value, arguments, written}
}

// arguments reads the arguments in brackets behind a function; if asks is set, the second is an
// expression for each element. Each argument has the span from its first character to its last, and
// one before "|" the position of its operation.
func (p *parser) arguments(asks bool, given []node) (all []node, written []span) {
	for _, n := range given {
		written = append(written, n.place())
	}
	p.expect(bracketToken, "(")
	all, places := p.expressions(")", asks, given)
	p.expect(bracketToken, ")")
	return all, append(written, places...)
}

// expressions reads expressions with commas between them, and perhaps after the last, up to a
// bracket. The spans are those of the expressions read.
func (p *parser) expressions(closing string, asks bool, all []node) ([]node, []span) {
	var places []span
	for first := true; !p.bracket(closing) && p.mistake == nil; first = false {
		if !first {
			p.expect(operatorToken, ",")
		}
		if p.bracket(closing) {
			break
		}
		from := p.current.from
		if asks && len(all) == 1 {
			all = append(all, p.each())
		} else {
			all = append(all, p.expression(0))
		}
		places = append(places, span{from, p.before().to})
	}
	return all, places
}

// each reads an expression for each element.
func (p *parser) each() node {
	begin := p.current
	p.lists++
	defer func() { p.lists-- }()
	if p.bracket("{") {
		return &eachNode{begin.span, p.block()}
	}
	body := p.expression(0)
	if p.at(";") {
		p.fail("wrap predicate with brackets { and }")
	}
	return &eachNode{begin.span, body}
}

// list reads "[5, 3, 2, 1]".
func (p *parser) list() node {
	opening := p.current
	p.advance()
	elements, _ := p.expressions("]", false, nil)
	p.expect(bracketToken, "]")
	return &listNode{opening.span, elements}
}

// mapping reads "{name: expression}".
func (p *parser) mapping() node {
	opening := p.current
	p.advance()
	for first := true; !p.bracket("}") && p.mistake == nil; first = false {
		if !first {
			p.expect(operatorToken, ",")
		}
		if !first && p.bracket("}") {
			break
		}
		if !first && p.at(",") {
			p.fail("unexpected token " + p.current.String())
		}
		p.key()
		p.expect(operatorToken, ":")
		p.expression(0)
	}
	p.expect(bracketToken, "}")
	return &foreignNode{opening.span}
}

func (p *parser) key() {
	switch {
	case p.current.class == nameToken || p.current.class == numberToken || p.current.class == textToken:
		p.advance()
	case p.bracket("("):
		p.expression(0)
	default:
		p.fail("a map key must be a quoted string, a number, a identifier, or an expression enclosed in parentheses (unexpected token " + p.current.String() + ")")
	}
}

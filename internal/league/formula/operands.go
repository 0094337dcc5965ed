package formula

import (
	"slices"
	"strconv"
	"strings"
)

// operand reads what operators stand between.
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
	case t.class == bytesToken:
		p.advance()
		return p.members(&foreignNode{t.span})
	case p.bracket("["):
		return p.members(p.list())
	case p.bracket("{"):
		return p.members(p.mapping())
	}
	p.fail("unexpected token " + t.String())
	return &foreignNode{t.span}
}

// named reads a name, a call, or one of the names with a meaning.
func (p *parser) named() node {
	t := p.current
	p.advance()
	switch {
	case t.value == "true" || t.value == "false":
		return &truthNode{t.span, t.value == "true"}
	case t.value == "nil":
		return &foreignNode{t.span}
	case p.bracket("("):
		return p.members(p.call(t))
	}
	return p.members(&nameNode{t.span, t.value})
}

func (p *parser) number() node {
	t := p.current
	p.advance()
	if strings.Contains(t.value, ".") {
		return &numberNode{t.span, -1}
	}
	whole, err := strconv.ParseInt(t.value, 10, 64)
	if err != nil {
		p.fail("invalid integer literal: " + err.Error())
	}
	return &numberNode{t.span, int(whole)}
}

// asking are the functions that ask something of every element of their first argument,
// with how many arguments they have. Those that the language does not have are read all
// the same, and refused by their names.
var asking = map[string]struct{ least, most int }{
	"all": {2, 2}, "none": {2, 2}, "any": {2, 2}, "one": {2, 2}, "filter": {2, 2}, "map": {2, 2}, "count": {1, 2}, "sum": {1, 2},
	"find": {2, 2}, "findIndex": {2, 2}, "findLast": {2, 2}, "findLastIndex": {2, 2},
	"groupBy": {2, 2}, "sortBy": {2, 3}, "reduce": {2, 3},
}

// call reads the arguments of a function; the first may have stood before "|".
func (p *parser) call(function token, given ...node) node {
	n := &callNode{function.span, function.value, given}
	bounds, asks := asking[function.value]
	if !asks {
		n.arguments = p.arguments(given)
		return n
	}
	p.expect(bracketToken, "(")
	for i := len(given); i < bounds.most; i++ {
		if p.bracket(")") {
			if i >= bounds.least {
				break
			}
			p.fail("expected at least " + strconv.Itoa(bounds.most-len(given)) + " arguments")
		}
		if i > len(given) {
			p.expect(operatorToken, ",")
		}
		if i == 1 {
			n.arguments = append(n.arguments, p.each())
		} else {
			n.arguments = append(n.arguments, p.expression(0))
		}
	}
	if p.at(",") {
		p.advance()
	}
	p.expect(bracketToken, ")")
	return n
}

func (p *parser) arguments(given []node) []node {
	p.expect(bracketToken, "(")
	arguments := slices.Concat(given, p.expressions(")"))
	p.expect(bracketToken, ")")
	return arguments
}

// expressions reads expressions with commas between them, and perhaps one behind the
// last, up to a bracket.
func (p *parser) expressions(closing string) []node {
	var all []node
	for !p.bracket(closing) && p.mistake == nil {
		if len(all) > 0 {
			p.expect(operatorToken, ",")
		}
		if p.bracket(closing) {
			break
		}
		all = append(all, p.expression(0))
	}
	return all
}

// each reads what is asked of every element.
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
	elements := p.expressions("]")
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

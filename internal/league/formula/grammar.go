package formula

import (
	"slices"
	"unicode/utf8"
)

// parser reads tokens from the left; each of its functions reads the construct of its name. After
// the first mistake the tree is not used.
//
//	sequence:   expression, and more behind ";"
//	expression: a variable, a choice, or operands with operators between them
//	operand:    a number, name, call, list or expression in brackets, with a sign
//	            before it and members behind it
type parser struct {
	source  source
	tokens  []token
	read    int // tokens that were read, the last of them is current
	current token
	// lists counts the enclosing expressions for the elements of a list.
	lists   int
	mistake *Error
}

// The ranks of operators: those of a higher rank bind more strongly.
var (
	binaryRanks = map[string]int{
		"|":  0,
		"or": 10, "||": 10,
		"and": 15, "&&": 15,
		"==": 20, "!=": 20, "<": 20, ">": 20, ">=": 20, "<=": 20,
		"in": 20, "matches": 20, "contains": 20, "startsWith": 20, "endsWith": 20,
		"..": 25,
		"+":  30, "-": 30,
		"*": 60, "/": 60, "%": 60,
		"**": 100, "^": 100, // right-associative
		"??": 500,
	}
	unaryRanks = map[string]int{"not": 50, "!": 50, "-": 90, "+": 90}
)

const rankOfPowers = 100

var (
	// deniable are the operators that "not" can precede.
	deniable = []string{"in", "matches", "contains", "startsWith", "endsWith"}
	// ranges are the comparisons that can be chained: 2 <= place < 4.
	ranges = []string{"<", ">", ">=", "<="}
)

func (p *parser) advance() {
	if p.read == len(p.tokens) {
		p.fail("unexpected end of expression")
		return
	}
	p.current = p.tokens[p.read]
	p.read++
}

// back returns to the token before.
func (p *parser) back() {
	p.read--
	p.current = p.tokens[p.read-1]
}

// before returns the token before the current one, which must not be the first.
func (p *parser) before() token { return p.tokens[p.read-2] }

func (p *parser) fail(detail string) { p.failAt(p.current, detail) }

func (p *parser) failAt(t token, detail string) {
	if p.mistake == nil {
		p.mistake = p.source.unreadable(t.from, detail)
	}
}

// expect reads a token that must be of a class, and one of the values if any are given.
func (p *parser) expect(class class, values ...string) {
	if p.current.class != class || len(values) > 0 && !slices.Contains(values, p.current.value) {
		p.fail("unexpected token " + p.current.String())
		return
	}
	p.advance()
}

// at and bracket report whether the current token is a given operator, a given bracket.
func (p *parser) at(operator string) bool  { return p.current.is(operatorToken, operator) }
func (p *parser) bracket(sign string) bool { return p.current.is(bracketToken, sign) }

func (p *parser) whole() node {
	p.advance()
	tree := p.sequence()
	if p.current.class != endToken {
		p.fail("unexpected token " + p.current.String())
	}
	return tree
}

// sequence reads expressions with ";" between them, and perhaps after the last.
func (p *parser) sequence() node {
	first, many := p.expression(0), false
	for p.at(";") && p.mistake == nil {
		if p.advance(); p.current.class == endToken {
			break
		}
		p.expression(0)
		many = true
	}
	if many {
		return &foreignNode{first.place()}
	}
	return first
}

// expression reads operands and operators of at least a rank.
func (p *parser) expression(least int) node {
	switch {
	case p.mistake != nil:
		return &foreignNode{p.current.span}
	case least == 0 && p.at("let"):
		return p.variable()
	case least == 0 && p.at("if"):
		return p.choiceInWords()
	}
	n := p.operations(p.operand(), least)
	if least == 0 {
		n = p.choice(n)
	}
	return n
}

// operations reads the operators behind an operand, with their other operands.
func (p *parser) operations(left node, least int) node {
	before := ""
	for p.current.class == operatorToken && p.mistake == nil {
		denied := p.at("not")
		if denied && !p.deny(least) {
			break
		}
		operator := p.current
		rank, known := binaryRanks[operator.value]
		if !known || rank < least {
			break
		}
		p.advance()
		if before == "??" && operator.value != "??" && operator.value != "|" {
			p.failAt(operator, "Operator ("+operator.value+") and coalesce expressions (??) cannot be mixed. Wrap either by parentheses.")
			break
		}
		left = p.operation(left, operator, rank)
		if denied {
			left = &unaryNode{operator.span, "not", left}
		}
		before = operator.value
	}
	return left
}

// deny reads "not" before an operator of at least a rank, as in "not in".
func (p *parser) deny(least int) bool {
	p.advance()
	switch {
	case !slices.Contains(deniable, p.current.value):
		p.fail("unexpected token " + p.current.String())
		return false
	case binaryRanks[p.current.value] < least:
		p.back()
		return false
	}
	return true
}

// operation reads the right side of an operator.
func (p *parser) operation(left node, operator token, rank int) node {
	switch {
	case operator.value == "|":
		function := p.current
		p.expect(nameToken)
		return p.call(function, left)
	case slices.Contains(ranges, operator.value):
		return p.comparison(left, operator, rank)
	case rank == rankOfPowers:
		return &binaryNode{operator.span, operator.value, left, p.expression(rank)}
	default:
		return &binaryNode{operator.span, operator.value, left, p.expression(rank + 1)}
	}
}

// comparison reads a comparison, or a chain of them: each compares with the operand before, and all
// have to be true.
func (p *parser) comparison(left node, operator token, rank int) node {
	var all node
	for {
		right := p.expression(rank + 1)
		one := &binaryNode{operator.span, operator.value, left, right}
		if all == nil {
			all = one
		} else {
			all = &binaryNode{operator.span, "&&", all, one}
		}
		left, operator = right, p.current
		if !operator.is(operatorToken, ranges...) || p.mistake != nil {
			return all
		}
		p.advance()
	}
}

// choice reads "? yes : no" behind a condition, repeatedly; a missing yes stands for the condition.
func (p *parser) choice(condition node) node {
	for p.at("?") && p.mistake == nil {
		p.advance()
		yes := condition
		if !p.at(":") {
			yes = p.expression(0)
		}
		p.expect(operatorToken, ":")
		condition = &choiceNode{condition.place(), condition, yes, p.expression(0)}
	}
	return condition
}

// choiceInWords reads "if condition { yes } else { no }".
func (p *parser) choiceInWords() node {
	p.advance()
	condition := p.expression(0)
	yes := p.block()
	p.expect(operatorToken, "else")
	if p.at("if") && p.mistake == nil {
		return &choiceNode{condition.place(), condition, yes, p.choiceInWords()}
	}
	return &choiceNode{condition.place(), condition, yes, p.block()}
}

func (p *parser) block() node {
	p.expect(bracketToken, "{")
	n := p.sequence()
	p.expect(bracketToken, "}")
	return n
}

// variable reads "let name = expression; sequence".
func (p *parser) variable() node {
	p.advance()
	name := p.current
	p.expect(nameToken)
	p.expect(operatorToken, "=")
	p.expression(0)
	p.expect(operatorToken, ";")
	p.sequence()
	return &foreignNode{name.span}
}

// beginsWord reports whether an operator is written in letters.
func beginsWord(operator string) bool {
	first, _ := utf8.DecodeRuneInString(operator)
	return beginsName(first)
}

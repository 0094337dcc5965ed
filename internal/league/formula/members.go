package formula

// members reads the properties and items behind a value: ".vp", "[1]".
func (p *parser) members(of node) node {
	for p.mistake == nil {
		switch {
		case p.at("."), p.at("?."):
			of = p.member(of)
		case p.bracket("["):
			of = p.item(of, false)
		default:
			return of
		}
	}
	return of
}

// member reads a property by its name. Only ".vp" belongs to the language, not ".vp()" or "?.vp".
func (p *parser) member(of node) node {
	optional := p.at("?.")
	if p.advance(); optional && p.bracket("[") {
		return p.item(of, true)
	}
	name := p.current
	p.advance()
	if name.class != nameToken && (name.class != operatorToken || !beginsWord(name.value)) {
		p.fail("expected name")
	}
	called := p.bracket("(")
	if called {
		p.arguments(false, nil)
	}
	if called || optional {
		return &foreignNode{name.span}
	}
	return &memberNode{name.span, of, &textNode{name.span, name.value}}
}

// item reads "[expression]", or a slice. Only a name in quotes belongs to the language, another way
// to write a property.
func (p *parser) item(of node, optional bool) node {
	opening := p.current
	p.advance()
	var which node
	if !p.at(":") {
		which = p.expression(0)
	}
	sliced := p.at(":")
	if sliced {
		if p.advance(); !p.bracket("]") {
			p.expression(0)
		}
	}
	p.expect(bracketToken, "]")
	if sliced || optional {
		return &foreignNode{opening.span}
	}
	return &memberNode{opening.span, of, which}
}

package formula

import (
	"strconv"
	"strings"

	"referto/internal/league"
)

// source is the text of a formula, in characters.
type source []rune

// at returns the position of a character, counted from 0.
func (s source) at(offset int) position {
	p := position{line: 1, column: 1}
	for i, r := range s {
		if i >= offset {
			break
		}
		p.column++
		if r == '\n' {
			p.line, p.column = p.line+1, 1
		}
	}
	return p
}

// unreadable returns the error for a text that cannot be parsed at a character.
func (s source) unreadable(offset int, detail string) *Error {
	return mistake(s.at(offset), "formula-unreadable", "detail", detail)
}

// parse parses a formula to a tree.
func parse(text string) (node, source, *Error) {
	characters := source(text)
	if len(characters) > maxLength {
		return nil, nil, mistake(characters.at(maxLength), "formula-too-long", "most", strconv.Itoa(maxLength))
	}
	tokens, mistake := scan(characters)
	if mistake == nil {
		mistake = characters.refuseNumbers(tokens)
	}
	if mistake != nil {
		return nil, nil, mistake
	}
	p := &parser{source: characters, tokens: tokens}
	tree := p.whole()
	return tree, characters, p.mistake
}

// refuseNumbers returns the mistake of a number that is too long, has an exponent, or is of another
// base.
func (s source) refuseNumbers(tokens []token) *Error {
	for _, t := range tokens {
		if t.class == numberToken && (len(t.value) > maxLiteral || !isPlain(t.value)) {
			return mistake(s.at(t.from), "formula-no-number", "got", t.value)
		}
	}
	return nil
}

// isPlain reports whether a number has only digits and at most one point.
func isPlain(number string) bool {
	return strings.Trim(strings.Replace(number, ".", "", 1), "0123456789") == ""
}

// between returns the text of a span.
func (s source) between(place span) string { return string(s[place.from:place.to]) }

// literal returns the number at a span. [source.refuseNumbers] has refused texts that are no
// numbers.
func (s source) literal(place span) league.Frac {
	number, err := league.ParseFrac(strings.TrimSuffix(s.between(place), ".")) // a formula may contain "5."
	if err != nil {
		panic(err)
	}
	return number
}

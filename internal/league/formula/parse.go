package formula

import (
	"errors"
	"regexp"
	"strconv"

	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/file"
	"github.com/expr-lang/expr/parser"
	"github.com/expr-lang/expr/parser/lexer"

	"referto/internal/league"
)

// source is the text of a formula, in characters.
type source []rune

// at is the place of a character, counted from 0.
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

// literalPattern is a number as people write it: the library also reads other
// bases and exponents.
var literalPattern = regexp.MustCompile(`^[0-9]*\.?[0-9]*$`)

// parse makes a tree of a formula.
//
// The library's tree holds decimals in binary, which cannot hold 0.1. The
// compiler therefore reads numbers from the text again, and here they are found
// too long before the library has to cope with them.
func parse(text string) (ast.Node, source, *Error) {
	characters := source(text)
	if len(characters) > maxLength {
		return nil, nil, mistake(characters.at(maxLength), "formula-too-long", "most", strconv.Itoa(maxLength))
	}
	tokens, err := lexer.Lex(file.NewSource(text))
	if err != nil {
		return nil, nil, unreadable(err)
	}
	for _, token := range tokens {
		if token.Kind != lexer.Number {
			continue
		}
		number := characters.between(token.Location)
		if len(number) > maxLiteral || !literalPattern.MatchString(number) {
			return nil, nil, mistake(characters.at(token.From), "formula-no-number", "got", number)
		}
	}
	tree, err := parser.Parse(text)
	if err != nil {
		return nil, nil, unreadable(err)
	}
	return tree.Node, characters, nil
}

// unreadable is an error of the library with its place. It counts columns from
// 0.
func unreadable(err error) *Error {
	var syntax *file.Error
	if !errors.As(err, &syntax) {
		return mistake(position{1, 1}, "formula-unreadable", "detail", err.Error())
	}
	return mistake(position{max(1, syntax.Line), syntax.Column + 1}, "formula-unreadable", "detail", syntax.Message)
}

// between is the text at a place of the tree.
func (s source) between(place file.Location) string {
	if place.From < 0 || place.To > len(s) || place.From > place.To {
		return ""
	}
	return string(s[place.From:place.To])
}

// literal is the number that stands at a place of the tree.
func (s source) literal(place file.Location) (league.Frac, bool) {
	number, err := league.ParseFrac(s.between(place))
	return number, err == nil
}

package formula

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// token is a word, number, text or sign of a formula.
type token struct {
	span
	class class
	value string
}

// class is the kind of a token. Error messages use these words.
type class string

const (
	nameToken     class = "Identifier"
	numberToken   class = "Number"
	textToken     class = "String"
	operatorToken class = "Operator"
	bracketToken  class = "Bracket"
	endToken      class = "EOF"
)

// String returns the token in the form of error messages.
func (t token) String() string {
	if t.value == "" {
		return string(t.class)
	}
	return string(t.class) + "(" + strconv.Quote(t.value) + ")"
}

// is reports whether a token is of a class and one of the values.
func (t token) is(class class, values ...string) bool {
	return t.class == class && slices.Contains(values, t.value)
}

// words are the operators that are written in letters.
var words = []string{"not", "in", "or", "and", "matches", "contains", "startsWith", "endsWith", "let", "if", "else"}

// signs are the first characters of the other operators, each with the characters that may follow.
var signs = map[rune]string{
	',': "", ';': "", '%': "", '+': "", '-': "", '^': "",
	'?': ".?", '|': "|", ':': ":", '.': ".",
	'&': "&=*", '!': "&=*", '=': "&=*", '*': "&=*", '<': "&=*", '>': "&=*",
}

// scanner cuts a text into tokens.
type scanner struct {
	text       source
	start, end int
	// beyond reports whether the scanner is past the end of the text.
	beyond  bool
	tokens  []token
	mistake *Error
}

// scan returns the tokens of a text; the last one is its end.
func scan(text source) ([]token, *Error) {
	s := &scanner{text: text}
	for s.mistake == nil && (len(s.tokens) == 0 || s.tokens[len(s.tokens)-1].class != endToken) {
		s.start = s.end
		s.token()
	}
	return s.tokens, s.mistake
}

// endOfText stands for the end of the text.
const endOfText rune = -1

func (s *scanner) peek() rune {
	if s.end >= len(s.text) {
		return endOfText
	}
	return s.text[s.end]
}

func (s *scanner) next() rune {
	r := s.peek()
	if r == endOfText {
		s.beyond = true
		return r
	}
	s.end++
	return r
}

// accept reads a character if it is one of the given ones.
func (s *scanner) accept(those string) bool {
	if !strings.ContainsRune(those, s.peek()) {
		return false
	}
	s.end++
	return true
}

func (s *scanner) acceptAll(those string) {
	for s.accept(those) {
	}
}

func (s *scanner) emit(class class, value string) {
	s.tokens = append(s.tokens, token{span{s.start, s.end}, class, value})
}

// read returns the text of the present token up to here.
func (s *scanner) read() string { return string(s.text[s.start:s.end]) }

// fail reports a mistake at the last character read.
func (s *scanner) fail(detail string) {
	at := s.end - 1
	if s.beyond {
		at = s.end
	}
	if s.mistake == nil {
		s.mistake = s.text.unreadable(at, detail)
	}
}

// token reads the next token, or a gap between two.
func (s *scanner) token() {
	switch r := s.next(); {
	case r == endOfText:
		s.start = max(0, s.end-1)
		s.emit(endToken, "")
	case unicode.IsSpace(r):
	case strings.ContainsRune("'\"`", r):
		s.quoted(r)
	case isDigit(r):
		s.end--
		s.number()
	case r == '.' && isDigit(s.peek()):
		s.number()
	case r == '/':
		s.slash()
	case r == '#':
		s.element()
	case strings.ContainsRune("([{}])", r):
		s.emit(bracketToken, s.read())
	case isOfName(r):
		s.word()
	default:
		s.sign(r)
	}
}

func isDigit(r rune) bool { return '0' <= r && r <= '9' }

// isOfName reports whether a character can be part of a name.
func isOfName(r rune) bool { return beginsName(r) || unicode.IsDigit(r) }

func beginsName(r rune) bool { return r == '_' || r == '$' || unicode.IsLetter(r) }

// number reads a number. It also reads those that [parse] refuses, of other bases and
// with exponents, so that they are refused whole.
func (s *scanner) number() {
	digits := "0123456789_"
	if s.accept("0") {
		switch {
		case s.accept("xX"):
			digits = "0123456789abcdefABCDEF_"
		case s.accept("oO"):
			digits = "01234567_"
		case s.accept("bB"):
			digits = "01_"
		}
	}
	s.acceptAll(digits)
	if !strings.HasPrefix(string(s.text[s.end:min(s.end+2, len(s.text))]), "..") && s.accept(".") { // 1..2 is a range
		s.acceptAll(digits)
	}
	if s.accept("eE") {
		s.accept("+-")
		s.acceptAll(digits)
	}
	if isOfName(s.peek()) {
		s.next()
		s.fail("bad number syntax: " + strconv.Quote(s.read()))
		return
	}
	s.emit(numberToken, s.read())
}

// quoted reads a text in quotes of a kind, on one line and as it stands there: the
// language has texts for the modes of round only.
func (s *scanner) quoted(quote rune) {
	for r := s.next(); r != quote; r = s.next() {
		if r == '\n' || r == endOfText {
			s.fail("literal not terminated")
			return
		}
	}
	s.emit(textToken, string(s.text[s.start+1:s.end-1]))
}

// slash reads a comment, or the operator that divides.
func (s *scanner) slash() {
	switch {
	case s.accept("/"):
		for r := s.next(); r != '\n' && r != endOfText; {
			r = s.next()
		}
	case s.accept("*"):
		for r := s.next(); r != '*' || !s.accept("/"); r = s.next() {
			if r == endOfText {
				s.fail("unclosed comment")
				return
			}
		}
	default:
		s.emit(operatorToken, "/")
	}
}

// element reads "#" and a name right behind it, which may begin with a digit.
func (s *scanner) element() {
	s.accept("#")
	s.emit(operatorToken, s.read())
	s.start = s.end
	for isOfName(s.peek()) {
		s.next()
	}
	if s.end > s.start {
		s.emit(nameToken, s.read())
	}
}

// word reads a name, or an operator in letters.
func (s *scanner) word() {
	for isOfName(s.peek()) {
		s.next()
	}
	class := nameToken
	if slices.Contains(words, s.read()) {
		class = operatorToken
	}
	s.emit(class, s.read())
}

// sign reads an operator of one or two characters.
func (s *scanner) sign(first rune) {
	second, known := signs[first]
	if !known {
		s.fail(fmt.Sprintf("unrecognized character: %#U", first))
		return
	}
	s.accept(second)
	s.emit(operatorToken, s.read())
}

package formula

import (
	"strings"
	"unicode/utf8"
)

// quoted reads a text in quotes of a kind, on one line, with the escapes of Go. The
// language has texts for the modes of round only, and bytes not at all.
func (s *scanner) quoted(class class, quote rune) {
	var value strings.Builder
	possible := true
	for r := s.next(); r != quote; r = s.next() {
		switch r {
		case '\n', endOfText:
			s.fail("literal not terminated")
		case '\r':
			value.WriteByte('\n')
		case '\\':
			possible = s.escaped(&value, class, quote) && possible
		default:
			value.WriteRune(r)
		}
		if s.mistake != nil {
			return
		}
	}
	if !possible {
		s.fail("unable to unescape string")
		return
	}
	s.emit(class, value.String())
}

// simpleEscapes are the characters that a backslash gives another meaning.
var simpleEscapes = map[rune]byte{'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v', '\\': '\\'}

// escaped writes the character that stands behind a backslash. It is false where it
// is written as one should be and there is no such character.
func (s *scanner) escaped(value *strings.Builder, class class, quote rune) bool {
	r := s.next()
	simple, isSimple := simpleEscapes[r]
	switch {
	case isSimple:
		value.WriteByte(simple)
		return true
	case r == quote:
		value.WriteRune(quote)
		return true
	case '0' <= r && r <= '7':
		s.end--
		return writeCharacter(value, class, s.digits(8, 3), 0o377)
	case r == 'x':
		return writeCharacter(value, class, s.digits(16, 2), 0xff)
	case r == 'u' && s.accept("{"):
		return writeCharacter(value, textToken, s.bracedDigits(), utf8.MaxRune) && class == textToken
	case r == 'u':
		return writeCharacter(value, textToken, s.digits(16, 4), utf8.MaxRune) && class == textToken
	case r == 'U':
		return writeCharacter(value, textToken, s.digits(16, 8), utf8.MaxRune) && class == textToken
	}
	s.fail("invalid char escape")
	return true
}

func writeCharacter(value *strings.Builder, class class, r, most rune) bool {
	if class == bytesToken || r < utf8.RuneSelf {
		value.WriteByte(byte(r))
	} else {
		value.WriteRune(r)
	}
	return r <= most
}

// digits reads the number of a character, n digits of a base.
func (s *scanner) digits(base rune, n int) rune {
	var number rune
	for range n {
		digit := digitOf(s.next())
		if digit >= base {
			s.fail("invalid char escape")
			return 0
		}
		number = number*base + digit
	}
	return number
}

// bracedDigits reads up to six digits of base 16 and the bracket that closes them.
func (s *scanner) bracedDigits() rune {
	var number rune
	for n := 0; ; n++ {
		digit := digitOf(s.peek())
		switch {
		case s.peek() == '}' && n > 0:
			s.next()
			return number
		case digit >= 16 || n >= 6:
			s.fail("invalid char escape")
			return 0
		}
		s.next()
		number = number*16 + digit
	}
}

// digitOf is the value of a digit; 16 of what is none.
func digitOf(r rune) rune {
	switch {
	case '0' <= r && r <= '9':
		return r - '0'
	case 'a' <= r && r <= 'f':
		return r - 'a' + 10
	case 'A' <= r && r <= 'F':
		return r - 'A' + 10
	}
	return 16
}

// raw reads a text between backquotes, in which two of them stand for one.
func (s *scanner) raw() {
	for {
		switch r := s.next(); {
		case r == endOfText:
			s.fail("literal not terminated")
			return
		case r == '`' && !s.accept("`"):
			s.emit(textToken, strings.ReplaceAll(string(s.text[s.start+1:s.end-1]), "``", "`"))
			return
		}
	}
}

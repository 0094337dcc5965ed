// Package strictjson refuses JSON that two parsers could read differently.
//
// The standard decoder keeps the last of two equal keys, turns half a surrogate pair into U+FFFD, and ignores
// anything after a value; a text checked by one reader and stored by another must not depend on such choices.
// [CheckShape] is run over every request body before anything else reads it; it also bounds the size of its lists and
// objects. Package strictyaml turns YAML into JSON as strictly.
package strictjson

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Bounds of every text. A list or an object that a [Shape] does not speak of may be as
// long as [MaxLength].
const (
	// MaxDepth bounds the nesting of objects and arrays.
	MaxDepth = 32
	// MaxLength bounds the items of a list and the members of an object.
	MaxLength = 10_000
	// MaxValues bounds the values, members and items of any depth, of a text. An
	// event of 2,000 players and ten rounds has some 100,000.
	MaxValues = 300_000
)

// Error is a fault of a text with its place.
type Error struct {
	Pointer string // JSON pointer of the value, "" for the whole
	// Reason is a stable code: invalid-json, invalid-utf8, duplicate-key, too-deep,
	// control-character, lone-surrogate, trailing-data.
	Reason string
	// Line and Column are where the fault was met, from 1; the column counts characters.
	Line, Column int
}

// Error is the reason with its place.
func (e *Error) Error() string { return fmt.Sprintf("strictjson: %s at %q", e.Reason, e.Pointer) }

// Counted names something of which a text can have too much.
type Counted int

// Items are counted in one list, members in one object, values in the whole text.
const (
	Items Counted = iota
	Members
	Values
)

// LengthError means that a list or an object, or the whole text, is too long.
type LengthError struct {
	Pointer string // JSON pointer of the list or object, "" for the whole
	Of      Counted
	Limit   int // how many may be
}

// Error is the limit with its place.
func (e *LengthError) Error() string {
	return fmt.Sprintf("strictjson: more than %d at %q", e.Limit, e.Pointer)
}

// Shape bounds the length of the lists and objects of a text. The nil Shape bounds
// them by [MaxLength].
type Shape struct {
	Items   int // of a list here; 0 is MaxLength
	Members int // of an object here; 0 is MaxLength
	// Named are the shapes of the members with these names.
	Named map[string]*Shape
	// Each is the shape of every item, and of every member that has no name above.
	Each *Shape
}

func (s *Shape) items() int {
	if s == nil || s.Items == 0 {
		return MaxLength
	}
	return s.Items
}

func (s *Shape) members() int {
	if s == nil || s.Members == 0 {
		return MaxLength
	}
	return s.Members
}

func (s *Shape) member(name string) *Shape {
	if s == nil {
		return nil
	}
	if inner, ok := s.Named[name]; ok {
		return inner
	}
	return s.Each
}

func (s *Shape) item() *Shape {
	if s == nil {
		return nil
	}
	return s.Each
}

// Check is [CheckShape] of a text of which nothing is known.
func Check(text []byte) error { return CheckShape(text, nil) }

// CheckShape returns nil when the text is one JSON value that every parser reads
// alike, and no larger than the shape allows: valid UTF-8, no key twice in an object
// (letter case aside), at most [MaxDepth] deep and of [MaxValues], no half surrogates,
// no control characters inside strings but tab and line breaks. The first fault ends
// it: a list of a million is not read to its end.
func CheckShape(text []byte, s *Shape) error {
	if !utf8.Valid(text) {
		return at(text, validLength(text), Error{Reason: "invalid-utf8"})
	}
	c := checker{decoder: json.NewDecoder(bytes.NewReader(text)), text: text}
	c.decoder.UseNumber()
	if err := c.value(s); err != nil {
		return err
	}
	if _, err := c.decoder.Token(); !errors.Is(err, io.EOF) {
		return at(text, blank(text, int(c.decoder.InputOffset())), Error{Reason: "trailing-data"})
	}
	return nil
}

// at is an error with the line and column of a place in the text.
func at(text []byte, offset int, e Error) error {
	before := text[:min(offset, len(text))]
	e.Line = 1 + bytes.Count(before, []byte("\n"))
	e.Column = 1 + utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:])
	return &e
}

// validLength counts the bytes at the beginning of a text that are UTF-8.
func validLength(text []byte) int {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRune(text[n:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		n += size
	}
	return n
}

// blank is the place of the first byte from a place on that is no white space and does not
// part values.
func blank(text []byte, from int) int {
	for from < len(text) && strings.IndexByte(" \t\r\n,:", text[from]) >= 0 {
		from++
	}
	return from
}

type checker struct {
	decoder *json.Decoder
	text    []byte
	path    []step // to the value being read
	values  int
	start   int // of the token being read
}

// step is a name in an object, or an index in a list. The pointer is put together
// only for an error: one for each value would cost the length of all names above it.
type step struct {
	name  string
	index int // of a list, when at least 0
}

// fault is an error at the value being read, met where its last token begins.
func (c *checker) fault(reason string) error {
	return at(c.text, c.start, Error{Pointer: c.pointer(), Reason: reason})
}

// pointer is the path as a JSON pointer.
func (c *checker) pointer() string {
	var at strings.Builder
	for _, s := range c.path {
		at.WriteByte('/')
		if s.index >= 0 {
			at.WriteString(strconv.Itoa(s.index))
		} else {
			at.WriteString(escape(s.name))
		}
	}
	return at.String()
}

// token reads the next token; for a string it also checks how it was written.
func (c *checker) token() (json.Token, error) {
	c.start = blank(c.text, int(c.decoder.InputOffset()))
	token, err := c.decoder.Token()
	if err != nil {
		c.start = c.unreadable(err)
		return nil, c.fault("invalid-json")
	}
	if s, ok := token.(string); ok {
		if err := c.checkString(s, c.text[c.start:c.decoder.InputOffset()]); err != nil {
			return nil, err
		}
	}
	return token, nil
}

// unreadable returns the position at which a text stops being JSON, after the decoder has refused it: the decoder
// itself counts from the place where it last dropped its buffer.
func (c *checker) unreadable(err error) int {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return len(c.text)
	case errors.As(json.Unmarshal(c.text, new(json.RawMessage)), &syntax):
		return int(syntax.Offset) - 1
	}
	return c.start
}

// value reads the value at the path.
func (c *checker) value(s *Shape) error {
	token, err := c.token()
	if err != nil {
		return err
	}
	if c.values++; c.values > MaxValues {
		return &LengthError{Of: Values, Limit: MaxValues}
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if len(c.path) >= MaxDepth {
		return c.fault("too-deep")
	}
	if delim == '{' {
		err = c.object(s)
	} else {
		err = c.array(s)
	}
	if err != nil {
		return err
	}
	_, err = c.token() // the closing bracket
	return err
}

// inside reads the value one step further in.
func (c *checker) inside(next step, s *Shape) error {
	c.path = append(c.path, next)
	if err := c.value(s); err != nil {
		return err
	}
	c.path = c.path[:len(c.path)-1]
	return nil
}

func (c *checker) object(s *Shape) error {
	seen := make(map[string]bool)
	for c.decoder.More() {
		token, err := c.token()
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok {
			return c.fault("invalid-json")
		}
		folded := strings.ToLower(key)
		if seen[folded] {
			c.path = append(c.path, step{key, -1})
			return c.fault("duplicate-key")
		}
		seen[folded] = true
		if most := s.members(); len(seen) > most {
			return &LengthError{c.pointer(), Members, most}
		}
		if err := c.inside(step{key, -1}, s.member(key)); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) array(s *Shape) error {
	for i := 0; c.decoder.More(); i++ {
		if most := s.items(); i >= most {
			return &LengthError{c.pointer(), Items, most}
		}
		if err := c.inside(step{"", i}, s.item()); err != nil {
			return err
		}
	}
	return nil
}

// checkString looks at a decoded string and at how it was written: the decoder
// has replaced half surrogates by U+FFFD without a word.
func (c *checker) checkString(decoded string, written []byte) error {
	for _, r := range decoded {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
		case r < 0x20 || r == 0x7f:
			return c.fault("control-character")
		}
	}
	if !strings.ContainsRune(decoded, utf8.RuneError) {
		return nil
	}
	typed := bytes.Count(written, []byte("\uFFFD")) + bytes.Count(bytes.ToLower(written), []byte(`\ufffd`))
	if strings.Count(decoded, "\uFFFD") > typed {
		return c.fault("lone-surrogate")
	}
	return nil
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

func escape(key string) string { return pointerEscapes.Replace(key) }

// Package strictjson refuses JSON that two parsers could read differently.
//
// The standard decoder keeps the last of two equal keys, turns half a surrogate
// pair into U+FFFD, and ignores what follows a value; a text checked by one
// reader and stored by another must not depend on such choices. [Check] is run
// over every request body before anything else reads it. [FromYAML] turns YAML into
// JSON as strictly.
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

// MaxDepth is how deep objects and arrays may nest.
const MaxDepth = 32

// Error says what is wrong with a text and where.
type Error struct {
	Pointer string // JSON pointer of the value, "" for the whole
	Reason  string // stable code: invalid-json, invalid-utf8, duplicate-key, too-deep, control-character, lone-surrogate, trailing-data
}

// Error is the reason with its place.
func (e *Error) Error() string { return fmt.Sprintf("strictjson: %s at %q", e.Reason, e.Pointer) }

// Check returns nil when the text is one JSON value that every parser reads
// alike: valid UTF-8, no key twice in an object (letter case aside), at most
// [MaxDepth] deep, no half surrogates, no control characters inside strings but
// tab and line breaks.
func Check(text []byte) error {
	if !utf8.Valid(text) {
		return &Error{Reason: "invalid-utf8"}
	}
	c := checker{decoder: json.NewDecoder(bytes.NewReader(text)), text: text}
	c.decoder.UseNumber()
	if err := c.value("", 1); err != nil {
		return err
	}
	if _, err := c.decoder.Token(); !errors.Is(err, io.EOF) {
		return &Error{Reason: "trailing-data"}
	}
	return nil
}

type checker struct {
	decoder *json.Decoder
	text    []byte
}

// token reads the next token; for a string it also checks how it was written.
func (c *checker) token(at string) (json.Token, error) {
	start := c.decoder.InputOffset()
	token, err := c.decoder.Token()
	if err != nil {
		return nil, &Error{at, "invalid-json"}
	}
	if s, ok := token.(string); ok {
		if err := checkString(s, c.text[start:c.decoder.InputOffset()], at); err != nil {
			return nil, err
		}
	}
	return token, nil
}

func (c *checker) value(at string, depth int) error {
	token, err := c.token(at)
	if err != nil {
		return err
	}
	delim, ok := token.(json.Delim)
	if !ok {
		return nil
	}
	if depth > MaxDepth {
		return &Error{at, "too-deep"}
	}
	if delim == '{' {
		err = c.object(at, depth)
	} else {
		err = c.array(at, depth)
	}
	if err != nil {
		return err
	}
	_, err = c.token(at) // the closing bracket
	return err
}

func (c *checker) object(at string, depth int) error {
	seen := make(map[string]bool)
	for c.decoder.More() {
		token, err := c.token(at)
		if err != nil {
			return err
		}
		key, ok := token.(string)
		if !ok {
			return &Error{at, "invalid-json"}
		}
		place := at + "/" + escape(key)
		folded := strings.ToLower(key)
		if seen[folded] {
			return &Error{place, "duplicate-key"}
		}
		seen[folded] = true
		if err := c.value(place, depth+1); err != nil {
			return err
		}
	}
	return nil
}

func (c *checker) array(at string, depth int) error {
	for i := 0; c.decoder.More(); i++ {
		if err := c.value(at+"/"+strconv.Itoa(i), depth+1); err != nil {
			return err
		}
	}
	return nil
}

// checkString looks at a decoded string and at how it was written: the decoder
// has replaced half surrogates by U+FFFD without a word.
func checkString(decoded string, written []byte, at string) error {
	for _, r := range decoded {
		switch {
		case r == '\t' || r == '\n' || r == '\r':
		case r < 0x20 || r == 0x7f:
			return &Error{at, "control-character"}
		}
	}
	typed := bytes.Count(written, []byte("\uFFFD")) + bytes.Count(bytes.ToLower(written), []byte(`\ufffd`))
	if strings.Count(decoded, "\uFFFD") > typed {
		return &Error{at, "lone-surrogate"}
	}
	return nil
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

func escape(key string) string { return pointerEscapes.Replace(key) }

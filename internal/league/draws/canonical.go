package draws

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"referto/internal/strictjson"
)

// Hash is the SHA-256, in hexadecimal, of a document without its member "hash", in
// the canonical form of RFC 8785: no white space, members sorted by name, strings
// escaped no more than they must be. Numbers must be whole, as all of ours are.
func Hash(document []byte) (string, error) {
	members, err := decode(document)
	if err != nil {
		return "", err
	}
	delete(members, "hash")
	out, err := canonical(nil, members)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(out)
	return hex.EncodeToString(sum[:]), nil
}

// decode reads a JSON object that every parser reads alike.
func decode(document []byte) (map[string]any, error) {
	if err := strictjson.Check(document); err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(document))
	d.UseNumber()
	var members map[string]any
	if err := d.Decode(&members); err != nil {
		return nil, fmt.Errorf("no JSON object: %w", err)
	}
	return members, nil
}

func canonical(out []byte, value any) ([]byte, error) {
	switch v := value.(type) {
	case map[string]any:
		return canonicalObject(out, v)
	case []any:
		out = append(out, '[')
		for i, element := range v {
			if i > 0 {
				out = append(out, ',')
			}
			var err error
			if out, err = canonical(out, element); err != nil {
				return nil, err
			}
		}
		return append(out, ']'), nil
	case json.Number:
		n, err := strconv.ParseInt(v.String(), 10, 53)
		if err != nil {
			return nil, fmt.Errorf("%s is no whole number", v)
		}
		return strconv.AppendInt(out, n, 10), nil
	case string:
		return quote(out, v), nil
	case bool:
		return strconv.AppendBool(out, v), nil
	default: // nil is all that is left
		return append(out, "null"...), nil
	}
}

func canonicalObject(out []byte, members map[string]any) ([]byte, error) {
	out = append(out, '{')
	for i, name := range slices.Sorted(maps.Keys(members)) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(quote(out, name), ':')
		var err error
		if out, err = canonical(out, members[name]); err != nil {
			return nil, err
		}
	}
	return append(out, '}'), nil
}

// escapes are the short ones of RFC 8785; other control characters are \u00xx.
var escapes = map[rune]string{'"': `\"`, '\\': `\\`, '\b': `\b`, '\f': `\f`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func quote(out []byte, s string) []byte {
	out = append(out, '"')
	for _, r := range s {
		switch short := escapes[r]; {
		case short != "":
			out = append(out, short...)
		case r < ' ':
			out = fmt.Appendf(out, `\u%04x`, r)
		default:
			out = append(out, string(r)...)
		}
	}
	return append(out, '"')
}

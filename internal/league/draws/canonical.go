package draws

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"referto/internal/strictjson"
)

// Hash returns the SHA-256, in hexadecimal, of a document without its member "hash", in the
// canonical form of RFC 8785: no white space, members sorted by name, only the necessary escapes in
// strings. Numbers must be whole, as all of ours are.
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

// decode reads a JSON object that every parser reads in the same way.
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
	if members == nil { // null
		return nil, errors.New("no JSON object: nothing")
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

// escapes are those of RFC 8785 for the control characters that strictjson accepts.
var escapes = map[rune]string{'"': `\"`, '\\': `\\`, '\n': `\n`, '\r': `\r`, '\t': `\t`}

func quote(out []byte, s string) []byte {
	out = append(out, '"')
	for _, r := range s {
		if short := escapes[r]; short != "" {
			out = append(out, short...)
		} else {
			out = append(out, string(r)...)
		}
	}
	return append(out, '"')
}

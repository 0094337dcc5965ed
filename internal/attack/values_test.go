package attack_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
)

// raw is JSON that is written as it stands, also where it is none.
type raw string

// render is a value as JSON. It differs from the standard encoder by raw, and by
// not escaping anything in strings that JSON does not ask for.
func render(value any) []byte {
	var b bytes.Buffer
	write(&b, value)
	return b.Bytes()
}

func write(b *bytes.Buffer, value any) {
	switch value := value.(type) {
	case raw:
		b.WriteString(string(value))
	case map[string]any:
		b.WriteByte('{')
		for i, key := range slices.Sorted(maps.Keys(value)) {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, key)
			b.WriteByte(':')
			write(b, value[key])
		}
		b.WriteByte('}')
	case []any:
		b.WriteByte('[')
		for i, item := range value {
			if i > 0 {
				b.WriteByte(',')
			}
			write(b, item)
		}
		b.WriteByte(']')
	default:
		encoder := json.NewEncoder(b)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(value); err != nil {
			panic(fmt.Sprintf("no JSON: %v", err))
		}
		b.Truncate(b.Len() - 1) // the line break
	}
}

// decode reads JSON into maps and slices, numbers as they are written.
func decode(t *testing.T, text []byte) any {
	t.Helper()
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		t.Fatal(err)
	}
	return value
}

// place is the path of a value in a body: names and indices from the root.
type place []any

// String is the place as a JSON pointer.
func (p place) String() string {
	var b strings.Builder
	for _, step := range p {
		fmt.Fprintf(&b, "/%v", step)
	}
	if b.Len() == 0 {
		return "/"
	}
	return b.String()
}

func (p place) then(step any) place { return append(p[:len(p):len(p)], step) }

// put is a copy of the value with another one at the place.
func put(value any, at place, other any) any {
	if len(at) == 0 {
		return other
	}
	switch step := at[0].(type) {
	case string:
		object, _ := value.(map[string]any)
		object = maps.Clone(object)
		object[step] = put(object[step], at[1:], other)
		return object
	case int:
		list := slices.Clone(value.([]any))
		list[step] = put(list[step], at[1:], other)
		return list
	}
	panic("a place has names and indices")
}

// get is the value at a place; nil if there is none.
func get(value any, at place) any {
	for _, step := range at {
		switch step := step.(type) {
		case string:
			object, _ := value.(map[string]any)
			value = object[step]
		case int:
			list, _ := value.([]any)
			if step >= len(list) {
				return nil
			}
			value = list[step]
		}
	}
	return value
}

// examples are texts of which one fits each pattern of the contract.
var examples = []string{
	"/t/federazione/e/bologna/enter",
	"abc", "aaaaaaaaaaaaaaaaaaaa", "01a1f7fe-0000-7000-8000-000000000001", "5.00", "2009-03-01", "qualcuno@example.org", "Europe/Rome",
}

// sample is a value that the schema takes.
func sample(t *testing.T, s *openapi3.Schema) any {
	t.Helper()
	switch {
	case len(s.Enum) > 0:
		return s.Enum[0]
	case s.Type.Is(openapi3.TypeInteger):
		if s.Min != nil {
			return json.Number(number(*s.Min))
		}
		return json.Number("1")
	case s.Type.Is(openapi3.TypeBoolean):
		return true
	case s.Type.Is(openapi3.TypeArray):
		return []any{sample(t, s.Items.Value)}
	case s.Type.Is(openapi3.TypeObject):
		object := map[string]any{}
		for _, name := range s.Required {
			object[name] = sample(t, s.Properties[name].Value)
		}
		return object
	case s.Format == "date-time":
		return "2009-05-03T09:00:00Z"
	}
	for _, text := range examples {
		if fits(s, text) {
			return text
		}
	}
	t.Fatalf("no example fits the pattern %q: add one", s.Pattern)
	return nil
}

// fits reports whether a text has the form and the length that the schema asks for.
func fits(s *openapi3.Schema, text string) bool {
	n := uint64(utf8.RuneCountInString(text))
	if n < s.MinLength || s.MaxLength != nil && n > *s.MaxLength {
		return false
	}
	return s.Pattern == "" || regexp.MustCompile(s.Pattern).MatchString(text)
}

// number is a bound of the contract as JSON.
func number(bound float64) string {
	if bound == math.Trunc(bound) {
		return strconv.FormatInt(int64(bound), 10)
	}
	return strconv.FormatFloat(bound, 'g', -1, 64)
}

// plain is a sample as it stands in a query.
func plain(value any) string { return fmt.Sprint(value) }

package attack_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// valueFaults are bodies in which one value violates the contract, at every place of the body.
func (t *target) valueFaults() []fault {
	schema := t.c.bodySchema(t.op)
	if schema == nil {
		return nil
	}
	root := decode(t.t, t.valid.body)
	out := t.faultsAt(schema, root, nil)
	given, _ := root.(map[string]any)
	for _, name := range t.foreignNames(schema) {
		if _, ours := given[name]; ours {
			continue // a document, whose names are not in the contract
		}
		out = append(out, t.value(root, place{name}, "not ours to set", "x"))
	}
	return out
}

// value is the fault of another value at a place.
func (t *target) value(root any, at place, name string, value any) fault {
	body, want := render(put(root, at, value)), http.StatusUnprocessableEntity
	if len(body) > t.op.MaxBody {
		want = http.StatusRequestEntityTooLarge
	}
	return t.bodyFault("value "+at.String()+" "+name, want, body)
}

// faultsAt are the faults of a value and of all that is inside it. The place is
// there in root.
func (t *target) faultsAt(s *openapi3.Schema, root any, at place) []fault {
	var out []fault
	wrong := func(name string, value any) { out = append(out, t.value(root, at, name, value)) }
	for name, value := range otherTypes(s) {
		wrong("is "+name, value)
	}
	switch {
	case s.Type.Is(openapi3.TypeObject):
		out = append(out, t.objectFaults(s, root, at)...)
	case s.Type.Is(openapi3.TypeArray):
		out = append(out, t.arrayFaults(s, root, at)...)
	case s.Type.Is(openapi3.TypeInteger):
		for _, bad := range badIntegers(s) {
			wrong("is "+bad, raw(bad))
		}
		for _, bad := range []string{"01", "+1", "1.", ".5", "0x10", "-", "1_000", "NaN", "-Infinity"} {
			f := t.value(root, at, "is written "+bad, raw(bad))
			f.want = []int{http.StatusBadRequest}
			out = append(out, f)
		}
	case s.Type.Is(openapi3.TypeString):
		for name, bad := range badTexts(s) {
			wrong("is "+name, bad)
		}
		for _, bad := range unwritable {
			f := t.value(root, at, fmt.Sprintf("is written %q", bad), raw(bad))
			f.want = []int{http.StatusBadRequest}
			out = append(out, f)
		}
	}
	return out
}

// otherTypes are values of types that the schema does not take.
func otherTypes(s *openapi3.Schema) map[string]any {
	all := map[string]map[string]any{
		openapi3.TypeString:  {"a text": "x", "a number as text": "7"},
		openapi3.TypeInteger: {"a number": raw("7")},
		openapi3.TypeNumber:  {"a fraction": raw("1.5")},
		openapi3.TypeBoolean: {"a boolean": true},
		openapi3.TypeArray:   {"a list": []any{}, "a list of lists": []any{[]any{}}},
		openapi3.TypeObject:  {"an object": map[string]any{}, "an object of an operator": map[string]any{"$ne": nil}},
	}
	out := map[string]any{"null": nil}
	for kind, values := range all {
		if !s.Type.Is(kind) {
			maps.Copy(out, values)
		}
	}
	return out
}

func (t *target) objectFaults(s *openapi3.Schema, root any, at place) []fault {
	var out []fault
	object, _ := get(root, at).(map[string]any)
	for _, name := range s.Required {
		less := maps.Clone(object)
		delete(less, name)
		out = append(out, t.value(root, at, "lacks "+name, less))
	}
	if s.MinProps > 0 {
		out = append(out, t.value(root, at, "is empty", map[string]any{}))
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		inner, within := s.Properties[name].Value, root
		if object[name] == nil {
			within = put(root, at.then(name), sample(t.t, inner))
		}
		out = append(out, t.faultsAt(inner, within, at.then(name))...)
		other := maps.Clone(object)
		delete(other, name)
		other[strings.ToUpper(name[:1])+name[1:]] = get(within, at.then(name))
		out = append(out, t.value(root, at, "spells "+name+" with a capital", other))
	}
	if values := s.AdditionalProperties.Schema; values != nil {
		out = append(out, t.faultsAt(values.Value, put(root, at.then("x"), sample(t.t, values.Value)), at.then("x"))...)
		if s.MaxProps != nil {
			many := map[string]any{}
			for n := range *s.MaxProps + 1 {
				many[fmt.Sprint("x", n)] = sample(t.t, values.Value)
			}
			out = append(out, t.value(root, at, "has too many members", many))
		}
		return out
	}
	many := maps.Clone(object)
	for n := range 2_000 {
		many[fmt.Sprint("unknown", n)] = raw("1")
	}
	out = append(out, t.value(root, at, "has thousands of unknown members", many))
	for _, unknown := range []string{"x", "__proto__", "constructor", "' or 1=1--", "$where", "tenant_id", ""} {
		out = append(out, t.value(root, at.then(unknown), "is unknown", raw("1")))
	}
	return out
}

func (t *target) arrayFaults(s *openapi3.Schema, root any, at place) []fault {
	var out []fault
	list, _ := get(root, at).([]any)
	if len(list) == 0 {
		list = []any{sample(t.t, s.Items.Value)}
		root = put(root, at, list)
	}
	if s.MinItems > 0 {
		out = append(out, t.value(root, at, "is too short", slices.Repeat(list[:1], int(s.MinItems)-1)))
	}
	if s.MaxItems != nil {
		out = append(out, t.value(root, at, "is too long", slices.Repeat(list[:1], int(*s.MaxItems)+1)))
	}
	for name, item := range map[string]string{"empty objects": "{}", "lists": "[]", "nothing": "null", "numbers": "0"} {
		n := min(100_000, (t.op.MaxBody-len(t.valid.body)-1<<10)/(len(item)+1)) // as many as a body holds
		out = append(out, t.value(root, at, "has a hundred thousand "+name, raw("["+strings.Repeat(item+",", n-1)+item+"]")))
	}
	if s.UniqueItems {
		out = append(out, t.value(root, at, "repeats", slices.Repeat(list[:1], 2)))
	}
	return append(out, t.faultsAt(s.Items.Value, root, at.then(0))...)
}

// badIntegers are numbers that are JSON but that the schema refuses.
func badIntegers(s *openapi3.Schema) []string {
	out := []string{"1.5", "1e-1", "1e400", "-1e400", "9223372036854775808", "-9223372036854775809", "123456789012345678901234567890"}
	if s.Min != nil {
		out = append(out, number(*s.Min-1), "-2147483649", "-9007199254740993")
	}
	if s.Max != nil {
		out = append(out, number(*s.Max+1), "2147483648", "4294967297", "9007199254740993", "1e10")
	}
	return slices.Compact(out)
}

// badTexts are texts that the schema does not take.
func badTexts(s *openapi3.Schema) map[string]any {
	out := map[string]any{}
	if s.MinLength > 0 {
		out["empty"] = ""
		out["too short"] = strings.Repeat("a", int(s.MinLength)-1)
	}
	if s.MaxLength != nil {
		out["too long"] = strings.Repeat("a", int(*s.MaxLength)+1)
		out["too long in other letters"] = strings.Repeat("я", int(*s.MaxLength)+1)
		out["100 kB long"] = strings.Repeat("a", 100<<10)
	}
	for _, value := range s.Enum {
		text := value.(string)
		other := strings.ToUpper(text)
		if other == text {
			other = strings.ToLower(text)
		}
		out["not "+text], out["not "+text+" either"], out["nor "+text] = other, text+" ", text+"\t"
	}
	if s.Format == "uuid" {
		out["the id of zeros"] = "00000000-0000-0000-0000-000000000000"
		out["an id in capitals"] = "01A1F7FE-0000-7000-8000-000000000001"
	}
	candidates := []string{" ", "!", "é", "a b", "a\nb", "'; drop table league.events; --", "ａｂｃ", "-", "\t", "unknown"}
	if s.Format == "date-time" {
		candidates = append(candidates, "yesterday", "now()", "infinity", "2009-02-30T00:00:00Z", "2009-13-01T00:00:00Z", "2009-01-01", "2009-01-01T25:00:00Z",
			"2009-01-01T00:00:00", "2009-01-01 00:00:00Z", "20090101T000000Z", "10000-01-01T00:00:00Z", "-0001-01-01T00:00:00Z", "2009-01-01T00:00:00+25:00",
			"2009-01-01T00:00:60Z", "1e9", "1234567890", "")
	}
	for _, text := range candidates {
		if s.Pattern != "" && !fits(s, text) || len(s.Enum) > 0 && !slices.Contains(s.Enum, any(text)) || s.Format == "date-time" {
			out[fmt.Sprintf("%q", text)] = text
		}
	}
	return out
}

// unwritable are strings as no JSON may have them, or as two parsers would read
// them differently.
var unwritable = []string{
	"\"a\x00b\"", `"a\u0000b"`, `"a\u001fb"`, "\"a\x1fb\"", "\"a\x7fb\"", "\"a\nb\"", `"\ud800"`, `"\udc00"`, `"\udc00\ud800"`, `"\ud83d x"`,
	"\"\xff\"", "\"\xc0\x80\"", "\"\xed\xa0\x80\"", "\"\xf4\x90\x80\x80\"", `"\x41"`, `"\u12"`, `"abc`,
}

// foreignNames are names that have a meaning elsewhere and none here: those of the operation's own answer, and those
// that an insider would try.
func (t *target) foreignNames(s *openapi3.Schema) []string {
	names := map[string]bool{}
	for _, name := range []string{"id", "tenant", "tenantId", "role", "roles", "admin", "isAdmin", "status", "state", "version", "points", "createdBy", "accountId", "verified", "suspendedAt"} {
		names[name] = true
	}
	for _, response := range t.c.operation(t.op).Responses.Map() {
		media := response.Value.Content["application/json"]
		if media != nil {
			for name := range media.Schema.Value.Properties {
				names[name] = true
			}
		}
	}
	for name := range s.Properties {
		delete(names, name)
	}
	return slices.Sorted(maps.Keys(names))
}

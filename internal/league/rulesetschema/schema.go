package main

import (
	"bytes"
	"cmp"
	"encoding"
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"referto/internal/league/rules"
)

// member is one member of an object that is written in order.
type member struct {
	name  string
	value any
}

// object is a JSON object with its members in order.
type object []member

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, m := range o {
		if i > 0 {
			b.WriteByte(',')
		}
		for _, part := range []any{m.name, m.value} {
			text, err := json.Marshal(part)
			if err != nil {
				return nil, err
			}
			b.Write(text)
			b.WriteByte(':')
		}
		b.Truncate(b.Len() - 1)
	}
	b.WriteByte('}')
	return b.Bytes(), nil
}

// schema collects the definitions of the types as it reaches them.
type schema struct {
	*comments
	defs  object
	known map[string]bool
}

// schemaOf returns the schema of the document, indented.
func schemaOf(c *comments) ([]byte, error) {
	s := &schema{comments: c, known: make(map[string]bool)}
	root := s.object(reflect.TypeFor[rules.Ruleset]())
	slices.SortFunc(s.defs, func(a, b member) int { return strings.Compare(a.name, b.name) })
	document := append(object{
		{"$schema", "https://json-schema.org/draft/2020-12/schema"},
		{"title", "Ruleset"},
	}, root...)
	text, err := json.Marshal(append(document, member{"$defs", s.defs}))
	if err != nil {
		return nil, err
	}
	var indented bytes.Buffer
	if err := json.Indent(&indented, bytes.ReplaceAll(bytes.ReplaceAll(text, []byte(`\u003e`), []byte(">")), []byte(`\u003c`), []byte("<")), "", "  "); err != nil {
		return nil, err
	}
	indented.WriteByte('\n')
	return indented.Bytes(), nil
}

// required lists by type the members that every document must have. Any other member that is left out has its
// zero value: "", 0, false, none.
var required = map[string][]string{
	"Ruleset":   {"id", "code", "name", "language", "game", "field", "tables", "format", "seating", "scoring", "standings", "time", "texts"},
	"Game":      {"name", "variants", "declaration"},
	"Variant":   {"id", "target", "vp", "paragraph"},
	"Figure":    {"id", "paragraph"},
	"Sum":       {"id", "terms", "paragraph"},
	"SumTerm":   {"figure", "times"},
	"Objective": {"id"},
	"Field":     {"min", "paragraph"},
	"Tables":    {"sizes", "partition", "paragraph"},
	"Format":    {"formulas", "paragraph"},
	"Formula":   {"id", "brackets"},
	"Bracket":   {"from", "rounds"},
	"Seating":   {"pairings"},
	"Pairing":   {"system", "paragraph"},
	"Schedule":  {"from", "to", "rounds", "paragraph"},
	"Scoring":   {"cap", "level"},
	"Cap":       {"rule", "paragraph"},
	"Level":     {"rule", "paragraph"},
	"Standings": {"id", "criteria", "paragraph"},
	"Criterion": {"figure", "best", "paragraph"},
	"Time":      {"limit"},
	"Exclusion": {"reason", "paragraph"},
	"Offense":   {"code", "paragraph"},
	"Award":     {"id", "to", "paragraph"},
	"Text":      {"paragraph", "kind"},
	"Reading":   {"paragraph", "at", "options"},

	"ReadingOption": {"value"},
}

// common describes the members that many types have and whose comment would be the same everywhere.
var common = map[string]string{
	"id":        "By which the rest of the document and the API name it; no two of a list share it.",
	"name":      "As people read it, in the language of the ruleset.",
	"paragraph": "The paragraph of the regulation that says so, one of texts; it is cited with whatever follows.",
}

// object returns the schema of a struct.
func (s *schema) object(t reflect.Type) object {
	properties := object{}
	for _, field := range reflect.VisibleFields(t) {
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name == "" || name == "-" {
			continue
		}
		value := s.field(field.Type, strings.Contains(options, "omitempty"))
		if options == "omitzero" { // the zero value written out is as good as left out
			value = object{{"anyOf", []object{value, {{"const", reflect.Zero(field.Type).Interface()}}}}}
		}
		if text := cmp.Or(s.fields[owner(t, field)][field.Name], common[name]); text != "" {
			value = append(object{{"description", text}}, value...)
		}
		properties = append(properties, member{name, value})
	}
	out := object{{"type", "object"}, {"additionalProperties", false}, {"properties", properties}}
	if needed := required[t.Name()]; needed != nil {
		out = append(out, member{"required", needed})
	}
	if text := s.types[t.Name()]; text != "" {
		out = append(object{{"description", text}}, out...)
	}
	return out
}

// owner returns the name of the type that declares a field, which may be embedded.
func owner(t reflect.Type, field reflect.StructField) string {
	for _, i := range field.Index[:len(field.Index)-1] {
		t = t.Field(i).Type
	}
	return t.Name()
}

// field returns the schema of a value. An optional named option may also be "".
func (s *schema) field(t reflect.Type, optional bool) object {
	if t.Kind() == reflect.Pointer {
		return object{{"anyOf", []object{s.field(t.Elem(), optional), {{"type", "null"}}}}}
	}
	if form, ok := rules.Forms[t]; ok {
		return object{{"type", "string"}, {"pattern", form.Pattern}}
	}
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return text()
	}
	switch t.Kind() {
	case reflect.Struct:
		return s.reference(t, s.object)
	case reflect.Slice:
		return object{{"type", []string{"array", "null"}}, {"items", s.field(t.Elem(), false)}, {"maxItems", rules.MaxItems}}
	case reflect.Map:
		return object{{"type", []string{"object", "null"}}, {"additionalProperties", s.field(t.Elem(), false)}, {"maxProperties", rules.MaxItems}}
	case reflect.String:
		return s.text(t, optional)
	case reflect.Bool:
		return object{{"type", "boolean"}}
	default:
		return object{{"type", "integer"}, {"minimum", -rules.MaxWhole}, {"maximum", rules.MaxWhole}}
	}
}

func text() object { return object{{"type", "string"}, {"maxLength", rules.MaxText}} }

func (s *schema) text(t reflect.Type, optional bool) object {
	if len(s.values[t.Name()]) == 0 {
		return text()
	}
	option := s.reference(t, s.option)
	if !optional {
		return option
	}
	return object{{"anyOf", []object{option, {{"const", ""}}}}}
}

// option returns the schema of a named option: its values, each with its description.
func (s *schema) option(t reflect.Type) object {
	var values []object
	for _, v := range s.values[t.Name()] {
		value := object{{"const", v.text}}
		if v.comment != "" {
			value = append(value, member{"description", v.comment})
		}
		values = append(values, value)
	}
	return object{{"description", s.types[t.Name()]}, {"oneOf", values}}
}

// reference returns a reference to the definition of a type, and adds the definition on first use.
func (s *schema) reference(t reflect.Type, define func(reflect.Type) object) object {
	name := t.Name()
	if !s.known[name] {
		s.known[name] = true
		s.defs = append(s.defs, member{name, define(t)})
	}
	return object{{"$ref", "#/$defs/" + name}}
}

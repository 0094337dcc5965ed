package main

import (
	"bytes"
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"time"
	"unicode"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/logfact"
	"referto/internal/logfact/catalog"
)

// object is a JSON object; its members are written in the order of their names.
type object map[string]any

// common describe members whose comment would say the same everywhere.
var common = map[string]string{
	"entry":  "Start number in the event",
	"other":  "Start number in the event of the other",
	"player": "Id of the player",
	"season": "Id of the season",
	"region": "Id of the region",
	"ban":    "Id of the ban",
	"ended":  "How the game came to its end: declared, time-limit, too-few-players or completed",
	"round":  "Number of the round, from 1; semifinal and final count on",
	"table":  "Number of the table, from 1",
}

// catalogOf is the catalog of all facts, indented: under `facts` each kind with its
// version and the name of its schema, under `schemas` the schemas.
func catalogOf(c *comments) ([]byte, error) {
	facts, schemas := object{}, object{}
	for _, f := range catalog.Registry.Facts() {
		t := reflect.TypeOf(f)
		name := "LogFact" + t.Name()
		if _, taken := schemas[name]; taken {
			return nil, fmt.Errorf("two facts are called %s", t.Name())
		}
		schema, err := factSchema(c, f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Kind(), err)
		}
		schemas[name] = schema
		facts[f.Kind()] = object{"version": logfact.Version(f), "schema": "#/components/schemas/" + name}
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", " ")
	err := encoder.Encode(object{"facts": facts, "schemas": schemas})
	return out.Bytes(), err
}

// factSchema is the schema of the data of a fact in its newest version.
func factSchema(c *comments, f logfact.Fact) (object, error) {
	t := reflect.TypeOf(f)
	w, err := c.of(t)
	if err != nil {
		return nil, err
	}
	text, documented := strings.CutPrefix(w.types[t.Name()], t.Name()+" records ")
	if !documented {
		return nil, fmt.Errorf("the comment of %s does not say what it records", t.Name())
	}
	properties, required := object{}, []string{}
	if version := logfact.Version(f); version > 1 {
		required = append(required, "v")
		properties["v"] = object{
			"type": "integer", "enum": []int{version},
			"description": "Version of the record. Records of version 1 do not have it, nor the members with `x-since`",
		}
	}
	for _, m := range logfact.Members(f) {
		schema, err := c.member(m.Owner, m.Field, m.Name)
		if err != nil {
			return nil, err
		}
		if m.Since > 1 {
			schema["x-since"] = m.Since
		}
		if properties[m.Name] = schema; !m.Optional {
			required = append(required, m.Name)
		}
	}
	out := object{"type": "object", "description": sentence("`" + f.Kind() + "` records " + text), "properties": properties}
	if len(required) > 0 {
		out["required"] = required
	}
	return out, nil
}

// member returns the schema of a field, with its comment as description.
func (c *comments) member(owner reflect.Type, field reflect.StructField, name string) (object, error) {
	w, err := c.of(owner)
	if err != nil {
		return nil, err
	}
	optional := strings.Contains(field.Tag.Get("json"), ",omit")
	schema, err := c.value(field.Type, optional)
	if err != nil {
		return nil, err
	}
	text := described(field.Name, w.fields[owner.Name()][field.Name])
	if text == "" {
		text = common[name]
	}
	if text == "" {
		return nil, fmt.Errorf("no comment says what %s.%s is", owner.Name(), field.Name)
	}
	schema["description"] = sentence(text)
	return schema, nil
}

// nothing matches a Go value where JSON leaves a member out.
var nothing = regexp.MustCompile(`\bnil\b`)

// described is a comment without the name of the field with which it begins.
func described(name, comment string) string {
	for _, verb := range []string{" is ", " are ", " holds ", ": "} {
		comment = strings.TrimPrefix(comment, name+verb)
	}
	for _, verb := range []string{"names", "reports", "says"} {
		if rest, ok := strings.CutPrefix(comment, name+" "+verb+" "); ok {
			comment = verb + " " + rest
		}
	}
	return nothing.ReplaceAllString(comment, "absent")
}

// value returns the schema of a type. An optional member that is left out is never null.
func (c *comments) value(t reflect.Type, optional bool) (object, error) {
	if t.Kind() == reflect.Pointer {
		schema, err := c.value(t.Elem(), optional)
		if err == nil && !optional {
			schema["nullable"] = true
		}
		return schema, err
	}
	switch t {
	case reflect.TypeFor[rules.Day]():
		return object{"type": "string", "format": "date"}, nil
	case reflect.TypeFor[time.Time]():
		return object{"type": "string", "format": "date-time"}, nil
	case reflect.TypeFor[league.Frac]():
		return object{"type": "string"}, nil
	}
	if t.ConvertibleTo(reflect.TypeFor[uuid.UUID]()) || reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return object{"type": "string", "format": "uuid"}, nil
	}
	switch t.Kind() {
	case reflect.Struct:
		return c.inside(t)
	case reflect.Slice:
		items, err := c.value(t.Elem(), true)
		schema := object{"type": "array", "items": items}
		if !optional {
			schema["nullable"] = true
		}
		return schema, err
	case reflect.Map:
		values, err := c.value(t.Elem(), true)
		return object{"type": "object", "additionalProperties": values}, err
	case reflect.String:
		return object{"type": "string"}, nil
	case reflect.Bool:
		return object{"type": "boolean"}, nil
	case reflect.Int64:
		return object{"type": "integer", "format": "int64"}, nil
	case reflect.Int:
		return object{"type": "integer"}, nil
	default:
		return nil, fmt.Errorf("no schema for %s", t)
	}
}

// inside is the schema of an object inside the data.
func (c *comments) inside(t reflect.Type) (object, error) {
	properties, required := object{}, []string{}
	for i := range t.NumField() {
		field := t.Field(i)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		schema, err := c.member(t, field, name)
		if err != nil {
			return nil, err
		}
		if properties[name] = schema; options == "" {
			required = append(required, name)
		}
	}
	return object{"type": "object", "properties": properties, "required": required}, nil
}

// sentence begins with an upper-case letter and ends with a full stop.
func sentence(text string) string {
	first := []rune(text)
	first[0] = unicode.ToUpper(first[0])
	return strings.TrimSuffix(string(first), ".") + "."
}

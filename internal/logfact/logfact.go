package logfact

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"sync"
)

// Fact is something that has happened, as a record of the log holds it: a struct of ids,
// days, codes and numbers, without words of people.
type Fact interface {
	// Kind names the happening, such as "round.drawn": the subject, a point,
	// and a participle. It is the same for all values of a type.
	Kind() string
}

// mark is the member that holds the version of a record, from version 2 on.
const mark = "v"

// Member is one member of the data of a fact.
type Member struct {
	Name     string
	Optional bool // it is left out where it says nothing
	Since    int  // the version that brought it
	Field    reflect.StructField
	// Owner is the struct that declares the field; another than the fact's own where
	// it is embedded.
	Owner reflect.Type
}

// shape is the type of a fact with its members in order.
type shape struct {
	version int
	members []Member
}

// shapes are those that were asked for, by type: each is read once.
var shapes sync.Map

func shapeOf(t reflect.Type) shape {
	if known, ok := shapes.Load(t); ok {
		return known.(shape)
	}
	s := shape{version: 1}
	s.read(t, false)
	shapes.Store(t, s)
	return s
}

// read adds the members of a struct. Those of an embedded pointer are left out together.
func (s *shape) read(t reflect.Type, optional bool) {
	for i := range t.NumField() {
		field := t.Field(i)
		if field.Anonymous {
			embedded := field.Type
			if embedded.Kind() == reflect.Pointer {
				embedded = embedded.Elem()
			}
			s.read(embedded, optional || embedded != field.Type)
			continue
		}
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		m := Member{Name: name, Optional: optional || strings.Contains(options, "omit"), Since: 1, Field: field, Owner: t}
		if since, err := strconv.Atoi(field.Tag.Get("since")); err == nil {
			m.Since = since
		}
		s.version = max(s.version, m.Since)
		s.members = append(s.members, m)
	}
}

// Members are the members of the data of a fact, those of embedded structs among them,
// in the order of the source.
func Members(f Fact) []Member { return shapeOf(reflect.TypeOf(f)).members }

// Version is the version in which a fact is written now.
func Version(f Fact) int { return shapeOf(reflect.TypeOf(f)).version }

// Encode makes the data of a record: a JSON object.
func Encode(f Fact) ([]byte, error) {
	data, err := json.Marshal(f)
	if err != nil {
		return nil, fmt.Errorf("logfact: %s: %w", f.Kind(), err)
	}
	version := Version(f)
	if version == 1 {
		return data, nil
	}
	marked := []byte(`{"` + mark + `":` + strconv.Itoa(version))
	if rest := data[1:]; !bytes.Equal(rest, []byte("}")) {
		return append(append(marked, ','), rest...), nil
	}
	return append(marked, '}'), nil
}

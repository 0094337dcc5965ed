package logfact

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
)

// Errors of decoding. Test for them with errors.Is.
var (
	// ErrKind: no fact of this kind is registered.
	ErrKind = errors.New("logfact: unknown kind")
	// ErrVersion: the record is of a version that is not known here.
	ErrVersion = errors.New("logfact: unknown version")
	// ErrMember: the data have a member that the version of the record does not have.
	ErrMember = errors.New("logfact: unknown member")
)

// Registry knows the facts of a log by their kind. It is made once and never changed.
type Registry struct{ facts map[string]Fact }

// NewRegistry makes a registry of facts, of each one value, mostly the zero one. It
// panics where two have one kind: that is a mistake in the program.
func NewRegistry(facts ...Fact) Registry {
	r := Registry{facts: make(map[string]Fact, len(facts))}
	for _, f := range facts {
		if other, taken := r.facts[f.Kind()]; taken {
			panic(fmt.Sprintf("logfact: %T and %T are both of kind %s", other, f, f.Kind()))
		}
		r.facts[f.Kind()] = f
	}
	return r
}

// Join makes one registry of several.
func Join(registries ...Registry) Registry {
	var facts []Fact
	for _, r := range registries {
		facts = append(facts, r.Facts()...)
	}
	return NewRegistry(facts...)
}

// Facts are the registered facts, ordered by kind.
func (r Registry) Facts() []Fact {
	out := make([]Fact, 0, len(r.facts))
	for _, kind := range slices.Sorted(maps.Keys(r.facts)) {
		out = append(out, r.facts[kind])
	}
	return out
}

// Has reports whether a kind is registered.
func (r Registry) Has(kind string) bool {
	_, has := r.facts[kind]
	return has
}

// Decode reads the data of a record of a kind, of any version so far. Members that a
// later version has brought are zero then. The error is [ErrKind], [ErrVersion] or
// [ErrMember], or the fault of data that cannot be read.
func (r Registry) Decode(kind string, data []byte) (Fact, error) {
	known, ok := r.facts[kind]
	if !ok {
		return nil, fmt.Errorf("%w: %q", ErrKind, kind)
	}
	members := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &members); err != nil {
		return nil, fmt.Errorf("logfact: %s: %w", kind, err)
	}
	if members == nil {
		return nil, fmt.Errorf("logfact: %s: null is no object", kind)
	}
	version, err := takeVersion(members)
	if err != nil || version > Version(known) {
		return nil, fmt.Errorf("%w: %s %s", ErrVersion, kind, data)
	}
	since := map[string]int{}
	for _, m := range Members(known) {
		since[m.Name] = m.Since
	}
	for name := range members {
		if from, has := since[name]; !has || from > version {
			return nil, fmt.Errorf("%w: %s has no %q in version %d", ErrMember, kind, name, version)
		}
	}
	rest, err := json.Marshal(members)
	if err != nil {
		return nil, fmt.Errorf("logfact: %s: %w", kind, err)
	}
	fact := reflect.New(reflect.TypeOf(known))
	decoder := json.NewDecoder(bytes.NewReader(rest))
	decoder.DisallowUnknownFields() // of objects inside
	if err := decoder.Decode(fact.Interface()); err != nil {
		return nil, fmt.Errorf("logfact: %s: %w", kind, err)
	}
	return fact.Elem().Interface().(Fact), nil
}

// takeVersion takes the version out of the members; without the mark it is 1.
func takeVersion(members map[string]json.RawMessage) (int, error) {
	text, marked := members[mark]
	if !marked {
		return 1, nil
	}
	delete(members, mark)
	var version int
	if err := json.Unmarshal(text, &version); err != nil || version < 2 {
		return 0, ErrVersion
	}
	return version, nil
}

package rules

import (
	"cmp"
	"encoding"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// Difference is one option that differs between two rulesets.
type Difference struct {
	// Pointer leads to the option in the later ruleset, or in the earlier one where the
	// later has it no more.
	Pointer string
	// Path leads to it by names.
	Path []PathStep
	Kind DifferenceKind
	// Before and After are the values as they are written in a document, those of
	// a list separated by commas; "" where there is none.
	Before, After string
	// Paragraph is the one that the option cites; "" where it cites none.
	Paragraph string
}

// PathStep is a member of an object and, where that is a list or a map, the
// element of it, by its own name or key, or by its number from 1.
type PathStep struct {
	Member  string // as in the document: "criteria"
	Element string // "vp"; "" for none
}

// DifferenceKind is the kind of change of an option.
type DifferenceKind string

// The kinds of differences of an option.
const (
	Changed   DifferenceKind = "changed"
	Added     DifferenceKind = "added"     // it or its parent is new
	Removed   DifferenceKind = "removed"   // it or its parent is gone
	Reordered DifferenceKind = "reordered" // a list has its elements in another order
)

// Diff lists the options that differ between two rulesets, in the order of the
// document. Elements of lists are matched by their names (id, figure, system, duty,
// paragraph, number of seats or of entrants), others by their place.
func Diff(before, after *Ruleset) []Difference {
	var d differ
	d.compare(spot{}, reflect.ValueOf(*before), reflect.ValueOf(*after))
	return d.found
}

type differ struct{ found []Difference }

// spot is a place in both documents.
type spot struct {
	pointer   string
	path      []PathStep
	paragraph string
}

func (s spot) member(name string) spot {
	s.pointer += "/" + escape(name)
	s.path = append(slices.Clone(s.path), PathStep{Member: name})
	return s
}

func (s spot) element(step, name string) spot {
	s.pointer += "/" + escape(step)
	s.path = slices.Clone(s.path)
	last := &s.path[len(s.path)-1]
	if last.Element != "" { // a list of lists
		name = last.Element + "." + name
	}
	last.Element = name
	return s
}

// compare walks through two values of one type; the zero Value is one that is not
// there.
func (d *differ) compare(at spot, before, after reflect.Value) {
	before, after = pointed(before), pointed(after)
	there := after
	if !after.IsValid() {
		there = before
	}
	switch {
	case !there.IsValid():
	case isText(there.Type()) || scalar(there.Kind()):
		d.leaf(at, before, after)
	case there.Kind() == reflect.Struct:
		d.object(at, before, after, there.Type())
	case there.Kind() == reflect.Map:
		d.members(at, before, after)
	case elementName(there.Type().Elem()) == "":
		d.leaf(at, before, after)
	default:
		d.list(at, before, after)
	}
}

// pointed returns the value of an optional section; the zero Value for none.
func pointed(v reflect.Value) reflect.Value {
	if v.IsValid() && v.Kind() == reflect.Pointer {
		return v.Elem()
	}
	return v
}

func isText(t reflect.Type) bool {
	return t.Kind() != reflect.Slice && reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

func scalar(k reflect.Kind) bool {
	return k != reflect.Struct && k != reflect.Map && k != reflect.Slice
}

func (d *differ) object(at spot, before, after reflect.Value, t reflect.Type) {
	for _, side := range []reflect.Value{after, before} {
		if side.IsValid() && t.Kind() == reflect.Struct {
			if paragraph := side.FieldByName("Paragraph"); paragraph.IsValid() && paragraph.String() != "" {
				at.paragraph = paragraph.String()
				break
			}
		}
	}
	for _, m := range membersOf(t).all {
		d.compare(at.member(m.name), fieldOf(before, m), fieldOf(after, m))
	}
}

func fieldOf(v reflect.Value, m member) reflect.Value {
	if !v.IsValid() {
		return v
	}
	return v.FieldByIndex(m.index)
}

func (d *differ) members(at spot, before, after reflect.Value) {
	keys := make(map[string]bool)
	for _, side := range []reflect.Value{before, after} {
		if side.IsValid() {
			for _, key := range side.MapKeys() {
				keys[key.String()] = true
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(keys)) {
		d.compare(at.element(key, key), valueOf(before, key), valueOf(after, key))
	}
}

func valueOf(v reflect.Value, key string) reflect.Value {
	if !v.IsValid() {
		return v
	}
	return v.MapIndex(reflect.ValueOf(key))
}

// named are the fields that identify the elements of a list: the first that an
// element has.
var named = []string{"ID", "Code", "Figure", "System", "Reason", "Duty", "Phase", "Value", "Seats", "Entrants", "From", "MinHand", "Finalists", "Paragraph"}

// elementName is the field that names the elements of a list; "" where nothing
// does, as with numbers.
func elementName(t reflect.Type) string {
	if t.Kind() != reflect.Struct || isText(t) {
		return ""
	}
	if t == reflect.TypeFor[Document]() {
		return "Kind" // several are of one paragraph
	}
	for _, name := range named {
		if _, ok := t.FieldByName(name); ok {
			return name
		}
	}
	return "place"
}

// list matches the elements of two lists.
func (d *differ) list(at spot, before, after reflect.Value) {
	was, is := elements(before), elements(after)
	var kept []string
	for i, name := range is.names {
		j := slices.Index(was.names, name)
		if j >= 0 {
			kept = append(kept, name)
			d.compare(at.element(strconv.Itoa(i), name), was.values[j], is.values[i])
			continue
		}
		d.compare(at.element(strconv.Itoa(i), name), reflect.Value{}, is.values[i])
	}
	var stayed []string
	for j, name := range was.names {
		if slices.Contains(is.names, name) {
			stayed = append(stayed, name)
			continue
		}
		d.compare(at.element(strconv.Itoa(j), name), was.values[j], reflect.Value{})
	}
	if !slices.Equal(stayed, kept) {
		d.add(at, Reordered, strings.Join(was.names, ", "), strings.Join(is.names, ", "))
	}
}

// elementList holds the named elements of a list, in order.
type elementList struct {
	names  []string
	values []reflect.Value
}

func elements(list reflect.Value) (out elementList) {
	if !list.IsValid() {
		return out
	}
	by := elementName(list.Type().Elem())
	times := make(map[string]int)
	for i := range list.Len() {
		element := list.Index(i)
		name := strconv.Itoa(i + 1)
		if by != "place" {
			name = cmp.Or(written(element.FieldByName(by)), name)
		}
		if times[name]++; times[name] > 1 { // each has a name of its own
			name += " (" + strconv.Itoa(times[name]) + ")"
		}
		out.names, out.values = append(out.names, name), append(out.values, element)
	}
	return out
}

func (d *differ) leaf(at spot, before, after reflect.Value) {
	was, is := written(before), written(after)
	if was == is {
		return
	}
	kind := Changed
	switch {
	case !before.IsValid():
		kind = Added
	case !after.IsValid():
		kind = Removed
	}
	d.add(at, kind, was, is)
}

func (d *differ) add(at spot, kind DifferenceKind, before, after string) {
	d.found = append(d.found, Difference{
		Pointer: at.pointer, Path: at.path, Kind: kind, Before: before, After: after, Paragraph: at.paragraph,
	})
}

// written returns a value as a document has it: lists with commas, lists of lists in
// brackets. It returns "" for an empty text and for an absent list.
func written(v reflect.Value) string {
	if !v.IsValid() {
		return ""
	}
	if text, ok := v.Interface().(encoding.TextMarshaler); ok {
		b, err := text.MarshalText()
		if err != nil {
			panic(err) // the values of a document can be written
		}
		return string(b)
	}
	if v.Kind() != reflect.Slice {
		return fmt.Sprint(v.Interface())
	}
	parts := make([]string, v.Len())
	for i := range parts {
		parts[i] = written(v.Index(i))
		if v.Index(i).Kind() == reflect.Slice {
			parts[i] = "[" + parts[i] + "]"
		}
	}
	return strings.Join(parts, ", ")
}

// MemberNames returns the names of all members that a document can have, in
// alphabetical order. They are the values of [PathStep.Member].
func MemberNames() []string {
	names := make(map[string]bool)
	seen := make(map[reflect.Type]bool)
	var walk func(t reflect.Type)
	walk = func(t reflect.Type) {
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map {
			t = t.Elem()
		}
		if seen[t] {
			return
		}
		seen[t] = true
		for name, m := range membersOf(t).named {
			names[name] = true
			walk(m.of)
		}
	}
	walk(reflect.TypeFor[Ruleset]())
	return slices.Sorted(maps.Keys(names))
}

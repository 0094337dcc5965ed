package rules

import (
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"referto/internal/league"
)

// Reading is an open paragraph: a place of the document whose value may be
// chosen among several, each of them a way to understand the text.
type Reading struct {
	// Question states the point that the paragraph leaves open.
	Question  string `json:"question"`
	Paragraph string `json:"paragraph"`
	// At is a JSON pointer to the chosen value in the ruleset.
	At string `json:"at"`
	// Options are the possible values, the preset's own first.
	Options []ReadingOption `json:"options"`
}

// ReadingOption is one way to read an open paragraph.
type ReadingOption struct {
	Value string `json:"value"` // as it stands at the place
	Why   string `json:"why"`   // reasons for it
}

// ReadingValue is the reading in force for an open paragraph; ok is false where
// the ruleset has no such key.
func (r *Ruleset) ReadingValue(key string) (value string, ok bool) {
	reading, ok := r.Readings[key]
	if !ok {
		return "", false
	}
	return lookup(r.tree(), reading.At)
}

// WithReading is a copy of the ruleset with another reading of an open
// paragraph. A key that the ruleset does not have and a value that it does not
// offer are league.Faults, and so is whatever [Ruleset.Validate] finds.
func (r *Ruleset) WithReading(key, value string) (*Ruleset, error) {
	read, err := r.read(map[string]string{key: value})
	if err != nil {
		return nil, err
	}
	if faults := read.Validate(); len(faults) > 0 {
		return nil, faults
	}
	return read, read.compile()
}

// read is a copy with other readings, not validated.
func (r *Ruleset) read(chosen map[string]string) (*Ruleset, error) {
	tree := r.tree()
	for _, key := range slices.Sorted(maps.Keys(chosen)) {
		if err := r.choose(tree, key, chosen[key]); err != nil {
			return nil, err
		}
	}
	document, err := json.Marshal(tree)
	if err != nil {
		panic(err) // a tree of plain values
	}
	read := new(Ruleset)
	return read, decodeJSON(document, read)
}

// choose puts the value of a reading to its place in the ruleset's tree.
func (r *Ruleset) choose(tree any, key, value string) error {
	at := "/readings/" + escape(key)
	reading, ok := r.Readings[key]
	if !ok {
		return league.Faults{{Field: at, Grounds: r.Grounds("", "no-such-reading", "key", key)}}
	}
	if !reading.offers(value) {
		return league.Faults{{Field: at, Grounds: r.Grounds(reading.Paragraph, "no-such-option", "key", key, "value", value)}}
	}
	if _, _, ok := parent(tree, reading.At); !ok {
		return league.Faults{fault(at+"/at", "points-nowhere", "at", reading.At)}
	}
	assign(tree, reading.At, value)
	return nil
}

func (r Reading) offers(value string) bool {
	return slices.ContainsFunc(r.Options, func(o ReadingOption) bool { return o.Value == value })
}

// tree is the ruleset as plain JSON values.
func (r *Ruleset) tree() any {
	document, err := json.Marshal(r)
	if err != nil {
		panic(err) // a Ruleset has no member that cannot be written
	}
	tree, err := parse(document)
	if err != nil {
		panic(err) // just written
	}
	return tree
}

// lookup finds the string at a JSON pointer.
func lookup(tree any, pointer string) (string, bool) {
	holder, last, ok := parent(tree, pointer)
	if !ok {
		return "", false
	}
	found, _ := step(holder, last)
	value, ok := found.(string)
	return value, ok
}

// parent finds the object or list that holds the target of a JSON pointer, and
// the last step to it; ok is false if there is none.
func parent(tree any, pointer string) (holder any, last string, ok bool) {
	steps := strings.Split(pointer, "/")
	if len(steps) < 2 || steps[0] != "" {
		return nil, "", false
	}
	next := tree
	for _, escaped := range steps[1:] {
		holder, last = next, unescaper.Replace(escaped)
		if next, ok = step(holder, last); !ok {
			return nil, "", false
		}
	}
	return holder, last, true
}

func step(holder any, name string) (any, bool) {
	switch node := holder.(type) {
	case map[string]any:
		value, ok := node[name]
		return value, ok
	case []any:
		i, err := strconv.Atoi(name)
		if err != nil || i < 0 || i >= len(node) {
			return nil, false
		}
		return node[i], true
	default:
		return nil, false
	}
}

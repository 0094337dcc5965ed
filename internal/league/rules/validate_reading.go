package rules

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
)

// maxOptions bounds the ways to read one paragraph, each of which is tried.
const maxOptions = 20

// maxReadings bounds the open paragraphs of one regulation.
const maxReadings = 60

// readings checks that every open paragraph is decided at one place of the
// document, and that each of its options stands there as well as the one in
// force.
func (c *checker) readings() {
	if len(c.r.Readings) == 0 {
		return // as when another option is tried
	}
	c.must(len(c.r.Readings) <= maxReadings, "/readings", "too-many", "most", strconv.Itoa(maxReadings))
	tree := c.r.tree()
	decided := make(map[string]string)
	for _, key := range slices.Sorted(maps.Keys(c.r.Readings)) {
		reading := c.r.Readings[key]
		at := "/readings/" + escape(key)
		c.cite(at+"/paragraph", reading.Paragraph)
		c.must(len(reading.Options) >= 2, at+"/options", "too-few", "least", "2")
		c.must(len(reading.Options) <= maxOptions, at+"/options", "too-many", "most", strconv.Itoa(maxOptions))
		c.unique(at+"/options", "value", names(reading.Options, func(o ReadingOption) string { return o.Value }))
		value, ok := lookup(tree, reading.At)
		ok = ok && reading.decidesOption()
		c.must(ok, at+"/at", "points-nowhere", "at", reading.At)
		c.must(!ok || reading.offers(value), at+"/options", "value-in-force-not-offered", "value", value)
		c.must(decided[reading.At] == "", at+"/at", "decided-twice", "other", decided[reading.At])
		decided[reading.At] = key
	}
	if len(c.faults) == 0 {
		c.readingOptions(tree)
	}
}

// decidesOption reports whether a reading is about an option, and not about another
// reading, the wording or the name of the document.
func (r Reading) decidesOption() bool {
	section, _, deep := strings.Cut(strings.TrimPrefix(r.At, "/"), "/")
	return deep && section != "readings" && section != "texts"
}

// readingOptions tries every option of every reading by itself.
func (c *checker) readingOptions(tree any) {
	options, ok := tree.(map[string]any)
	if !ok {
		return
	}
	for _, key := range slices.Sorted(maps.Keys(c.r.Readings)) {
		reading := c.r.Readings[key]
		inForce, _ := lookup(options, reading.At)
		for i, option := range reading.Options {
			if option.Value == inForce {
				continue
			}
			if reason := c.refusal(options, reading.At, option.Value); reason != "" {
				c.fault(fmt.Sprintf("/readings/%s/options/%d/value", escape(key), i), "option-not-possible",
					"value", option.Value, "at", reason)
			}
		}
		assign(options, reading.At, inForce)
	}
}

// refusal is the place of the first fault that a document has with another value
// at a place; "" where it stands. Only the section around the place is read anew.
func (c *checker) refusal(options map[string]any, at, value string) string {
	assign(options, at, value)
	section, _, _ := strings.Cut(strings.TrimPrefix(at, "/"), "/")
	document, err := json.Marshal(map[string]any{section: options[section]})
	if err != nil {
		panic(err) // a tree of plain values
	}
	var part Ruleset
	if err := json.Unmarshal(document, &part); err != nil {
		return at
	}
	other := *c.r
	other.Readings = nil
	field := membersOf(reflect.TypeFor[Ruleset]()).named[section].index
	reflect.ValueOf(&other).Elem().FieldByIndex(field).Set(reflect.ValueOf(part).FieldByIndex(field))
	if faults := other.Validate(); len(faults) > 0 {
		return faults[0].Field
	}
	return ""
}

// assign sets the value at a JSON pointer to something that is there.
func assign(tree any, pointer, value string) {
	holder, last, _ := parent(tree, pointer)
	switch node := holder.(type) {
	case map[string]any:
		node[last] = value
	case []any:
		i, _ := strconv.Atoi(last) // parent has checked it
		node[i] = value
	}
}

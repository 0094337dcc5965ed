package rules

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"referto/internal/league"
	"referto/internal/strictjson"
)

// Decode reads a ruleset from JSON and validates it; package rulesyaml reads YAML. An unknown field,
// a value of the wrong kind or beyond the limits of a document, a key given twice
// and whatever [Ruleset.Validate] finds are league.Faults.
func Decode(document []byte) (*Ruleset, error) {
	var r Ruleset
	if err := decode(document, &r); err != nil {
		return nil, err
	}
	if faults := r.Validate(); len(faults) > 0 {
		return nil, faults
	}
	if err := r.compile(); err != nil {
		return nil, err
	}
	return &r, nil
}

// Stored reads a ruleset that was validated when it was stored, with the readings
// chosen then. It does not validate again: rules that the program refuses
// since then stay the rules of the events that have them.
func Stored(document []byte, readings map[string]string) (*Ruleset, error) {
	r := new(Ruleset)
	if err := decode(document, r); err != nil {
		return nil, err
	}
	if len(readings) > 0 {
		read, err := r.read(readings)
		if err != nil {
			return nil, err
		}
		r = read
	}
	return r, r.compile()
}

// DecodeAgain reads a document that [Decode] has accepted before, and trusts it.
func DecodeAgain(document []byte) (*Ruleset, error) {
	r := new(Ruleset)
	if err := json.Unmarshal(document, r); err != nil {
		return nil, unreadable(err)
	}
	return r, r.compile()
}

func decode(document []byte, r *Ruleset) error {
	if len(document) > MaxDocument {
		return tooLong()
	}
	if err := strictjson.Check(document); err != nil {
		return unreadable(err)
	}
	return decodeJSON(document, r)
}

func decodeJSON(document []byte, r *Ruleset) error {
	tree, err := parse(document)
	if err != nil {
		return unreadable(err)
	}
	if faults := conform("", tree, reflect.TypeFor[Ruleset]()); len(faults) > 0 {
		return faults
	}
	if err := json.Unmarshal(document, r); err != nil {
		return unreadable(err)
	}
	return nil
}

// parse reads a document as plain values, numbers as they are written.
func parse(document []byte) (tree any, err error) {
	decoder := json.NewDecoder(bytes.NewReader(document))
	decoder.UseNumber()
	err = decoder.Decode(&tree)
	return tree, err
}

// unreadable returns the fault of a document that cannot be read, with its place.
func unreadable(err error) league.Faults {
	var text *strictjson.Error
	if errors.As(err, &text) {
		return league.Faults{{Field: text.Pointer, Grounds: league.Grounds{Reason: text.Reason}}}
	}
	return league.Faults{fault("", "unreadable", "detail", err.Error())}
}

func tooLong() league.Faults {
	return league.Faults{fault("", "document-too-long", "most", strconv.Itoa(MaxDocument))}
}

// conform compares a decoded document with the type it is meant for and lists
// the members that the type does not have, the values of another kind and those
// beyond the limits, each with its place, which the decoder would not report.
func conform(pointer string, tree any, t reflect.Type) league.Faults {
	if tree == nil && nullable(t) {
		return nil
	}
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	want := kindOf(t)
	switch node := tree.(type) {
	case map[string]any:
		if want == "object" {
			return conformObject(pointer, node, t)
		}
	case []any:
		if want == "array" {
			return conformList(pointer, node, t)
		}
	case string:
		if want == "string" {
			return conformText(pointer, node, t)
		}
	case bool:
		if want == "boolean" {
			return nil
		}
	case json.Number:
		if whole, err := strconv.Atoi(node.String()); want == "whole number" && err == nil {
			return within(pointer, whole, MaxWhole)
		}
	}
	return league.Faults{fault(pointer, "wrong-kind", "want", want)}
}

// nullable reports whether null stands for a value that is not there.
func nullable(t reflect.Type) bool {
	return t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice || t.Kind() == reflect.Map
}

func conformList(pointer string, list []any, t reflect.Type) league.Faults {
	if len(list) > MaxItems {
		return tooMany(pointer, MaxItems)
	}
	var faults league.Faults
	for i, element := range list {
		faults = append(faults, conform(pointer+"/"+strconv.Itoa(i), element, t.Elem())...)
	}
	return faults
}

func conformText(pointer, text string, t reflect.Type) league.Faults {
	if utf8.RuneCountInString(text) > MaxText {
		return league.Faults{fault(pointer, "text-too-long", "most", strconv.Itoa(MaxText))}
	}
	value, written := reflect.New(t).Interface().(encoding.TextUnmarshaler)
	if !written {
		return nil
	}
	form, ok := Forms[t]
	if err := value.UnmarshalText([]byte(text)); err != nil || ok && !form.fits(text) {
		return league.Faults{fault(pointer, "not-written-so", "value", cut(text))}
	}
	return nil
}

// cut shortens a text of a document to the length that a message quotes.
func cut(text string) string {
	const most = 60
	if r := []rune(text); len(r) > most {
		return string(r[:most]) + "…"
	}
	return text
}

func within(pointer string, n, most int) league.Faults {
	if n < -most || n > most {
		return league.Faults{fault(pointer, "outside-range", "min", strconv.Itoa(-most), "max", strconv.Itoa(most))}
	}
	return nil
}

func tooMany(pointer string, most int) league.Faults {
	return league.Faults{fault(pointer, "too-many", "most", strconv.Itoa(most))}
}

func conformObject(pointer string, node map[string]any, t reflect.Type) league.Faults {
	if len(node) > MaxItems {
		return tooMany(pointer, MaxItems)
	}
	var faults league.Faults
	members := membersOf(t).named
	for _, name := range slices.Sorted(maps.Keys(node)) {
		here := pointer + "/" + escape(name)
		member, known := members[name]
		switch {
		case t.Kind() == reflect.Map:
			faults = append(faults, conform(here, node[name], t.Elem())...)
		case !known:
			faults = append(faults, fault(here, "unknown-field"))
		default:
			faults = append(faults, conform(here, node[name], member.of)...)
		}
	}
	return faults
}

// kindOf is the JSON kind that a Go type is read from.
func kindOf(t reflect.Type) string {
	if reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]()) {
		return "string"
	}
	switch t.Kind() {
	case reflect.Struct, reflect.Map:
		return "object"
	case reflect.Slice:
		return "array"
	case reflect.String:
		return "string"
	case reflect.Bool:
		return "boolean"
	default:
		return "whole number"
	}
}

func fault(pointer, reason string, params ...string) league.Fault {
	var r Ruleset
	return league.Fault{Field: pointer, Grounds: r.Grounds("", reason, params...)}
}

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// escape writes a name as a step of a JSON pointer.
func escape(name string) string { return escaper.Replace(name) }

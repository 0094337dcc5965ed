package rules_test

import (
	"encoding"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/formula"
	"referto/internal/league/rules"
)

// place is a value of a ruleset that is written as one text, number or truth.
type place struct {
	pointer string
	value   reflect.Value
	// names reports that a list knows its element by it.
	names bool
}

// everything is a ruleset in which every member that a document can have says something, each
// list with one element, and its places in the order of the document.
func everything(t *testing.T) (*rules.Ruleset, []place) {
	t.Helper()
	r, f := new(rules.Ruleset), &filler{t: t}
	f.fill("", reflect.ValueOf(r).Elem(), false)
	return r, f.places
}

// texts are values of those types that have a form.
var texts = map[reflect.Type]string{
	reflect.TypeFor[league.Frac](): "2/7", reflect.TypeFor[rules.ClockTime](): "10:20", reflect.TypeFor[rules.Day](): "2026-02-03", reflect.TypeFor[formula.Formula](): "1 + 2",
}

type filler struct {
	t      *testing.T
	places []place
}

func (f *filler) fill(pointer string, v reflect.Value, names bool) {
	if text, ok := v.Addr().Interface().(encoding.TextUnmarshaler); ok && v.Kind() != reflect.Pointer {
		if err := text.UnmarshalText([]byte(texts[v.Type()])); err != nil {
			f.t.Fatalf("%s: %v", pointer, err)
		}
		f.places = append(f.places, place{pointer, v, names})
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		f.fill(pointer, v.Elem(), names)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		f.fill(pointer+"/0", v.Index(0), false)
	case reflect.Map:
		element := reflect.New(v.Type().Elem()).Elem()
		(&filler{t: f.t}).fill(pointer+"/key", element, false)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(reflect.ValueOf("key"), element)
	case reflect.Struct:
		by := nameOf(v.Type())
		for _, field := range reflect.VisibleFields(v.Type()) {
			if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
				inList := strings.HasSuffix(pointer, "/0")
				f.fill(pointer+"/"+name, v.FieldByIndex(field.Index), inList && field.Name == by)
			}
		}
	case reflect.String:
		v.SetString("x-" + strconv.Itoa(len(f.places)))
		f.places = append(f.places, place{pointer, v, names})
	case reflect.Int:
		v.SetInt(int64(len(f.places) + 1))
		f.places = append(f.places, place{pointer, v, names})
	case reflect.Bool:
		v.SetBool(true)
		f.places = append(f.places, place{pointer, v, names})
	default:
		f.t.Fatalf("%s is a %s", pointer, v.Kind())
	}
}

// nameOf is the field by which a list distinguishes elements of a type, as [rules.Diff]
// says.
func nameOf(t reflect.Type) string {
	if t == reflect.TypeFor[rules.Document]() {
		return "Kind"
	}
	for _, name := range []string{"ID", "Code", "Figure", "System", "Reason", "Duty", "Phase", "Value", "Seats", "Entrants", "From", "MinHand", "Finalists", "Paragraph"} {
		if _, ok := t.FieldByName(name); ok {
			return name
		}
	}
	return ""
}

// other gives a place another value, and returns how to take it back.
func (p place) other(t *testing.T) (undo func()) {
	t.Helper()
	before := reflect.New(p.value.Type()).Elem()
	before.Set(p.value)
	if text, ok := p.value.Addr().Interface().(encoding.TextUnmarshaler); ok {
		another := map[string]string{"2/7": "3", "10:20": "10:21", "2026-02-03": "2026-02-04", "1 + 2": "1 + 3"}[texts[p.value.Type()]]
		if err := text.UnmarshalText([]byte(another)); err != nil {
			t.Fatal(err)
		}
	} else {
		switch p.value.Kind() {
		case reflect.String:
			p.value.SetString("other")
		case reflect.Int:
			p.value.SetInt(-1)
		default:
			p.value.SetBool(!p.value.Bool())
		}
	}
	return func() { p.value.Set(before) }
}

// TestEveryMemberIsWrittenAndRead: a document keeps every member of a ruleset.
func TestEveryMemberIsWrittenAndRead(t *testing.T) {
	t.Parallel()
	r, places := everything(t)
	if len(places) < 300 {
		t.Fatalf("%d places only", len(places))
	}
	r.Calculations[0].Of = rules.OfSeat // formulas are compiled by it
	document := written(t, r)
	again, err := rules.Stored(document, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(r, again); diff != "" {
		t.Error(diff)
	}
	for _, p := range places {
		if p.value.IsZero() {
			t.Errorf("%s says nothing", p.pointer)
		}
	}
	var empty rules.Ruleset
	read, err := rules.Stored(written(t, &empty), nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(&empty, read); diff != "" {
		t.Errorf("of nothing: %s", diff)
	}
}

// TestEveryDifferenceIsFound: whatever member is another, the difference of two rulesets is
// that place and no other, with both values, and nothing where nothing is.
func TestEveryDifferenceIsFound(t *testing.T) {
	t.Parallel()
	before, _ := everything(t)
	after, places := everything(t)
	if got := rules.Diff(before, after); got != nil {
		t.Fatalf("of the same: %v", lines(got))
	}
	for _, p := range places {
		was := fmt.Sprint(p.value.Interface())
		undo := p.other(t)
		is := fmt.Sprint(p.value.Interface())
		got := rules.Diff(before, after)
		undo()
		at := p.pointer
		for strings.HasSuffix(at, "/0") { // a list of texts or numbers is one value
			at, was, is = strings.TrimSuffix(at, "/0"), "", ""
		}
		element := at[:strings.LastIndexByte(at, '/')]
		for _, d := range got {
			if under := strings.HasPrefix(d.Pointer, element+"/") || d.Pointer == element; !under {
				t.Errorf("%s: also %v", at, lines([]rules.Difference{d}))
			}
		}
		found := slices.IndexFunc(got, func(d rules.Difference) bool { return d.Pointer == at })
		switch {
		case found < 0:
			t.Errorf("%s: got %v", at, lines(got))
		case p.names: // who has another name is another
			if got[found].Kind != rules.Added || got[found].After != is {
				t.Errorf("%s: got %v", at, lines(got))
			}
		case len(got) != 1 || got[0].Kind != rules.Changed || was != "" && (got[0].Before != was || got[0].After != is):
			t.Errorf("%s: from %s to %s: got %v", at, was, is, lines(got))
		}
	}
}

// TestUnknownMembers: in whatever object of a document a member stands that it does not have,
// that member is reported.
func TestUnknownMembers(t *testing.T) {
	t.Parallel()
	r, _ := everything(t)
	var want []string
	var extend func(pointer string, tree any, keyed bool)
	extend = func(pointer string, tree any, keyed bool) {
		switch node := tree.(type) {
		case map[string]any:
			for name, value := range node {
				extend(pointer+"/"+name, value, pointer == "" && name == "readings" || pointer == "/time" && name == "minutes")
			}
			if !keyed { // keys of a map are free
				node["a/b~c"] = 1
				want = append(want, pointer+"/a~1b~0c unknown-field")
			}
		case []any:
			for i, element := range node {
				extend(pointer+"/"+strconv.Itoa(i), element, false)
			}
		}
	}
	tree := plain(t, r)
	extend("", tree, false)
	_, err := rules.Decode(marshaled(t, tree))
	got := strings.Split(faultsOf(t, err), "\n")
	slices.Sort(got)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" || len(want) < 80 {
		t.Errorf("%d objects: %s", len(want), diff)
	}
}

// TestKindsOfMembers: whatever member is of another kind, that is reported with the kind
// that it has to be of; null is no text, number or truth, unless the member may be left out.
func TestKindsOfMembers(t *testing.T) {
	t.Parallel()
	r, _ := everything(t)
	document := plain(t, r)
	kind := func(value any) (name string, others []any) {
		switch value.(type) {
		case map[string]any:
			return "object", []any{[]any{}, "x", 1, true}
		case []any:
			return "array", []any{map[string]any{}, "x", 1, true}
		case string:
			return "string", []any{map[string]any{}, []any{}, 1, true, nil}
		case bool:
			return "boolean", []any{map[string]any{}, []any{}, "true", 1, nil}
		default:
			return "whole number", []any{map[string]any{}, []any{}, "1", true, 1.5, nil}
		}
	}
	judged := 0
	var visit func(holder map[string]any, pointer string)
	visit = func(holder map[string]any, pointer string) {
		for name, value := range holder {
			here := pointer + "/" + name
			want, others := kind(value)
			optional := pointer == "/discipline/offenses/0" && name == "points" || strings.HasPrefix(pointer, "/board/") && name == "points"
			for _, other := range others {
				if other == nil && optional {
					continue
				}
				holder[name] = other
				tree := nest(here, other)
				_, err := rules.Decode(marshaled(t, tree))
				if got := err.Error(); got != here+": wrong-kind (want="+want+")" {
					t.Errorf("%v: got %s, want %s", other, got, want)
				}
				judged++
			}
			holder[name] = value
			switch value := value.(type) {
			case map[string]any:
				visit(value, here)
			case []any:
				if inner, ok := value[0].(map[string]any); ok {
					visit(inner, here+"/0")
				}
			}
		}
	}
	visit(document, "")
	if judged < 1000 {
		t.Errorf("%d judged only", judged)
	}
}

// nest is a document in which nothing stands but a value at a place.
func nest(pointer string, value any) any {
	steps := strings.Split(pointer, "/")[1:]
	for _, step := range slices.Backward(steps) {
		if step == "0" {
			value = []any{value}
		} else {
			value = map[string]any{step: value}
		}
	}
	return value
}

// TestExactNumbersAreBounded: whichever exact number of a document is beyond a million, with
// either sign, is reported.
func TestExactNumbersAreBounded(t *testing.T) {
	t.Parallel()
	r, places := everything(t)
	var exact []place
	for _, p := range places {
		if p.value.Type() == reflect.TypeFor[league.Frac]() {
			exact = append(exact, p)
		}
	}
	if len(exact) < 10 {
		t.Fatalf("%d exact numbers only", len(exact))
	}
	bounded := func(at string) bool {
		return slices.ContainsFunc(r.Validate(), func(f league.Fault) bool {
			return f.Field == at && f.Reason == "outside-range" && f.Params["max"] == "1000000" && f.Params["min"] == "-1000000"
		})
	}
	for _, p := range exact {
		before := p.value.Interface()
		for value, want := range map[string]bool{"1000000": false, "1000000.01": true, "-1000000": false, "-1000001": true} {
			number, err := league.ParseFrac(value)
			if err != nil {
				t.Fatal(err)
			}
			p.value.Set(reflect.ValueOf(number))
			if got := bounded(p.pointer); got != want {
				t.Errorf("%s at %s: told %t", value, p.pointer, got)
			}
		}
		p.value.Set(reflect.ValueOf(before))
	}
}

// TestFaultsPointSomewhere: where nothing is right, each fault is at a place of the document,
// or at a member that is missing there.
func TestFaultsPointSomewhere(t *testing.T) {
	t.Parallel()
	r, _ := everything(t)
	tree := plain(t, r)
	faults := r.Validate()
	if len(faults) < 150 {
		t.Errorf("%d faults only", len(faults))
	}
	for _, f := range faults {
		steps := strings.Split(f.Field, "/")[1:]
		var node any = tree
		for i, step := range steps {
			var next any
			switch holder := node.(type) {
			case map[string]any:
				next = holder[step]
			case []any:
				if n, err := strconv.Atoi(step); err == nil && n < len(holder) {
					next = holder[n]
				}
			}
			if next == nil && i < len(steps)-1 {
				t.Errorf("%s: nothing is at %s", f.Field, strings.Join(steps[:i+1], "/"))
				break
			}
			node = next
		}
	}
}

// plain is a ruleset as the values of its document.
func plain(t *testing.T, r *rules.Ruleset) map[string]any {
	t.Helper()
	var tree map[string]any
	if err := json.Unmarshal(written(t, r), &tree); err != nil {
		t.Fatal(err)
	}
	return tree
}

func marshaled(t *testing.T, tree any) []byte {
	t.Helper()
	document, err := json.Marshal(tree)
	if err != nil {
		t.Fatal(err)
	}
	return document
}

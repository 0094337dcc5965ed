package rules_test

import (
	"encoding"
	"path"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

// members calls see for every member of a ruleset that is a text or a number, with its place.
func members(v reflect.Value, pointer string, see func(pointer string, v reflect.Value)) {
	if _, written := v.Addr().Interface().(encoding.TextUnmarshaler); written && v.Kind() != reflect.Pointer {
		return // whose form is checked when it is read
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			members(v.Elem(), pointer, see)
		}
	case reflect.Slice:
		for i := range v.Len() {
			members(v.Index(i), pointer+"/"+strconv.Itoa(i), see)
		}
	case reflect.Struct:
		for _, field := range reflect.VisibleFields(v.Type()) {
			name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if name == "" || name == "-" || pointer == "" && (name == "texts" || name == "readings") {
				continue
			}
			if at, err := v.FieldByIndexErr(field.Index); err == nil {
				members(at, pointer+"/"+name, see)
			}
		}
	case reflect.String, reflect.Int:
		see(pointer, v)
	default: // maps, and yes or no
	}
}

// regulations are the presets, and house rules that say something in the sections which no
// regulation has, without the readings of paragraphs.
func regulations(t *testing.T) []*rules.Ruleset {
	t.Helper()
	var all []*rules.Ruleset
	for _, id := range presets.IDs() {
		all = append(all, preset(t, id))
	}
	all = append(all, decoded(t, house(t, append(aSeason(t),
		change{"/tables/exceptions", []object{{"entrants": 10, "sizes": []int{5, 5}, "paragraph": "4"}}},
		change{"/tables/substitute", object{"below": 3, "paragraph": "4"}},
		change{"/fee", object{"afterOpening": "noted", "paragraph": "3"}},
		change{"/field/deadline", object{"at": "10:20", "paragraph": "3"}},
		change{"/calculations", []object{calculation("event", "score", "20 - place")}},
		change{"/series", object{
			"points": "score", "counting": object{"best": 4, "paragraph": "8"}, "criteria": []object{{"figure": "series-total", "best": "most", "paragraph": "8"}},
			"awards": []object{{"id": "a", "name": "A", "figure": "series-firsts", "paragraph": "8"}}, "paragraph": "8",
		}})...)))
	for _, r := range all {
		r.Readings = nil
	}
	return all
}

// said are the faults of a ruleset by their places.
func said(faults league.Faults) map[string][]string {
	found := make(map[string][]string)
	for _, f := range faults {
		found[f.Field] = append(found[f.Field], f.Reason)
	}
	return found
}

// TestEveryCitationIsChecked: wherever a ruleset cites a paragraph, one that the texts do not
// have is a fault at that place.
func TestEveryCitationIsChecked(t *testing.T) {
	t.Parallel()
	for _, r := range regulations(t) {
		var places []string
		members(reflect.ValueOf(r).Elem(), "", func(pointer string, v reflect.Value) {
			name := strings.ToLower(pointer[strings.LastIndexByte(pointer, '/')+1:])
			if strings.HasSuffix(name, "paragraph") || slices.Contains([]string{"firstround", "movetoshort", "frozen"}, name) && v.Kind() == reflect.String && v.String() != "" {
				v.SetString("99.9")
				places = append(places, pointer)
			}
		})
		found := said(r.Validate())
		for _, pointer := range places {
			if !slices.Contains(found[pointer], "no-such-paragraph") {
				t.Errorf("%s: nobody minds what %s cites: %v", r.Code, pointer, found[pointer])
			}
		}
		if len(places) < 20 {
			t.Errorf("%s cites at %d places only", r.Code, len(places))
		}
	}
}

// TestEveryOptionIsChecked: wherever a ruleset names one of several options, one that there is
// not is a fault at that place.
func TestEveryOptionIsChecked(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, r := range regulations(t) {
		var places []string
		members(reflect.ValueOf(r).Elem(), "", func(pointer string, v reflect.Value) {
			if v.Kind() == reflect.String && v.Type() != reflect.TypeFor[string]() {
				places = append(places, pointer)
			}
		})
		for _, pointer := range places { // one by one: some options say which others there are
			members(reflect.ValueOf(r).Elem(), "", func(at string, v reflect.Value) {
				if at != pointer {
					return
				}
				before := v.String()
				v.SetString("no-option")
				found := said(r.Validate())[pointer]
				if !slices.Contains(found, "unknown-option") && !slices.Contains(found, "of-no-use") {
					t.Errorf("%s: nobody minds that %s is no-option: %v", r.Code, pointer, found)
				}
				v.SetString(before)
				seen++
			})
		}
	}
	if seen < 200 {
		t.Errorf("%d options only", seen)
	}
}

// unbounded are the places of numbers that may be less than 0.
var unbounded = []string{
	"/game/variants/*/vp/min", "/game/figures/*/range/min", "/game/sums/*/terms/*/times", "/scoring/teams/sudden/points", "/scoring/entered/range/m*",
}

// TestEveryNumberIsBounded: a number below 0 is a fault, unless it may be less than 0.
func TestEveryNumberIsBounded(t *testing.T) {
	t.Parallel()
	seen := 0
	for _, r := range regulations(t) {
		members(reflect.ValueOf(r).Elem(), "", func(pointer string, v reflect.Value) {
			may := slices.ContainsFunc(unbounded, func(pattern string) bool { ok, _ := path.Match(pattern, pointer); return ok })
			if v.Kind() != reflect.Int || may {
				return
			}
			before := v.Int()
			v.SetInt(-5)
			if len(r.Validate()) == 0 {
				t.Errorf("%s: nobody minds that %s is -5", r.Code, pointer)
			}
			v.SetInt(before)
			seen++
		})
	}
	if seen < 300 {
		t.Errorf("%d numbers only", seen)
	}
}

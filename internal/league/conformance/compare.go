package conformance

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Difference is one place where an outcome is not as expected.
type Difference struct {
	Case    string // id, with the reading in brackets for an alternative
	Pointer string // JSON pointer into the outcome
	Got     string // JSON; "nothing" where there is no value
	Want    string
}

// String is the difference on one line.
func (d Difference) String() string {
	return fmt.Sprintf("%s %s: got %s, want %s", d.Case, d.Pointer, d.Got, d.Want)
}

// sets are the members whose lists have no order. Repeated elements count: a tournament can lose two places in
// a final.
var sets = map[string]bool{
	"disqualified": true, "unconfirmed_expulsions": true, "reasons": true, "breaches": true, "eliminated": true, "seats_lost": true,
}

// diagnostic are the members that need not be matched.
var diagnostic = map[string]bool{"separated_by": true}

// refusal is the member of an outcome that reports that there is no rule for its input. Each implementation
// words the reason differently.
const refusal = "error"

// compare lists the places where got differs from want. Both are plain JSON values.
func compare(pointer string, got, want any) []Difference {
	switch want := want.(type) {
	case map[string]any:
		if got, ok := got.(map[string]any); ok {
			return compareObjects(pointer, got, want)
		}
	case []any:
		if got, ok := got.([]any); ok {
			return compareLists(pointer, got, want)
		}
	default:
		if got == want || want == refusal && refused(got) {
			return nil
		}
	}
	return []Difference{{Pointer: pointer, Got: text(got), Want: text(want)}}
}

// refused reports whether an outcome is nothing but a refusal.
func refused(outcome any) bool {
	members, ok := outcome.(map[string]any)
	return ok && len(members) == 1 && members[refusal] != nil
}

func compareObjects(pointer string, got, want map[string]any) []Difference {
	members := maps.Clone(got)
	maps.Copy(members, want)
	var differences []Difference
	for _, name := range slices.Sorted(maps.Keys(members)) {
		if diagnostic[name] {
			continue
		}
		g, w := got[name], want[name]
		if name == refusal && (g != nil) == (w != nil) {
			continue
		}
		if sets[name] {
			g, w = inOrder(g), inOrder(w)
		}
		here := pointer + "/" + strings.NewReplacer("~", "~0", "/", "~1").Replace(name)
		differences = append(differences, compare(here, g, w)...)
	}
	return differences
}

func compareLists(pointer string, got, want []any) []Difference {
	got, want = levelInOrder(got), levelInOrder(want)
	var differences []Difference
	for i := range max(len(got), len(want)) {
		here := pointer + "/" + strconv.Itoa(i)
		switch {
		case i >= len(got):
			differences = append(differences, Difference{Pointer: here, Got: "nothing", Want: text(want[i])})
		case i >= len(want):
			differences = append(differences, Difference{Pointer: here, Got: text(got[i]), Want: "nothing"})
		default:
			differences = append(differences, compare(here, got[i], want[i])...)
		}
	}
	return differences
}

// levelInOrder returns a list in which neighboring rows with the same position are sorted by their text,
// because they may come in any order.
func levelInOrder(list []any) []any {
	position := func(row any) any {
		members, _ := row.(map[string]any)
		return members["position"]
	}
	for from := 0; from < len(list); {
		to := from + 1
		for to < len(list) && position(list[from]) != nil && position(list[to]) == position(list[from]) {
			to++
		}
		if to > from+1 {
			list = slices.Concat(list[:from], inOrder(list[from:to]).([]any), list[to:])
		}
		from = to
	}
	return list
}

// inOrder returns a list sorted by its elements' text; any other value is returned unchanged.
func inOrder(value any) any {
	list, ok := value.([]any)
	if !ok {
		return value
	}
	list = append([]any{}, list...)
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(text(a), text(b)) })
	return list
}

func text(value any) string {
	if value == nil {
		return "nothing"
	}
	document, err := json.Marshal(value)
	if err != nil {
		panic(err) // values come from JSON
	}
	return string(document)
}

package words

import (
	"bytes"
	"slices"
	"strings"

	"golang.org/x/text/collate"
)

// List joins names: "A", "A and B", "A, B and C".
func (w *Words) List(items []string) string {
	if len(items) < 2 {
		return strings.Join(items, "")
	}
	last := len(items) - 1
	return strings.Join(items[:last], ", ") + w.Text("list.and", nil) + items[last]
}

// elements are the values of a parameter that holds several, however its giver
// writes them: "1, 4", "4 3", "[a b]".
func elements(value string) []string {
	return strings.FieldsFunc(value, func(r rune) bool { return strings.ContainsRune(" ,[]", r) })
}

// tally counts the tables of each size, where equal ones stand together:
// "4 4 3 3 3" is "2 of 4 and 3 of 3".
func (w *Words) tally(sizes []string) string {
	var parts []string
	for len(sizes) > 0 {
		count := 1
		for count < len(sizes) && sizes[count] == sizes[0] {
			count++
		}
		parts = append(parts, w.Text("tally.part", map[string]any{"count": count, "size": sizes[0]}))
		sizes = sizes[count:]
	}
	return w.List(parts)
}

// CollationKeys are, in the order of names, keys that sort bytewise as the
// language sorts the names (Unicode collation).
func (w *Words) CollationKeys(names []string) [][]byte {
	collator, buffer := collate.New(w.tag), new(collate.Buffer)
	keys := make([][]byte, len(names))
	for i, name := range names {
		keys[i] = bytes.Clone(collator.KeyFromString(buffer, name))
		buffer.Reset()
	}
	return keys
}

// Sort orders things by name as the language sorts names, in place. Things of
// equal names keep their order.
func Sort[T any](w *Words, things []T, name func(T) string) {
	names := make([]string, len(things))
	for i, thing := range things {
		names[i] = name(thing)
	}
	type keyed struct {
		key   []byte
		thing T
	}
	sorted := make([]keyed, len(things))
	for i, key := range w.CollationKeys(names) {
		sorted[i] = keyed{key, things[i]}
	}
	slices.SortStableFunc(sorted, func(a, b keyed) int { return bytes.Compare(a.key, b.key) })
	for i := range sorted {
		things[i] = sorted[i].thing
	}
}

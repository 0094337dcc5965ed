package strictyaml_test

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"referto/internal/strictyaml"
)

func TestPositions(t *testing.T) {
	t.Parallel()
	const yaml = `# a comment
id: league
tables:
  sizes: [4, 3]
  "odd/name~": true
rounds:
  - first: 1
    second: {à: 2, b: 3}
  -
    - 7
`
	const asJSON = "{\n\t\"id\": \"league\", \"à\": 1, \"tables\": {\n\t\t\"sizes\": [4,\n 3]\n\t},\n\t\"id2\": []\n}"
	for _, tt := range []struct{ text, pointer, want string }{
		{yaml, "/id", "2:1"},
		{yaml, "/tables/sizes/1", "4:14"},
		{yaml, "/tables/odd~1name~0", "5:3"},
		{yaml, "/rounds/0/second/b", "8:20"},
		{yaml, "/rounds/0", "7:5"},
		{yaml, "/rounds/1/0", "10:7"},
		{yaml, "/tables/partition", "3:1"},         // lacks it
		{yaml, "/rounds/0/third", "7:5"},           // so does this
		{yaml, "/name", "2:1"},                     // and the whole
		{yaml, "/tables/partition/nowhere", "0:0"}, // there is no such value
		{yaml, "", "0:0"},
		{yaml, "query:limit", "0:0"}, // is no pointer
		{asJSON, "/id", "2:2"},
		{asJSON, "/tables", "2:26"},
		{asJSON, "/tables/sizes/0", "3:13"},
		{asJSON, "/tables/sizes/1", "4:2"},
		{asJSON, "/tables/sizes/2", "3:3"},
		{asJSON, "/id2/0", "6:2"},
		{asJSON, "/id/deeper", "2:2"},
		{"a: [", "/a", "0:0"}, // cannot be read
		{"", "/a", "0:0"},
	} {
		got := strictyaml.Positions([]byte(tt.text), []string{tt.pointer})[0]
		if fmt.Sprintf("%d:%d", got.Line, got.Column) != tt.want {
			t.Errorf("%s of %.12q: %+v, want %s", tt.pointer, tt.text, got, tt.want)
		}
	}
}

// TestPositionsAreWhereValuesStand: whatever a document holds, the text at the place of a
// pointer begins with the member's name or the item that the pointer names.
func TestPositionsAreWhereValuesStand(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		document := anything(3).Draw(t, "document")
		text, err := json.MarshalIndent(document, "", rapid.SampledFrom([]string{"", " ", "\t"}).Draw(t, "indent"))
		if err != nil {
			t.Fatal(err)
		}
		begins := map[string]string{}
		collect("", document, begins)
		var pointers []string
		for pointer := range begins {
			pointers = append(pointers, pointer)
		}
		lines := strings.Split(string(text), "\n")
		for i, at := range strictyaml.Positions(text, pointers) {
			rest := []rune(lines[at.Line-1])[at.Column-1:]
			if !strings.HasPrefix(string(rest), begins[pointers[i]]) {
				t.Fatalf("%s stands at %+v, where %q begins, not %q:\n%s", pointers[i], at, string(rest), begins[pointers[i]], text)
			}
		}
	})
}

var names = rapid.SampledFrom([]string{"a", "b", "à", "odd/name", "~", "я"})

// anything makes documents of lists, objects and texts.
func anything(depth int) *rapid.Generator[any] {
	leaf := rapid.Map(names, func(s string) any { return s })
	if depth == 0 {
		return leaf
	}
	inner := anything(depth - 1)
	return rapid.OneOf(leaf,
		rapid.Map(rapid.SliceOfN(inner, 0, 3), func(s []any) any { return s }),
		rapid.Map(rapid.MapOfN(names, inner, 0, 3), func(m map[string]any) any { return m }))
}

// collect notes how the text at each pointer into a document begins.
func collect(at string, value any, begins map[string]string) {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	switch value := value.(type) {
	case map[string]any:
		for name, inner := range value {
			begins[at+"/"+escape.Replace(name)] = strconv.Quote(name)
			collect(at+"/"+escape.Replace(name), inner, begins)
		}
	case []any:
		for i, inner := range value {
			begin, _ := inner.(string)
			switch inner.(type) {
			case map[string]any:
				begin = "{"
			case []any:
				begin = "["
			default:
				begin = strconv.Quote(begin)
			}
			begins[at+"/"+strconv.Itoa(i)] = begin
			collect(at+"/"+strconv.Itoa(i), inner, begins)
		}
	}
}

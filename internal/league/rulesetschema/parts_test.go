package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// sourceOf writes Go source files into a folder.
func sourceOf(t *testing.T, files map[string]string) string {
	t.Helper()
	folder := t.TempDir()
	for name, text := range files {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return folder
}

// TestComments: types, fields and values of options get the text of their nearest comment, on one line and
// without doc links.
func TestComments(t *testing.T) {
	t.Parallel()
	c, err := readComments(sourceOf(t, map[string]string{
		"a.go": `package a

// Sort names how
// tables are sorted, see [Cut] and [rules.Cap].
type Sort string

// The ways.
const (
	Up   Sort = "up" // the lowest first
	// Down has the highest first.
	Down Sort = "down" // not this
	Bare Sort = "bare"
	Number     = 3
	Other, Two Sort = "x", "y"
)

// Alone is a way that stands alone.
const Alone Sort = "alone"

type (
	// Cut is one of a group.
	Cut struct {
		// Left says more.
		Left, Right int // not this
		Deep int // says it behind
		Mute int
	}
	Silent struct{}
)

const Untyped = "untyped"
`,
		"a_test.go": "package a\n\n// Hidden is of the tests.\ntype Hidden struct{}\n",
	}))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(map[string]string{"Sort": "Sort names how tables are sorted, see Cut and rules.Cap.", "Cut": "Cut is one of a group.", "Silent": ""}, c.types); diff != "" {
		t.Errorf("types (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"Left": "Left says more.", "Right": "Left says more.", "Deep": "says it behind", "Mute": ""}, c.fields["Cut"]); diff != "" {
		t.Errorf("fields (-want +got)\n%s", diff)
	}
	want := []value{{"up", "the lowest first"}, {"down", "Down has the highest first."}, {"bare", ""}, {"alone", "Alone is a way that stands alone."}}
	if !slices.Equal(c.values["Sort"], want) || len(c.values) != 1 {
		t.Errorf("values %v", c.values)
	}
}

// TestNoSource: without valid source no schema is made and no file written.
func TestNoSource(t *testing.T) {
	t.Parallel()
	out := filepath.Join(t.TempDir(), "schema.json")
	for name, folder := range map[string]string{
		"an empty folder": sourceOf(t, nil),
		"no folder":       filepath.Join(t.TempDir(), "missing"),
		"no Go":           sourceOf(t, map[string]string{"a.go": "pakage a"}),
		"a bad pattern":   "[",
	} {
		if err := write(folder, out); err == nil {
			t.Errorf("%s has a schema", name)
		}
	}
	if _, err := os.Stat(out); err == nil {
		t.Error("a file was written all the same")
	}
	if err := write("../rules", filepath.Join(t.TempDir(), "missing", "schema.json")); err == nil {
		t.Error("written into a folder that is not there")
	}
	if err := write("../rules", out); err != nil {
		t.Error(err)
	}
	got, err := os.ReadFile(out)
	if want, other := os.ReadFile(published); err != nil || other != nil || string(got) != string(want) {
		t.Errorf("what is written is not what is published: %v", err)
	}
}

// TestObjectsKeepTheirOrder: members are written in the order in which they were added, which JSON of maps does
// not guarantee.
func TestObjectsKeepTheirOrder(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		of   object
		want string
	}{
		{object{}, `{}`},
		{object{{"b", 1}, {"a", object{{"d", nil}, {"c", []object{{}}}}}}, `{"b":1,"a":{"d":null,"c":[{}]}}`},
		{object{{`quoted "so"`, "<text>"}}, `{"quoted \"so\"":"\u003ctext\u003e"}`},
	} {
		got, err := json.Marshal(tt.of)
		if err != nil || string(got) != tt.want {
			t.Errorf("got %s, want %s, %v", got, tt.want, err)
		}
	}
	if _, err := json.Marshal(object{{"a", func() {}}}); err == nil {
		t.Error("a function was written")
	}
}

// way is an option with two values; loose is a text without fixed values.
type (
	way   string
	loose string
	inner struct {
		Deep int `json:"deep"`
	}
	outer struct {
		inner
		Way      way             `json:"way"`
		MaybeWay way             `json:"maybeWay,omitempty"`
		Loose    loose           `json:"loose"`
		So       bool            `json:"so"`
		Number   int64           `json:"number"`
		Pointer  *inner          `json:"pointer"`
		List     []way           `json:"list"`
		Table    map[string]bool `json:"table"`
		Day      rules.Day       `json:"day"`
		Frac     league.Frac     `json:"frac"`
		Zero     inner           `json:"zero,omitzero"`
		Hidden   int             `json:"-"`
		Unnamed  int
	}
)

// TestKindsOfMembers: the schema of a member follows from its Go type.
func TestKindsOfMembers(t *testing.T) {
	t.Parallel()
	s := &schema{known: make(map[string]bool), comments: &comments{
		types:  map[string]string{"way": "How.", "inner": "Inside."},
		fields: map[string]map[string]string{"inner": {"Deep": "How deep."}, "outer": {"So": "Whether."}},
		values: map[string][]value{"way": {{"here", "on this side"}, {"there", ""}}},
	}}
	text, err := json.Marshal(s.object(reflect.TypeFor[outer]()))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Properties map[string]json.RawMessage
	}
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	pattern := func(of reflect.Type) string {
		quoted, err := json.Marshal(rules.Forms[of].Pattern)
		if err != nil {
			t.Fatal(err)
		}
		return `{"type":"string","pattern":` + string(quoted) + `}`
	}
	whole := `{"type":"integer","minimum":` + jsonOf(t, -rules.MaxWhole) + `,"maximum":` + jsonOf(t, rules.MaxWhole) + `}`
	items := jsonOf(t, rules.MaxItems)
	want := map[string]string{
		"deep":     `{"description":"How deep.",` + whole[1:],
		"way":      `{"$ref":"#/$defs/way"}`,
		"maybeWay": `{"anyOf":[{"$ref":"#/$defs/way"},{"const":""}]}`,
		"loose":    `{"type":"string","maxLength":` + jsonOf(t, rules.MaxText) + `}`,
		"so":       `{"description":"Whether.","type":"boolean"}`,
		"number":   whole,
		"pointer":  `{"anyOf":[{"$ref":"#/$defs/inner"},{"type":"null"}]}`,
		"list":     `{"type":["array","null"],"items":{"$ref":"#/$defs/way"},"maxItems":` + items + `}`,
		"table":    `{"type":["object","null"],"additionalProperties":{"type":"boolean"},"maxProperties":` + items + `}`,
		"day":      pattern(reflect.TypeFor[rules.Day]()),
		"frac":     pattern(reflect.TypeFor[league.Frac]()),
		"zero":     `{"anyOf":[{"$ref":"#/$defs/inner"},{"const":{"deep":0}}]}`,
	}
	for name, schema := range got.Properties {
		if diff := cmp.Diff(want[name], string(schema)); diff != "" {
			t.Errorf("%s (-want +got)\n%s", name, diff)
		}
		delete(want, name)
	}
	for name := range want {
		t.Errorf("%s is not there", name)
	}
	defs, err := json.Marshal(s.defs)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		`"way":{"description":"How.","oneOf":[{"const":"here","description":"on this side"},{"const":"there"}]}`,
		`"inner":{"description":"Inside.","type":"object","additionalProperties":false,"properties":{"deep":`,
	} {
		if strings.Count(string(defs), part) != 1 {
			t.Errorf("not once %s in %s", part, defs)
		}
	}
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// TestRequiredMembersExist: every required member of a type exists, none is listed twice, and every listed type
// is part of the document.
func TestRequiredMembersExist(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	var root described
	if err := json.Unmarshal(content, &root); err != nil {
		t.Fatal(err)
	}
	root.Defs["Ruleset"] = root
	for name, members := range required {
		def, ok := root.Defs[name]
		if !ok {
			t.Errorf("the document has no %s", name)
		}
		for i, member := range members {
			if _, has := def.Properties[member]; !has {
				t.Errorf("%s has no %s", name, member)
			}
			if slices.Contains(members[:i], member) {
				t.Errorf("%s needs %s twice", name, member)
			}
		}
	}
}

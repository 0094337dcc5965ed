package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/league/rules/presets"
)

const published = "../../../openapi/ruleset.schema.json"

func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	content, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("ruleset.json", document); err != nil {
		t.Fatal(err)
	}
	s, err := compiler.Compile("ruleset.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestPublishedSchemaIsThatOfTheTypes: the published file equals the schema made from the present types.
func TestPublishedSchemaIsThatOfTheTypes(t *testing.T) {
	t.Parallel()
	c, err := readComments("../rules")
	if err != nil {
		t.Fatal(err)
	}
	want, err := schemaOf(c)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Error("openapi/ruleset.schema.json is out of date: make generate")
	}
}

// described is the part of a schema that describes it to a reader.
type described struct {
	Ref         string `json:"$ref"`
	Description string
	AnyOf       []described
	Items       *described
	Properties  map[string]described
	Defs        map[string]described `json:"$defs"`
	// AdditionalProperties is false or a schema.
	AdditionalProperties json.RawMessage
}

// says reports whether there is a description, in the schema itself or in the definition that it refers to.
func (d described) says() bool {
	var inner described
	_ = json.Unmarshal(d.AdditionalProperties, &inner) // false leaves it empty
	return d.Description != "" || d.Ref != "" || inner.Ref != "" || d.Items != nil && d.Items.says() || slices.ContainsFunc(d.AnyOf, described.says)
}

// TestEverythingIsDescribed: the schema alone describes every member and option to a reader.
func TestEverythingIsDescribed(t *testing.T) {
	t.Parallel()
	content, err := os.ReadFile(published)
	if err != nil {
		t.Fatal(err)
	}
	var root described
	if err := json.Unmarshal(content, &root); err != nil {
		t.Fatal(err)
	}
	if len(root.Defs) < 50 {
		t.Fatalf("only %d definitions", len(root.Defs))
	}
	root.Defs["Ruleset"] = root
	for _, name := range slices.Sorted(maps.Keys(root.Defs)) {
		def := root.Defs[name]
		if def.Description == "" {
			t.Errorf("%s is not described", name)
		}
		for member, schema := range def.Properties {
			if !schema.says() {
				t.Errorf("%s of %s is not described", member, name)
			}
		}
	}
}

// shape lists the faults in the form of a document, which are the ones that a schema can express.
var shape = []string{"unreadable", "unknown-field", "wrong-kind", "not-written-so", "too-many", "text-too-long", "document-too-long"}

// judge reports whether a document fits the schema, whether the decoder accepts it, and whether the decoder
// finds a fault in its form.
func judge(t rapid.TB, s *jsonschema.Schema, document []byte) (fits, taken, misshapen bool) {
	t.Helper()
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	fits = s.Validate(tree) == nil
	_, err = rules.Decode(document)
	var faults league.Faults
	if errors.As(err, &faults) {
		misshapen = slices.ContainsFunc(faults, func(f league.Fault) bool { return slices.Contains(shape, f.Reason) })
	}
	return fits, err == nil, misshapen
}

func TestSchemaTakesThePresets(t *testing.T) {
	t.Parallel()
	s := compiled(t)
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		document, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		if fits, taken, _ := judge(t, s, document); !fits || !taken {
			t.Errorf("%s: schema %v, decoder %v", id, fits, taken)
		}
	}
}

// TestSchemaAndDecoderAgree: of documents changed at random, those that the decoder accepts fit the schema, and
// in those that fit the schema the decoder finds no fault of form.
func TestSchemaAndDecoderAgree(t *testing.T) {
	t.Parallel()
	s := compiled(t)
	fitted, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r, err := presets.Find(rapid.SampledFrom(presets.IDs()).Draw(t, "preset"))
		if err != nil {
			t.Fatal(err)
		}
		r.Texts = r.Texts[:1] // the other texts are alike
		written, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(written)) // numbers as they are written
		if err != nil {
			t.Fatal(err)
		}
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 3))
		change(random, tree)
		document, err := json.Marshal(tree)
		if err != nil {
			t.Fatal(err)
		}
		fits, taken, misshapen := judge(t, s, document)
		switch {
		case taken && !fits:
			t.Fatalf("the decoder takes what the schema refuses\n%s", document)
		case fits && misshapen:
			t.Fatalf("the schema takes what the decoder cannot read\n%s", document)
		case fits:
			fitted++
		default:
			refused++
		}
	})
	if fitted == 0 || refused == 0 {
		t.Errorf("%d fit, %d do not: the test has lost its teeth", fitted, refused)
	}
}

// change replaces, removes or adds one value at a place found by walking down at random.
func change(random *rand.Rand, tree any) {
	for {
		switch node := tree.(type) {
		case map[string]any:
			if len(node) == 0 {
				node["something"] = "new"
				return
			}
			key := slices.Sorted(maps.Keys(node))[random.IntN(len(node))]
			if random.IntN(3) > 0 && deeper(node[key]) {
				tree = node[key]
				continue
			}
			switch random.IntN(6) {
			case 0:
				delete(node, key)
			case 1:
				node[key+"s"] = node[key]
			default:
				node[key] = another(random, node[key])
			}
			return
		case []any:
			i := random.IntN(len(node))
			if deeper(node[i]) && random.IntN(4) > 0 {
				tree = node[i]
				continue
			}
			node[i] = another(random, node[i])
			return
		default:
			return
		}
	}
}

func deeper(node any) bool {
	switch node := node.(type) {
	case map[string]any:
		return true
	case []any:
		return len(node) > 0
	}
	return false
}

// another returns a replacement for a value: mostly of the same kind, sometimes of any.
func another(random *rand.Rand, value any) any {
	anything := []any{
		nil, true, 3, -1, json.Number("12.5"), rules.MaxWhole + 1, "", "word", "most", "none", "0.9", "1/3", "01", "10:20", "2010-02-14", "2010-02-30",
		[]any{},
		[]any{1},
		map[string]any{},
		map[string]any{"min": 1, "max": 2},
	}
	switch value := value.(type) {
	case string:
		if random.IntN(2) == 0 {
			return []any{"", value + "s", "exact", "cap_winner", "0.5", "winner"}[random.IntN(6)]
		}
	case json.Number:
		if random.IntN(2) == 0 {
			return json.Number([]string{"0", "1", strings.TrimPrefix(value.String()+"1", "0"), "-1", value.String() + ".5", "2"}[random.IntN(6)])
		}
	}
	return anything[random.IntN(len(anything))]
}

// TestRequiredIsRequired: the decoder also refuses a document without a member that the schema requires.
func TestRequiredIsRequired(t *testing.T) {
	t.Parallel()
	s := compiled(t)
	for _, id := range presets.IDs() {
		r, err := presets.Find(id)
		if err != nil {
			t.Fatal(err)
		}
		r.Texts = nil
		written, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		without(t, s, id, written)
	}
}

func without(t *testing.T, s *jsonschema.Schema, id string, written []byte) {
	t.Helper()
	var tree any
	if err := json.Unmarshal(written, &tree); err != nil {
		t.Fatal(err)
	}
	r, _ := presets.Find(id)
	tree.(map[string]any)["texts"] = r.Texts[:1]
	var walk func(node any, at string)
	walk = func(node any, at string) {
		switch node := node.(type) {
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(node)) {
				member := node[key]
				delete(node, key)
				document, err := json.Marshal(tree)
				if err != nil {
					t.Fatal(err)
				}
				fits := fitsSchema(t, s, document)
				if !fits {
					if _, err := rules.Decode(document); err == nil {
						t.Errorf("%s without %s/%s: the decoder takes what the schema refuses", id, at, key)
					}
				}
				node[key] = member
				if key != "texts" {
					walk(member, at+"/"+key)
				}
			}
		case []any:
			if len(node) > 0 {
				walk(node[0], at+"/0")
			}
		}
	}
	walk(tree, "")
}

func fitsSchema(t *testing.T, s *jsonschema.Schema, document []byte) bool {
	t.Helper()
	tree, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(tree) == nil
}

package openapi

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"go.yaml.in/yaml/v3"
)

//go:embed descriptions.yaml
var descriptionsFile []byte

// descriptions say what properties hold that openapi.yaml does not describe in place.
type descriptions struct {
	Everywhere map[string]string // by the name of the property
	Properties map[string]string // by schema and property: Season.champion
	used       map[string]bool
}

// describe gives every property of the schemas of a document its description, as a
// sentence. That of openapi.yaml goes first, then the one for this property alone, the
// one for its name, and that of the schema it refers to. It fails when a property has
// none, and when a description has no property.
func describe(doc *openapi3.T) error {
	d := descriptions{used: map[string]bool{}}
	if err := yaml.Unmarshal(descriptionsFile, &d); err != nil {
		return fmt.Errorf("openapi: read descriptions.yaml: %w", err)
	}
	var bare []string
	for name, schema := range doc.Components.Schemas {
		schema.Value.Description = sentence(schema.Value.Description)
		bare = append(bare, d.describe(name, schema)...)
	}
	if slices.Sort(bare); len(bare) > 0 {
		return fmt.Errorf("openapi: nobody says what these hold: %s", strings.Join(bare, ", "))
	}
	for _, words := range []map[string]string{d.Everywhere, d.Properties} {
		for _, key := range slices.Sorted(maps.Keys(words)) {
			if !d.used[key] {
				return fmt.Errorf("openapi: descriptions.yaml describes %s, which is described elsewhere or not there", key)
			}
		}
	}
	return nil
}

// describe describes the properties of a schema, and those inside it; schemas it refers
// to are left to where they stand. It returns those that nobody describes.
func (d descriptions) describe(at string, s *openapi3.SchemaRef) (bare []string) {
	if s == nil || s.Ref != "" {
		return nil
	}
	for name, property := range s.Value.Properties {
		path := at + "." + name
		text, wanted := d.of(path, name, property)
		switch {
		case text == "":
			bare = append(bare, path)
		case property.Ref == "":
			property.Value.Description = sentence(text)
		case wanted: // beside a reference there is no room for words
			schema := openapi3.NewSchema()
			schema.AllOf, schema.Description = openapi3.SchemaRefs{property}, sentence(text)
			s.Value.Properties[name] = schema.NewRef()
		}
		bare = append(bare, d.describe(path, property)...)
	}
	bare = append(bare, d.describe(at, s.Value.Items)...)
	bare = append(bare, d.describe(at, s.Value.AdditionalProperties.Schema)...)
	for _, list := range []openapi3.SchemaRefs{s.Value.AllOf, s.Value.OneOf, s.Value.AnyOf} {
		for _, one := range list {
			bare = append(bare, d.describe(at, one)...)
		}
	}
	return bare
}

// of returns the words about a property; own reports whether they are other than what the schema says to
// which it refers.
func (d descriptions) of(path, name string, property *openapi3.SchemaRef) (text string, own bool) {
	said := property.Value.Description
	switch {
	case said != "" && property.Ref == "":
		return said, true
	case d.Properties[path] != "":
		d.used[path] = true
		return d.Properties[path], true
	case d.Everywhere[name] != "":
		d.used[name] = true
		return d.Everywhere[name], true
	}
	return said, false
}

// sentence ends a text with a full stop.
func sentence(text string) string {
	text = strings.TrimSpace(text)
	if text == "" || strings.HasSuffix(text, ".") {
		return text
	}
	return text + "."
}

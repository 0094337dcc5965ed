package openapi_test

import (
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"referto/openapi"
)

// Every property of the served document says what it holds, in a sentence that is more
// than its name.
func TestEveryPropertyIsDescribed(t *testing.T) {
	t.Parallel()
	doc, looked := served(t), 0
	seen := map[*openapi3.Schema]bool{}
	var look func(at string, s *openapi3.SchemaRef)
	look = func(at string, s *openapi3.SchemaRef) {
		if s == nil || seen[s.Value] {
			return
		}
		seen[s.Value] = true
		for name, property := range s.Value.Properties {
			looked++
			text := property.Value.Description
			if words := strings.ReplaceAll(strings.TrimSuffix(text, "."), " ", ""); text == "" || !strings.HasSuffix(text, ".") || strings.EqualFold(words, name) {
				t.Errorf("%s.%s holds %q", at, name, text)
			}
			look(at+"."+name, property)
		}
		look(at, s.Value.Items)
		look(at, s.Value.AdditionalProperties.Schema)
		for _, list := range []openapi3.SchemaRefs{s.Value.AllOf, s.Value.OneOf, s.Value.AnyOf} {
			for _, one := range list {
				look(at, one)
			}
		}
	}
	for name, schema := range doc.Components.Schemas {
		look(name, schema)
	}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			if op.RequestBody != nil {
				for form, body := range op.RequestBody.Value.Content {
					look(method+" "+path+" "+form, body.Schema)
				}
			}
			for status, response := range op.Responses.Map() {
				for form, body := range response.Value.Content {
					look(method+" "+path+" "+status+" "+form, body.Schema)
				}
			}
		}
	}
	if looked < 1900 {
		t.Errorf("only %d properties looked at: the test is broken", looked)
	}
}

// A property that nobody describes, or a body without an example, is not served; nor are
// words and examples for what is not there.
func TestWhatIsNotDescribedIsNotServed(t *testing.T) {
	t.Parallel()
	tests := map[string]struct {
		change func(doc *openapi3.T)
		want   string
	}{
		"a property of its own": {func(doc *openapi3.T) {
			doc.Components.Schemas["Place"].Value.Properties["luck"] = openapi3.NewIntegerSchema().NewRef()
		}, "Place.luck"},
		"a property inside another": {func(doc *openapi3.T) {
			doc.Components.Schemas["EventDocument"].Value.Properties["event"].Value.Properties["luck"] = openapi3.NewIntegerSchema().NewRef()
		}, "EventDocument.event.luck"},
		"a property that refers to a schema without words": {func(doc *openapi3.T) {
			doc.Components.Schemas["Place"].Value.Properties["luck"] = &openapi3.SchemaRef{Ref: "#/components/schemas/Decimal", Value: doc.Components.Schemas["Decimal"].Value}
		}, "Place.luck"},
		"words without a property": {func(doc *openapi3.T) { delete(doc.Components.Schemas["Place"].Value.Properties, "holder") }, "Place.holder"},
		"a body without an example": {func(doc *openapi3.T) {
			doc.Paths.Value("/me/password").Post.OperationID = "ForgetPassword"
		}, "forgetPassword"},
		"an example without a body": {func(doc *openapi3.T) { doc.Paths.Value("/me/password").Post.RequestBody = nil }, "changePassword"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			doc := document(t)
			tt.change(doc)
			if err := openapi.Complete(doc); err == nil || !strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v, want one about %s", err, tt.want)
			}
		})
	}
}

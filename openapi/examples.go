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

//go:embed examples.yaml
var examplesFile []byte

// examples are those of request bodies, by the id of the operation and the regulation
// from which they are.
type examples struct {
	Regulations map[string]string
	Bodies      map[string]map[string]any
}

// exemplify gives every request body of JSON or YAML its examples. It fails when a body
// has none, and when an example has no body or no regulation.
func exemplify(doc *openapi3.T) error {
	var e examples
	if err := yaml.Unmarshal(examplesFile, &e); err != nil {
		return fmt.Errorf("openapi: read examples.yaml: %w", err)
	}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			if op.RequestBody == nil {
				continue
			}
			for _, form := range []string{"application/json", "application/yaml"} {
				body := op.RequestBody.Value.Content[form]
				if body == nil {
					continue
				}
				named, err := e.of(WrittenID(op))
				if err != nil {
					return err
				}
				body.Examples = named
			}
		}
	}
	return e.unused(doc)
}

// of are the examples of an operation, named by their regulations.
func (e examples) of(operation string) (openapi3.Examples, error) {
	if len(e.Bodies[operation]) == 0 {
		return nil, fmt.Errorf("openapi: the body of %s has no example", operation)
	}
	out := openapi3.Examples{}
	for regulation, value := range e.Bodies[operation] {
		summary, known := e.Regulations[regulation]
		if !known {
			return nil, fmt.Errorf("openapi: the example of %s is from %s, which is no regulation", operation, regulation)
		}
		out[regulation] = &openapi3.ExampleRef{Value: &openapi3.Example{Summary: summary, Value: value}}
	}
	return out, nil
}

// WrittenID is the id of an operation as openapi.yaml has it; in the embedded document it
// is the name of a Go function.
func WrittenID(op *openapi3.Operation) string {
	return strings.ToLower(op.OperationID[:1]) + op.OperationID[1:]
}

// unused finds examples of operations that are not there, or take no body.
func (e examples) unused(doc *openapi3.T) error {
	left := maps.Clone(e.Bodies)
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			if op.RequestBody != nil {
				delete(left, WrittenID(op))
			}
		}
	}
	if len(left) > 0 {
		return fmt.Errorf("openapi: examples of bodies that nobody takes: %v", slices.Sorted(maps.Keys(left)))
	}
	return nil
}

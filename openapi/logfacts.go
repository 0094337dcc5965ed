package openapi

import (
	_ "embed"
	"encoding/json"
	"fmt"

	"github.com/getkin/kin-openapi/openapi3"
)

//go:embed logfacts.json
var logFactsFile []byte

// catalogLogFacts adds the facts of the log to a document: for each kind the schema of its
// data, and in LogRecord, as x-log-facts, which kinds there are, with version and schema.
func catalogLogFacts(doc *openapi3.T) error {
	var catalog struct {
		Facts   map[string]any
		Schemas map[string]*openapi3.SchemaRef
	}
	if err := json.Unmarshal(logFactsFile, &catalog); err != nil {
		return fmt.Errorf("openapi: read logfacts.json: %w", err)
	}
	for name, schema := range catalog.Schemas {
		if doc.Components.Schemas[name] != nil {
			return fmt.Errorf("openapi: a fact of the log and another schema are called %s", name)
		}
		doc.Components.Schemas[name] = schema
	}
	record := doc.Components.Schemas["LogRecord"].Value
	if record.Extensions == nil {
		record.Extensions = map[string]any{}
	}
	record.Extensions["x-log-facts"] = catalog.Facts
	return nil
}

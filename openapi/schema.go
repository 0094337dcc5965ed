package openapi

import _ "embed"

//go:embed ruleset.schema.json
var rulesetSchema []byte

// RulesetSchema is the JSON Schema of the ruleset document, which nobody may
// change.
func RulesetSchema() []byte { return rulesetSchema }

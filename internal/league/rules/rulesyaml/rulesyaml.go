// Package rulesyaml reads rulesets from the YAML in which people write them. JSON is read by
// package rules alone, as in the server behind its edge.
package rulesyaml

import (
	"errors"

	"referto/internal/league"
	"referto/internal/league/rules"
	"referto/internal/strictjson"
	"referto/internal/strictyaml"
)

// Decode reads a ruleset from YAML or JSON and validates it, as [rules.Decode] does. A text
// that is no YAML is refused by league.Faults too, with its line.
func Decode(document []byte) (*rules.Ruleset, error) {
	asJSON, err := strictyaml.ToJSON(document)
	if err != nil {
		return nil, unreadable(err)
	}
	return rules.Decode(asJSON)
}

func unreadable(err error) error {
	var (
		text *strictjson.Error
		yaml *strictyaml.Error
	)
	switch {
	case errors.As(err, &yaml):
		f := league.Fault{Field: yaml.Pointer, Grounds: league.Grounds{Reason: yaml.Reason}}
		f.Params = yaml.Params
		return league.Faults{f}
	case errors.As(err, &text):
		return league.Faults{{Field: text.Pointer, Grounds: league.Grounds{Reason: text.Reason}}}
	}
	return err
}

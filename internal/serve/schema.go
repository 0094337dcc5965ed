package serve

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"

	"referto/internal/league"
)

// schemaGrounds returns the demand of the contract that a value does not meet: a code for each keyword that the
// contract uses, with its limit. A fault outside of the schema has the text of the library that found it.
func schemaGrounds(err error) league.Grounds {
	var fault *openapi3.SchemaError
	if !errors.As(err, &fault) {
		return league.Grounds{Reason: "schema-other", Params: map[string]string{"detail": err.Error()}}
	}
	s := fault.Schema
	switch fault.SchemaField {
	case "required":
		return league.Grounds{Reason: "schema-required"}
	case "properties":
		return league.Grounds{Reason: "schema-properties"}
	case "type":
		return league.Grounds{Reason: "schema-type", Params: map[string]string{"want": strings.Join(s.Type.Slice(), ", ")}}
	case "nullable":
		return league.Grounds{Reason: "schema-nullable"}
	case "enum":
		return league.Grounds{Reason: "schema-enum", Params: map[string]string{"allowed": allowed(s.Enum)}}
	case "format":
		return league.Grounds{Reason: "schema-format", Params: map[string]string{"format": s.Format}}
	case "pattern":
		return league.Grounds{Reason: "schema-pattern"}
	case "uniqueItems":
		return league.Grounds{Reason: "schema-uniqueitems"}
	}
	return limitGrounds(fault)
}

// limitGrounds returns the grounds for a value that is too short or long, small or large.
func limitGrounds(fault *openapi3.SchemaError) league.Grounds {
	s := fault.Schema
	switch fault.SchemaField {
	case "minLength":
		return league.Grounds{Reason: "schema-minlength", Params: map[string]string{"limit": whole(&s.MinLength)}}
	case "maxLength":
		return league.Grounds{Reason: "schema-maxlength", Params: map[string]string{"limit": whole(s.MaxLength)}}
	case "minItems":
		return league.Grounds{Reason: "schema-minitems", Params: map[string]string{"limit": whole(&s.MinItems)}}
	case "maxItems":
		return league.Grounds{Reason: "schema-maxitems", Params: map[string]string{"limit": whole(s.MaxItems)}}
	case "minProperties":
		return league.Grounds{Reason: "schema-minproperties", Params: map[string]string{"limit": whole(&s.MinProps)}}
	case "maxProperties":
		return league.Grounds{Reason: "schema-maxproperties", Params: map[string]string{"limit": whole(s.MaxProps)}}
	case "minimum":
		return league.Grounds{Reason: "schema-minimum", Params: map[string]string{"limit": number(s.Min)}}
	case "maximum":
		return league.Grounds{Reason: "schema-maximum", Params: map[string]string{"limit": number(s.Max)}}
	}
	return league.Grounds{Reason: "schema-other", Params: map[string]string{"detail": fault.Reason}}
}

// parameterGrounds returns the grounds for a faulty query parameter or header.
func parameterGrounds(err error) league.Grounds {
	var schema *openapi3.SchemaError
	switch {
	case errors.Is(err, openapi3filter.ErrInvalidRequired):
		return league.Grounds{Reason: "parameter-missing"}
	case errors.As(err, &schema):
		return schemaGrounds(schema)
	}
	return league.Grounds{Reason: "parameter-invalid"}
}

// allowed writes the values of an enumeration for a message: "open, closed".
func allowed(values []any) string {
	texts := make([]string, len(values))
	for i, value := range values {
		texts[i] = fmt.Sprint(value)
	}
	return strings.Join(texts, ", ")
}

func whole(limit *uint64) string { return strconv.FormatUint(*limit, 10) }

func number(limit *float64) string { return strconv.FormatFloat(*limit, 'f', -1, 64) }

package serve

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"

	"referto/internal/league"
	"referto/internal/strictjson"
)

// mostFaults bounds the faults of a request that are listed. A list of a million
// empty objects has some millions.
const mostFaults = 20

// part is a schema of the contract taken apart, so that a value can be checked step by
// step and the search for faults ends when there are enough: the library finds all of
// them or one.
type part struct {
	whole *openapi3.Schema
	// around is the schema without the contents of the value; nil for a value without contents.
	around  *openapi3.Schema
	named   map[string]*part
	each    *part // items, or members without a name of their own
	lengths *strictjson.Shape
}

// taken holds the parts already made, because schemas are shared and may be recursive.
type taken map[*openapi3.Schema]*part

// anything is the schema of a value that is checked later.
var anything = &openapi3.SchemaRef{Value: &openapi3.Schema{Nullable: true}}

func (t taken) apart(s *openapi3.Schema) *part {
	if p, ok := t[s]; ok {
		return p
	}
	p := &part{whole: s, lengths: &strictjson.Shape{}}
	t[s] = p
	if s.MaxItems != nil {
		p.lengths.Items = int(*s.MaxItems)
	}
	if s.MaxProps != nil {
		p.lengths.Members = int(*s.MaxProps)
	}
	if s.Items == nil && len(s.Properties) == 0 && s.AdditionalProperties.Schema == nil {
		return p
	}
	around := *s
	p.around, p.named, p.lengths.Named = &around, map[string]*part{}, map[string]*strictjson.Shape{}
	if s.Items != nil {
		p.each, around.Items = t.apart(s.Items.Value), anything
	}
	if more := s.AdditionalProperties.Schema; more != nil {
		p.each, around.AdditionalProperties.Schema = t.apart(more.Value), anything
	}
	if p.each != nil {
		p.lengths.Each = p.each.lengths
	}
	around.Properties = openapi3.Schemas{}
	for name, inner := range s.Properties {
		p.named[name], around.Properties[name] = t.apart(inner.Value), anything
		p.lengths.Named[name] = p.named[name].lengths
	}
	if closed := s.AdditionalProperties.Has; closed != nil && !*closed { // others are reported by name, as many as are reported
		p.lengths.Members = len(s.Properties) + mostFaults + 1
	}
	return p
}

// asRequest are the library's settings for a body.
var asRequest = append([]openapi3.SchemaValidationOption{openapi3.VisitAsRequest(), openapi3.DisableReadOnlyValidation()}, formats...)

// allFaults are they, to find every fault.
var allFaults = append(slices.Clone(asRequest), openapi3.MultiErrors())

// check returns the error of a body: a [*strictjson.Error], or the first faults
// against the schema.
func (p *part) check(body []byte) error {
	if err := strictjson.CheckShape(body, p.lengths); err != nil {
		return tooMany(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(body))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil { // two readers of JSON disagree
		return &invalidRequest{status: http.StatusBadRequest, reason: "invalid-json"}
	}
	err := p.whole.VisitJSON(value, asRequest...)
	if err == nil {
		return nil
	}
	out := &invalidRequest{status: http.StatusUnprocessableEntity, reason: "invalid"}
	p.collect(value, "", &out.faults)
	if len(out.faults) == 0 { // never let through a body that the whole schema refuses
		out.faults = schemaFaults(err, "")
	}
	return out
}

// tooMany turns an error of a list or an object that is longer than the contract allows into a fault; any other error
// of the text is returned unchanged.
func tooMany(err error) error {
	var long *strictjson.LengthError
	if !errors.As(err, &long) {
		return err
	}
	fault, limit := league.Fault{Field: long.Pointer}, strconv.Itoa(long.Limit)
	switch long.Of {
	case strictjson.Items:
		fault.Grounds = league.Grounds{Reason: "schema-maxitems", Params: map[string]string{"limit": limit}}
	case strictjson.Members:
		fault.Grounds = league.Grounds{Reason: "schema-maxproperties", Params: map[string]string{"limit": limit}}
	case strictjson.Values:
		fault.Grounds = league.Grounds{Reason: "too-many-values", Params: map[string]string{"limit": limit}}
	}
	return &invalidRequest{status: http.StatusUnprocessableEntity, reason: "invalid", faults: league.Faults{fault}}
}

// collect adds the faults of a value until there is one more than are listed.
func (p *part) collect(value any, at string, faults *league.Faults) {
	if len(*faults) > mostFaults {
		return
	}
	if p.around == nil {
		if err := p.whole.VisitJSON(value, allFaults...); err != nil {
			*faults = append(*faults, schemaFaults(err, at)...)
		}
		return
	}
	if err := p.around.VisitJSON(value, allFaults...); err != nil {
		*faults = append(*faults, schemaFaults(err, at)...)
	}
	switch value := value.(type) {
	case map[string]any:
		for _, name := range slices.Sorted(maps.Keys(value)) {
			inner := p.each
			if named, ok := p.named[name]; ok {
				inner = named
			}
			if inner != nil {
				inner.collect(value[name], at+"/"+pointerEscapes.Replace(name), faults)
			}
		}
	case []any:
		for i, item := range value {
			if len(*faults) > mostFaults {
				return
			}
			if p.each != nil {
				p.each.collect(item, at+"/"+strconv.Itoa(i), faults)
			}
		}
	}
}

var pointerEscapes = strings.NewReplacer("~", "~0", "/", "~1")

// schemaFaults are those the library found in the value at a place.
func schemaFaults(err error, at string) (out league.Faults) {
	for _, one := range flatten(err) {
		pointer := at
		var schema *openapi3.SchemaError
		if errors.As(one, &schema) {
			for _, step := range schema.JSONPointer() {
				pointer += "/" + pointerEscapes.Replace(step)
			}
			if schema.SchemaField == "properties" { // the library points at the object around an unknown field
				if _, name, ok := strings.Cut(schema.Reason, `"`); ok {
					pointer += "/" + pointerEscapes.Replace(strings.TrimSuffix(name, `" is unsupported`))
				}
			}
		}
		out = append(out, league.Fault{Field: pointer, Grounds: schemaGrounds(one)})
	}
	return out
}

// flatten lists the single errors of a tree of them.
func flatten(err error) []error {
	many, ok := err.(openapi3.MultiError) //nolint:errorlint // the node itself, not its chain
	if !ok {
		return []error{err}
	}
	var out []error
	for _, one := range many {
		out = append(out, flatten(one)...)
	}
	return out
}

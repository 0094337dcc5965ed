package serve

import (
	"encoding/json"
	"reflect"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// fitting reports whether a text surely fits a schema, faster than the library does: nearly every request names a
// tenant and an id. It returns true only for text that fits; if it returns false or is nil, the library decides.
type fitting func(text string) bool

// The schemas that have a fitting, without their descriptions.
var fittings = []struct {
	schema map[string]any
	fits   fitting
}{
	{map[string]any{"type": "string", "format": "uuid", "pattern": "^[0-9a-f]{8}-[0-9a-f]{4}-[1-9a-f][0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$"}, isID},
	{map[string]any{"type": "string", "minLength": 2.0, "maxLength": 40.0, "pattern": "^[a-z0-9][a-z0-9-]*$"}, isTenant},
}

// fittingOf finds the one of a schema; nil if there is none.
func fittingOf(s *openapi3.Schema) fitting {
	text, err := s.MarshalJSON()
	if err != nil {
		return nil
	}
	var schema map[string]any
	if json.Unmarshal(text, &schema) != nil {
		return nil
	}
	for name := range schema {
		if name == "description" || strings.HasPrefix(name, "x-") {
			delete(schema, name)
		}
	}
	for _, f := range fittings {
		if reflect.DeepEqual(f.schema, schema) {
			return f.fits
		}
	}
	return nil
}

func isID(text string) bool {
	if len(text) != 36 || text[14] == '0' {
		return false
	}
	for i := range len(text) {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (text[i] == '-') || !dash && !hexDigit(text[i]) {
			return false
		}
	}
	return true
}

func hexDigit(c byte) bool { return '0' <= c && c <= '9' || 'a' <= c && c <= 'f' }

func isTenant(text string) bool {
	if len(text) < 2 || len(text) > 40 || text[0] == '-' {
		return false
	}
	for i := range len(text) {
		if c := text[i]; c != '-' && (c < '0' || c > '9') && (c < 'a' || c > 'z') {
			return false
		}
	}
	return true
}

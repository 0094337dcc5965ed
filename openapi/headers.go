package openapi

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// headerTexts are the headers of answers that the document describes, with what they
// say.
var headerTexts = map[string]string{
	"Allow":                "Methods that the address has",
	"Cache-Control":        "Who may keep the answer, and for how long",
	"Content-Disposition":  "Name of the file that the answer is",
	"ETag":                 "Version of the thing: for If-Match and If-None-Match",
	"Idempotency-Replayed": "`true`: the act was done before under this Idempotency-Key, and this is its answer",
	"Link":                 "Where the list goes on (`rel=\"next\"`)",
	"Location":             "Address of what was made",
	"RateLimit":            "What is left of each policy: its name, `r` now, and `t` seconds until all is there again. Not there where an answer comes from memory, which costs nothing",
	"RateLimit-Policy":     "Whose points a request takes (`account`, `network` of whoever has not signed in, `tenant`): at most `q` at once, and as many in `w` seconds. A request takes the points that `x-cost` says, and one for each 64 KiB of its body. Acts that a quota counts name that too (`tenants`, `letters-of-tenant`, `uploads` in thousands of bytes, `copies`, `archives`); what one refuses names it whichever it is",
	"Retry-After":          "Seconds after which to try again",
	"Upload-Offset":        "How many bytes of the photo have come",
	"Vary":                 "Headers of the request on which the answer depends",
	"WWW-Authenticate":     "How to sign in",
}

// Documented lists the headers that no answer may have unless the document names them.
var Documented = []string{"ETag", "Idempotency-Replayed", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "Upload-Offset", "WWW-Authenticate"}

var refusalHeaders = map[int][]string{
	http.StatusUnauthorized:        {"WWW-Authenticate", "Idempotency-Replayed"},
	http.StatusTooManyRequests:     {"Retry-After"},
	http.StatusServiceUnavailable:  {"Retry-After"},
	http.StatusForbidden:           {"Idempotency-Replayed"},
	http.StatusNotFound:            {"Idempotency-Replayed"},
	http.StatusConflict:            {"Idempotency-Replayed"},
	http.StatusPreconditionFailed:  {"Idempotency-Replayed"},
	http.StatusUnprocessableEntity: {"Idempotency-Replayed"},
}

// successHeaders are those of an answer that an operation was done.
func successHeaders(row Operation, status string) (names []string) {
	if status != "204" && status != "202" {
		names = append(names, "ETag", "Vary")
	}
	if row.Method == http.MethodGet {
		names = append(names, "Cache-Control", "Link", "Content-Disposition")
	}
	if row.Idempotency != IdempotencyNone {
		names = append(names, "Idempotency-Replayed")
	}
	if row.Method == http.MethodPost {
		names = append(names, "Location")
	}
	if row.Method == http.MethodPatch || row.Method == http.MethodPost {
		names = append(names, "Upload-Offset")
	}
	return names
}

func documentedHeaders() openapi3.Headers {
	out := openapi3.Headers{}
	for name, text := range headerTexts {
		schema := openapi3.NewStringSchema()
		if name == "Retry-After" || name == "Upload-Offset" {
			schema = openapi3.NewIntegerSchema()
		}
		out[name] = &openapi3.HeaderRef{Value: &openapi3.Header{Parameter: openapi3.Parameter{Description: text, Schema: schema.NewRef()}}}
	}
	return out
}

// ofEveryAnswer are the headers that any answer may have.
var ofEveryAnswer = []string{"RateLimit", "RateLimit-Policy"}

func headersOf(doc *openapi3.T, names []string) openapi3.Headers {
	out := openapi3.Headers{}
	for _, name := range append(names[:len(names):len(names)], ofEveryAnswer...) {
		out[name] = &openapi3.HeaderRef{Ref: "#/components/headers/" + name, Value: doc.Components.Headers[name].Value}
	}
	return out
}

// describeDefaults moves the defaults of the properties of a schema into their
// descriptions. Schemas that stand elsewhere are left to where they stand.
func describeDefaults(s *openapi3.SchemaRef) {
	if s == nil || s.Ref != "" {
		return
	}
	for _, property := range s.Value.Properties {
		if property.Ref == "" && property.Value.Default != nil {
			text := fmt.Sprintf("%v without.", property.Value.Default)
			if said := strings.TrimSuffix(property.Value.Description, "."); said != "" {
				text = said + "; " + text
			}
			property.Value.Description, property.Value.Default = text, nil
		}
		describeDefaults(property)
	}
	describeDefaults(s.Value.Items)
	for _, list := range []openapi3.SchemaRefs{s.Value.AllOf, s.Value.OneOf, s.Value.AnyOf} {
		for _, one := range list {
			describeDefaults(one)
		}
	}
}

package openapi_test

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"referto/openapi"
)

func served(t *testing.T) *openapi3.T {
	t.Helper()
	doc, err := openapi.Served()
	if err != nil {
		t.Fatal(err)
	}
	return doc
}

// The document as it is served is a document, and leaves no status to be guessed.
func TestServedDocumentNamesEveryStatus(t *testing.T) {
	t.Parallel()
	doc := served(t)
	if err := doc.Validate(t.Context(), openapi3.DisableExamplesValidation()); err != nil {
		t.Error(err)
	}
	table, err := openapi.Operations(doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range openapi.Sorted(table) {
		op := doc.Paths.Value(row.Path).GetOperation(row.Method)
		has := func(status int) bool { return op.Responses.Status(status) != nil }
		if op.Responses.Default() != nil {
			t.Errorf("%s: any status", row.ID)
		}
		for status, want := range map[int]bool{
			http.StatusNotModified: row.Method == http.MethodGet, http.StatusPreconditionRequired: row.NeedsMatch,
			http.StatusUnsupportedMediaType: op.RequestBody != nil, http.StatusForbidden: !row.Public || !row.Reads(),
			http.StatusBadRequest: true, http.StatusUnauthorized: true, http.StatusServiceUnavailable: true,
		} {
			if has(status) != want {
				t.Errorf("%s: %d documented %v, want %v", row.ID, status, has(status), want)
			}
		}
		for status, response := range op.Responses.Map() {
			n, err := strconv.Atoi(status)
			if err != nil || *response.Value.Description == "" {
				t.Errorf("%s: %q says %q", row.ID, status, *response.Value.Description)
			}
			if _, listed := response.Value.Headers["Idempotency-Replayed"]; n < 300 && listed != (row.Idempotency != openapi.IdempotencyNone) {
				t.Errorf("%s %s: a replay told %v", row.ID, status, listed)
			}
			if _, listed := response.Value.Headers["Retry-After"]; listed != slices.Contains([]int{429, 503}, n) {
				t.Errorf("%s %s: Retry-After told %v", row.ID, status, listed)
			}
		}
	}
}

// Every operation says in a few words what it does, by which the reference lists it; no
// two of a tag say the same.
func TestEveryOperationHasASummary(t *testing.T) {
	t.Parallel()
	said := map[string]string{}
	for path, item := range served(t).Paths.Map() {
		for method, op := range item.Operations() {
			if op.Summary == "" || strings.ContainsAny(op.Summary, "{}/") {
				t.Errorf("%s %s is listed as %q", method, path, op.Summary)
			}
			key := strings.Join(op.Tags, " ") + ": " + op.Summary
			if other, twice := said[key]; twice {
				t.Errorf("%s and %s are both listed as %q", op.OperationID, other, key)
			}
			said[key] = op.OperationID
		}
	}
}

// What a generated client must send is required, and what it may leave out is not.
func TestServedDocumentRequiresHeaders(t *testing.T) {
	t.Parallel()
	doc := served(t)
	table, err := openapi.Operations(doc)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range openapi.Sorted(table) {
		params := doc.Paths.Value(row.Path).GetOperation(row.Method).Parameters
		for name, want := range map[string]bool{"If-Match": row.NeedsMatch, "Idempotency-Key": row.Idempotency == openapi.IdempotencyRequired} {
			if p := params.GetByInAndName("header", name); want != (p != nil && p.Required) {
				t.Errorf("%s: %s required %v, want %v", row.ID, name, !want, want)
			}
		}
	}
	var look func(name string, s *openapi3.SchemaRef)
	look = func(name string, s *openapi3.SchemaRef) {
		if s == nil || s.Ref != "" {
			return
		}
		for property, value := range s.Value.Properties {
			if value.Value.Default != nil {
				t.Errorf("%s.%s has a default: clients take it for mandatory", name, property)
			}
			look(name+"."+property, value)
		}
		look(name+"[]", s.Value.Items)
	}
	for name, schema := range doc.Components.Schemas {
		look(name, schema)
	}
}

package openapi

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// Complete makes the document that is served of the one that is written: it says for each
// operation what follows from its annotations and is the same for all of their kind, so
// that nobody has to write it, nor forgets it for a new one. It changes the argument.
//
//   - The statuses with which an operation may refuse stand in the place of `default`,
//     with 304 for what is read.
//   - Statuses have their headers: ETag, Link, Idempotency-Replayed, RateLimit, Retry-After and the like.
//   - Each operation says how many points a request takes (x-cost).
//   - If-Match and Idempotency-Key are required where nothing is done without. The document
//     that requests are compared with leaves them optional: that one is missing has a
//     status and a reason of its own.
//   - The facts of the log have schemas, see logfacts.json, which is generated.
//   - Every property says what it holds, also one that refers to another schema, see
//     descriptions.yaml.
//   - Every request body has examples, see examples.yaml.
//   - A property that has a default may be left out, which generated clients take for the
//     contrary: the default stands in the description.
func Complete(doc *openapi3.T) error {
	operations, err := Operations(doc)
	if err != nil {
		return err
	}
	doc.Components.Headers = documentedHeaders()
	refusal := doc.Components.Responses["Refusal"].Value
	for _, status := range refusals {
		response := *refusal
		response.Description, response.Headers = pointerTo(statusTexts[status]), headersOf(doc, refusalHeaders[status])
		doc.Components.Responses[componentOf(status)] = &openapi3.ResponseRef{Value: &response}
	}
	doc.Components.Responses[componentOf(http.StatusNotModified)] = &openapi3.ResponseRef{Value: &openapi3.Response{
		Description: pointerTo(statusTexts[http.StatusNotModified]), Headers: headersOf(doc, []string{"ETag", "Vary"}),
	}}
	for path, item := range doc.Paths.Map() {
		for method, op := range item.Operations() {
			row, _ := operation(method, path, op)
			complete(doc, operations[row.ID], op)
		}
	}
	for _, p := range doc.Components.Parameters {
		if name := p.Value.Name; name == "If-Match" || name == "Idempotency-Key" {
			p.Value.Required = true
		}
	}
	if err := catalogLogFacts(doc); err != nil {
		return err
	}
	if err := describe(doc); err != nil {
		return err
	}
	for _, schema := range doc.Components.Schemas {
		describeDefaults(schema)
	}
	return exemplify(doc)
}

// complete says the statuses of an operation and their headers.
func complete(doc *openapi3.T, row Operation, op *openapi3.Operation) {
	if op.Extensions == nil {
		op.Extensions = map[string]any{}
	}
	op.Extensions["x-cost"] = row.Cost
	for status, response := range op.Responses.Map() {
		if strings.HasPrefix(status, "2") && response.Ref == "" {
			response.Value.Headers = headersOf(doc, successHeaders(row, status))
		}
	}
	statuses := Refusals(row, op)
	if row.Method == http.MethodGet {
		statuses = append(statuses, http.StatusNotModified)
	}
	op.Responses.Delete("default")
	for _, status := range statuses {
		component := componentOf(status)
		op.Responses.Set(strconv.Itoa(status), &openapi3.ResponseRef{Ref: "#/components/responses/" + component, Value: doc.Components.Responses[component].Value})
	}
}

// refusals are the statuses with which requests are refused.
var refusals = []int{400, 401, 403, 404, 409, 410, 412, 413, 415, 422, 428, 429, 500, 503}

// Refusals are the statuses with which an operation may refuse a request.
func Refusals(row Operation, op *openapi3.Operation) (out []int) {
	body, list := op.RequestBody != nil, row.Method == http.MethodGet && listed(op)
	may := map[int]bool{
		http.StatusForbidden:             !row.Public || !row.Reads(),
		http.StatusNotFound:              row.Hidden || strings.Contains(row.Path, "{"),
		http.StatusConflict:              !list,
		http.StatusGone:                  row.InTenant() && !row.WhileClosed,
		http.StatusPreconditionFailed:    row.NeedsMatch || row.Stores() && body,
		http.StatusRequestEntityTooLarge: body,
		http.StatusUnsupportedMediaType:  body,
		http.StatusUnprocessableEntity:   !list,
		http.StatusPreconditionRequired:  row.NeedsMatch,
	}
	for _, status := range refusals {
		if allowed, depends := may[status]; allowed || !depends {
			out = append(out, status)
		}
	}
	return out
}

// listed reports whether an operation answers with a list.
func listed(op *openapi3.Operation) bool {
	ok := op.Responses.Status(http.StatusOK)
	if ok == nil || ok.Value.Content["application/json"] == nil {
		return false
	}
	return ok.Value.Content["application/json"].Schema.Value.Properties["items"] != nil
}

var statusTexts = map[int]string{
	http.StatusNotModified:           "What If-None-Match names is still what there is",
	http.StatusBadRequest:            "The request cannot be understood: a parameter or a header is unknown, missing or malformed",
	http.StatusUnauthorized:          "Nobody is signed in, or no longer",
	http.StatusForbidden:             "The caller's roles do not allow it",
	http.StatusNotFound:              "There is no such thing, or it is not for the caller to see",
	http.StatusConflict:              "Not possible in the state in which things are",
	http.StatusGone:                  "The federation or club is closed and will be deleted; `current.dueAt` says when",
	http.StatusPreconditionFailed:    "Somebody else has changed it since; `current` says to what",
	http.StatusRequestEntityTooLarge: "The body is too long",
	http.StatusUnsupportedMediaType:  "The body is announced as something that the operation does not take",
	http.StatusUnprocessableEntity:   "The body is not as described, or a rule says no; `errors` and `rule` say what and why",
	http.StatusPreconditionRequired:  "If-Match is missing",
	http.StatusTooManyRequests:       "Too many requests or mails; try again when Retry-After says",
	http.StatusInternalServerError:   "Something failed on the server; nothing was done",
	http.StatusServiceUnavailable:    "Not available for a moment; try again when Retry-After says",
}

func componentOf(status int) string {
	return strings.NewReplacer(" ", "", "-", "").Replace(http.StatusText(status))
}

func pointerTo(text string) *string { return &text }

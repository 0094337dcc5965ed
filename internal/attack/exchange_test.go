package attack_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"referto/openapi"
)

func itoa(n int) string { return strconv.Itoa(n) }

// contract is the document and its table of operations.
type contract struct {
	doc        *openapi3.T
	operations map[string]openapi.Operation
}

var loadContract = sync.OnceValues(func() (*contract, error) {
	doc, err := openapi.GetSpec()
	if err != nil {
		return nil, err
	}
	operations, err := openapi.Operations(doc)
	return &contract{doc, operations}, err
})

func theContract(t *testing.T) *contract {
	t.Helper()
	c, err := loadContract()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// operation is an operation as the document describes it.
func (c *contract) operation(op openapi.Operation) *openapi3.Operation {
	return c.doc.Paths.Value(op.Path).GetOperation(op.Method)
}

// parameters returns the parameters of an operation, those of its path included.
func (c *contract) parameters(op openapi.Operation) []*openapi3.Parameter {
	var out []*openapi3.Parameter
	for _, list := range []openapi3.Parameters{c.doc.Paths.Value(op.Path).Parameters, c.operation(op).Parameters} {
		for _, p := range list {
			out = append(out, p.Value)
		}
	}
	return out
}

// bodySchema is the schema of an operation's request body; nil if it takes none.
func (c *contract) bodySchema(op openapi.Operation) *openapi3.Schema {
	body := c.operation(op).RequestBody
	if body == nil || body.Value.Content["application/json"] == nil { // bytes
		return nil
	}
	return body.Value.Content["application/json"].Schema.Value
}

// message is a request as it goes over the wire: nothing is escaped, encoded or
// checked on its way.
type message struct {
	method string
	path   string // with everything after /v1 but the query
	page   bool   // the path is a page's: it is not below /v1
	query  string // without the question mark
	header http.Header
	body   []byte // nil: none
}

// clone returns a copy whose header can be changed.
func (m message) clone() message {
	m.header = m.header.Clone()
	return m
}

// with is a copy with another value of a header; "" removes it.
func (m message) with(header, value string) message {
	m = m.clone()
	m.header.Del(header)
	if value != "" {
		m.header.Set(header, value)
	}
	return m
}

// String is the first line, for messages.
func (m message) String() string {
	target := m.path
	if m.query != "" {
		target += "?" + m.query
	}
	return fmt.Sprintf("%s %.200s", m.method, target)
}

// answer is the answer to a request.
type answer struct {
	status int
	header http.Header
	body   []byte
}

// reason is the reason of a problem.
func (r answer) reason() string { return r.text("reason") }

// says reports whether a refusal names a reason, and explains it in a sentence.
func (r answer) says(reason string) bool {
	var problem openapi.Problem
	if json.Unmarshal(r.body, &problem) != nil {
		return false
	}
	return problem.Reason == reason && problem.Detail != "" || slices.ContainsFunc(problem.Errors, func(e openapi.Explanation) bool {
		return e.Reason == reason && e.Text != "" && !strings.ContainsAny(e.Text, "{}")
	})
}

// text is a text member of the answer's object; "" if there is none.
func (r answer) text(name string) string {
	var object map[string]any
	if json.Unmarshal(r.body, &object) != nil {
		return ""
	}
	text, _ := object[name].(string)
	return text
}

// send sends a message to the arena's server.
func (a *arena) send(m message) answer {
	a.t.Helper()
	return a.sendTo(a.server, m)
}

func (a *arena) sendTo(server *httptest.Server, m message) answer {
	a.t.Helper()
	a.sent.Add(1)
	ctx, cancel := context.WithTimeout(a.t.Context(), 30*time.Second)
	defer cancel()
	var body io.Reader
	if m.body != nil {
		body = bytes.NewReader(m.body)
	}
	request, err := http.NewRequestWithContext(ctx, m.method, server.URL, body)
	if err != nil {
		a.t.Fatal(err)
	}
	base := "/v1"
	if m.page {
		base = ""
	}
	request.URL = &url.URL{Scheme: "http", Host: request.URL.Host, Opaque: base + m.path, RawQuery: m.query}
	request.Header = m.header.Clone()
	response, err := a.client.Do(request)
	if err != nil {
		a.t.Fatalf("%s: %v", m, err)
	}
	defer response.Body.Close()
	from := io.Reader(response.Body)
	if strings.HasPrefix(response.Header.Get("Content-Type"), "text/event-stream") {
		from = io.LimitReader(from, int64(len("retry: 3000"))) // it does not end by itself
	}
	text, err := io.ReadAll(from)
	if err != nil {
		a.t.Fatalf("%s: %v", m, err)
	}
	return answer{response.StatusCode, response.Header, text}
}

// leaks are words that only the inside of the program knows.
var leaks = []string{"SQLSTATE", "pgx:", "pgx/", "pgconn", "gorm.io", "goroutine ", ".go:", "referto/internal", "panic:", "relation \\\"", "password_hash", "$argon2"}

// largestRefusal bounds a refusal, however much is wrong.
const largestRefusal = 64 << 10

// fault finds a violation of the contract or of the promises for every answer; nil if there is none. Status and
// schema are those of the operation, nil if the address or method has none.
func (c *contract) fault(op *openapi.Operation, m message, r answer) error {
	if r.status >= 500 {
		return fmt.Errorf("failed")
	}
	for _, word := range leaks {
		if bytes.Contains(r.body, []byte(word)) {
			return fmt.Errorf("tells of the inside: %q", word)
		}
	}
	if r.header.Get("X-Content-Type-Options") != "nosniff" || r.header.Get("X-Request-Id") == "" {
		return fmt.Errorf("lacks the headers every answer has: %v", r.header)
	}
	if r.status >= 400 && len(r.body) > largestRefusal {
		return fmt.Errorf("a refusal of %d bytes", len(r.body))
	}
	if r.status >= 400 {
		if err := c.problemFault(r); err != nil {
			return err
		}
	}
	if op == nil {
		return nil
	}
	return c.schemaFault(*op, m, r)
}

// problemFault finds a violation in a refusal.
func (c *contract) problemFault(r answer) error {
	if got := r.header.Get("Content-Type"); got != "application/problem+json" {
		return fmt.Errorf("a refusal of type %q", got)
	}
	var problem openapi.Problem
	if err := json.Unmarshal(r.body, &problem); err != nil {
		return fmt.Errorf("a refusal that is no JSON: %w", err)
	}
	var value any
	if err := json.Unmarshal(r.body, &value); err != nil {
		return err
	}
	if err := c.doc.Components.Schemas["Problem"].Value.VisitJSON(value, openapi3.MultiErrors()); err != nil {
		return fmt.Errorf("a refusal against its schema: %w", err)
	}
	required := map[int]string{401: "WWW-Authenticate", 405: "Allow", 429: "Retry-After", 503: "Retry-After"}[r.status]
	switch {
	case problem.Status != r.status, problem.RequestId != r.header.Get("X-Request-Id"), problem.Type == "", problem.Title == "", problem.Reason == "":
		return fmt.Errorf("an incomplete refusal")
	case problem.Detail == "" || strings.Contains(problem.Detail, "("+problem.Reason+")"):
		return fmt.Errorf("no words for the reason %q", problem.Reason)
	case required != "" && r.header.Get(required) == "":
		return fmt.Errorf("no header %s", required)
	}
	return nil
}

// schemaFault compares an answer with the operation's description.
func (c *contract) schemaFault(op openapi.Operation, m message, r answer) error {
	described := c.operation(op)
	documented := described.Responses.Status(r.status)
	switch {
	case r.status == http.StatusNotModified && len(r.body) == 0:
		return nil
	case documented == nil && r.status < 400:
		return fmt.Errorf("an undocumented status")
	case documented != nil && documented.Value.Content == nil && len(r.body) > 0:
		return fmt.Errorf("a body where none is documented")
	case documented != nil && documented.Value.Content["text/event-stream"] != nil:
		return nil // its first bytes only have been read
	}
	request, err := http.NewRequest(m.method, "http://attack.test/v1", nil)
	if err != nil {
		return err
	}
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: request, Route: &routers.Route{
			Spec: c.doc, Path: op.Path, PathItem: c.doc.Paths.Value(op.Path), Method: op.Method, Operation: described,
		}},
		Status:  r.status,
		Header:  r.header,
		Body:    io.NopCloser(bytes.NewReader(r.body)),
		Options: &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
}

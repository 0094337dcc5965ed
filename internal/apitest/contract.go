package apitest

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"

	"referto/openapi"
)

// contract checks answers against the document.
type contract struct {
	addresses  *http.ServeMux
	operations map[string]*asked // by pattern of the addresses
}

var loaded = sync.OnceValues(func() (*contract, error) {
	doc, err := openapi.Served()
	if err != nil {
		return nil, err
	}
	doc.Servers = openapi3.Servers{{URL: "/v1"}}
	openapi3filter.RegisterBodyDecoder("text/html", openapi3filter.FileBodyDecoder) // pages are checked as text
	operations, err := openapi.Operations(doc)
	if err != nil {
		return nil, err
	}
	c := &contract{http.NewServeMux(), make(map[string]*asked)}
	for _, op := range operations {
		item := doc.Paths.Value(op.Path)
		pattern := op.Method + " /v1" + op.Path
		c.addresses.Handle(pattern, http.NotFoundHandler())
		c.operations[pattern] = &asked{op, &routers.Route{
			Spec: doc, Path: op.Path, PathItem: item, Method: op.Method, Operation: item.GetOperation(op.Method),
		}}
	}
	return c, nil
})

func loadContract(t testing.TB) *contract {
	t.Helper()
	c, err := loaded()
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// asked is the operation that a request asks for.
type asked struct {
	openapi.Operation

	route *routers.Route
}

// operation finds the row of a request in the table of operations. It returns nil if the
// contract has no such address.
func (c *contract) operation(r *http.Request) *asked {
	_, pattern := c.addresses.Handler(r)
	op := c.operations[pattern]
	if op == nil || op.Method != r.Method { // HEAD is led to GET
		return nil
	}
	return op
}

// check compares the answer to a request with the contract; without an operation it is
// a probe, a page, or an address that does not exist.
func (c *contract) check(op *asked, r *http.Request, answer *http.Response, body []byte) error {
	if op == nil {
		return nil
	}
	documented := op.route.Operation.Responses.Status(answer.StatusCode)
	if documented == nil {
		return fmt.Errorf("status %d is not documented", answer.StatusCode)
	}
	for _, name := range openapi.Documented {
		if _, listed := documented.Value.Headers[name]; answer.Header.Get(name) != "" && !listed {
			return fmt.Errorf("the header %s of status %d is not documented", name, answer.StatusCode)
		}
	}
	if answer.StatusCode == http.StatusNotModified {
		if len(body) > 0 {
			return fmt.Errorf("304 with a body")
		}
		return nil
	}
	if documented.Value.Content == nil && len(body) > 0 {
		return fmt.Errorf("status %d has a body", answer.StatusCode)
	}
	return openapi3filter.ValidateResponse(context.Background(), &openapi3filter.ResponseValidationInput{
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, Route: op.route},
		Status:                 answer.StatusCode,
		Header:                 answer.Header,
		Body:                   io.NopCloser(bytes.NewReader(body)),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
}

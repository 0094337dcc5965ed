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
	"github.com/getkin/kin-openapi/routers/gorillamux"

	"referto/openapi"
)

// contract checks answers against the document.
type contract struct {
	router     routers.Router
	operations map[string]openapi.Operation
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
	router, err := gorillamux.NewRouter(doc)
	return &contract{router, operations}, err
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

	route  *routers.Route
	params map[string]string
}

// operation finds the row of a request in the table of operations. It returns nil if the
// contract has no such address. Finding takes a tenth of a test's time: one finding
// serves the request and its answer.
func (c *contract) operation(r *http.Request) *asked {
	route, params, err := c.router.FindRoute(r)
	if err != nil {
		return nil
	}
	for _, op := range c.operations {
		if op.Method == route.Method && op.Path == route.Path {
			return &asked{op, route, params}
		}
	}
	return nil
}

// check compares the answer to a request with the contract; without an operation it is
// a probe, a page, or an address that does not exist.
func (c *contract) check(op *asked, r *http.Request, answer *http.Response, body []byte) error {
	if op == nil {
		return nil
	}
	route, params := op.route, op.params
	documented := route.Operation.Responses.Status(answer.StatusCode)
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
		RequestValidationInput: &openapi3filter.RequestValidationInput{Request: r, PathParams: params, Route: route},
		Status:                 answer.StatusCode,
		Header:                 answer.Header,
		Body:                   io.NopCloser(bytes.NewReader(body)),
		Options:                &openapi3filter.Options{IncludeResponseStatus: true, MultiError: true},
	})
}

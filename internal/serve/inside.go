package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"

	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/frontend/pages"
	"referto/internal/authz/authzapi"
	"referto/openapi"
)

// caller calls operations of the API for a page, in this process, as the reader of the page. The API alone validates,
// permits, counts and records; pages do not repeat it.
type caller struct {
	site *site
	echo echo.Context // the request for the page
	lang string
	held *authzapi.Held // nil if nobody has signed in
	// match is the expected version of the thing to change, as an entity tag; "" for none.
	match string
}

// forwarded are the headers of a request by which the API knows where it comes from.
var forwarded = []string{"X-Forwarded-For", "X-Real-Ip"}

// call sends a body (nil: none) to an operation and reads its answer into out (nil: unread). A
// refusal comes back as a problem in the language of the page.
func (o caller) call(method, path string, body, out any) (*openapi.Problem, error) {
	r, err := o.request(method, path, body)
	if err != nil {
		return nil, err
	}
	answer, problem, err := o.answer(r)
	if problem != nil || err != nil {
		return problem, err
	}
	if out == nil || answer.body.Len() == 0 {
		return nil, nil
	}
	if err := json.Unmarshal(answer.body.Bytes(), out); err != nil {
		return nil, fmt.Errorf("serve: the answer of %s %s: %w", method, path, err)
	}
	return nil, nil
}

// answer lets the API answer a request, or refuse it.
func (o caller) answer(r *http.Request) (*inner, *openapi.Problem, error) {
	answer := &inner{header: http.Header{}}
	o.site.inside.ServeHTTP(answer, r)
	if answer.status < http.StatusBadRequest {
		return answer, nil, nil
	}
	problem := &openapi.Problem{}
	if err := json.Unmarshal(answer.body.Bytes(), problem); err != nil {
		return nil, nil, fmt.Errorf("serve: the problem of %s %s: %w", r.Method, r.URL.Path, err)
	}
	if wait := answer.header.Get("Retry-After"); wait != "" {
		o.echo.Response().Header().Set("Retry-After", wait)
	}
	return nil, problem, nil
}

// insideProblem is a problem with which the API has refused an operation that a page needs.
type insideProblem struct{ openapi.Problem }

func (e *insideProblem) Error() string { return "serve: the API refuses: " + e.Reason }

// file passes on the answer of an operation, such as a table, in the language and with the navigation bar of the
// page.
func (o caller) file(path string, reader pages.Reader) (*inner, error) {
	r, err := o.request(http.MethodGet, path, nil)
	if err != nil {
		return nil, err
	}
	answer, problem, err := o.answer(r.WithContext(context.WithValue(r.Context(), readerKey{}, reader)))
	if problem != nil {
		return nil, &insideProblem{*problem}
	}
	return answer, err
}

// pass lets an operation answer in place of the page: for files, which are not held in memory.
func (o caller) pass(path string) error {
	r, err := o.request(http.MethodGet, path, nil)
	if err != nil {
		return err
	}
	o.site.inside.ServeHTTP(o.echo.Response(), r)
	return nil
}

// octets is a body that is sent unchanged.
type octets []byte

// readerKey names the reader of the page in the context of a call that a page makes.
type readerKey struct{}

func (o caller) request(method, path string, body any) (*http.Request, error) {
	raw, media := []byte(nil), mediaJSON
	switch body := body.(type) {
	case nil:
	case octets:
		raw, media = body, mediaBinary
	default:
		var err error
		if raw, err = json.Marshal(body); err != nil {
			return nil, fmt.Errorf("serve: the body of %s %s: %w", method, path, err)
		}
	}
	outer := o.echo.Request()
	r, err := http.NewRequestWithContext(outer.Context(), method, "/v1"+path, newInMemory(raw))
	if err != nil {
		return nil, fmt.Errorf("serve: %w", err)
	}
	r.ContentLength = int64(len(raw))
	r.RemoteAddr, r.Host, r.RequestURI = outer.RemoteAddr, outer.Host, r.URL.RequestURI()
	for _, name := range forwarded {
		if values := outer.Header[name]; values != nil {
			r.Header[name] = values
		}
	}
	r.Header.Set("Accept", mediaJSON)
	r.Header.Set("Accept-Language", o.lang)
	if method != http.MethodGet {
		r.Header.Set("Idempotency-Key", o.key())
	}
	if body != nil {
		r.Header.Set("Content-Type", media)
	}
	if o.match != "" {
		r.Header.Set("If-Match", o.match)
	}
	if o.held != nil {
		access, _, err := o.site.api.Access(*o.held)
		if err != nil {
			return nil, err
		}
		r.Header.Set("Authorization", "Bearer "+access)
	}
	return r, nil
}

// key returns the idempotency key of an act: the one of its form, so that a form that is sent twice acts once.
func (o caller) key() string {
	if key := o.echo.FormValue("key"); len(key) == len(uuid.UUID{}.String()) && !strings.ContainsFunc(key, notKey) {
		return key
	}
	return uuid.NewString()
}

func notKey(r rune) bool { return (r < '0' || r > '9') && (r < 'a' || r > 'f') && r != '-' }

// inner is the writer of an answer that stays in the process.
type inner struct {
	header http.Header
	status int
	body   bytes.Buffer
}

// Header returns the headers of the answer.
func (w *inner) Header() http.Header { return w.header }

// WriteHeader keeps the status.
func (w *inner) WriteHeader(status int) { w.status = status }

// Write keeps the body.
func (w *inner) Write(p []byte) (int, error) { return w.body.Write(p) }

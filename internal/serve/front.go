package serve

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/labstack/echo/v4"
)

// front stands before everything else, the shelf of finished pages included, and lets requests through whose address
// is valid text and whose headers are unambiguous. The server behind it answers, counts and logs the refused requests
// like any other.
type front struct {
	next    http.Handler
	refuser http.Handler // answers with the error that [refusing] finds
}

// ServeHTTP passes on or refuses.
func (f front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if len(r.TransferEncoding) > 0 { // bytes that follow chunks are no request of this connection
		w.Header().Set("Connection", "close")
	}
	if err := malformed(r); err != nil {
		f.refuser.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), refusalKey{}, err)))
		return
	}
	f.next.ServeHTTP(w, r)
}

type refusalKey struct{}

// refusing ends a request that the front has refused.
func refusing(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		if err, ok := c.Request().Context().Value(refusalKey{}).(error); ok {
			return err
		}
		return next(c)
	}
}

// once lists the headers that have a single value. If one is repeated, some programs use the first, others the last
// or their list.
var once = []string{
	"Authorization", "Content-Encoding", "Content-Length", "Content-Type", "Expect", "Host", "Idempotency-Key", "If-Match", "Last-Event-Id", "Upload-Offset",
}

// Errors of the front.
var (
	errHeaderTwice = errors.New("serve: a header that says one thing is given twice")
	errTwoLengths  = errors.New("serve: a length, and chunks")
)

// malformed refuses a request that is wrong whatever it asks for: a path or a query that is not valid text, a
// repeated header, a body with two lengths.
func malformed(r *http.Request) error {
	if !text(r.URL.Path) || !oneSpelling(r.URL) {
		return echo.NewHTTPError(http.StatusNotFound)
	}
	if r.URL.RawQuery != "" {
		if _, err := parseQuery(r.URL.RawQuery); err != nil {
			return &invalidRequest{status: http.StatusBadRequest, reason: "query-malformed"}
		}
	}
	for name, values := range r.Header { // fewer than the names that may stand once
		if len(values) > 1 && slices.Contains(once, name) {
			return errHeaderTwice
		}
	}
	if len(r.TransferEncoding) > 0 && twoLengths(r) {
		return errTwoLengths
	}
	return nil
}

// oneSpelling reports whether a path is not a second spelling of another path: it has no step "." or "..", and no
// encoded slash.
func oneSpelling(u *url.URL) bool {
	if strings.Contains(u.RawPath, "%2f") || strings.Contains(u.RawPath, "%2F") {
		return false
	}
	for step := range strings.SplitSeq(u.Path, "/") {
		if step == "." || step == ".." {
			return false
		}
	}
	return true
}

// text reports whether a path can be the name of anything: it is UTF-8 without control
// characters. PostgreSQL takes no NUL and nothing that is not UTF-8.
func text(path string) bool {
	return utf8.ValidString(path) && !strings.ContainsFunc(path, func(r rune) bool { return r < 0x20 || r == 0x7f })
}

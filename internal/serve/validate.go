package serve

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/google/uuid"
	"github.com/labstack/echo/v4"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/openapi"
)

// invalidRequest is the error of a request that violates the contract.
type invalidRequest struct {
	status int
	reason string
	faults league.Faults
}

func (e *invalidRequest) Error() string {
	return fmt.Sprintf("invalid request: %s %v", e.reason, e.faults)
}

// validator leads requests to the operations of the contract in the order of decision 0044: the address, the caller,
// the permission, and only then the content. It checks all of it against the contract, because the strict server
// parses types and ignores everything else: required fields, patterns, ranges, unknown fields and parameters.
type validator struct {
	entries map[string]*entry // by method and echo's route pattern
	gate    *gate.Gate
	bodies  *bodies
	meter   *meter
	cookie  sessionCookie
}

// entry is an operation as requests are checked against it.
type entry struct {
	operation string // its id in the table of operations
	cost      int    // in points
	route     *routers.Route
	params    map[string][]*openapi3.Parameter // by where they are
	fits      []fitting                        // parallel to the parameters of the path
	body      *openapi3.RequestBody            // nil: takes none
	most      int                              // bytes of a body
	content   *part                            // of the JSON body; nil: it has none
}

func newValidator(entrance *gate.Gate, meter *meter, cookie sessionCookie) (*validator, error) {
	entries, err := readEntries()
	return &validator{entries: entries, gate: entrance, bodies: newBodies(), meter: meter, cookie: cookie}, err
}

// readEntries returns the operations of the contract, by method and echo's route pattern. They
// are read once, for all servers of a process.
var readEntries = sync.OnceValues(func() (map[string]*entry, error) {
	contract, err := openapi.Parsed()
	if err != nil {
		return nil, err
	}
	entries, parts := make(map[string]*entry), taken{}
	for path, item := range contract.Doc.Paths.Map() {
		pattern := "/v1" + strings.NewReplacer("{", ":", "}", "").Replace(path)
		for method, op := range item.Operations() {
			e := &entry{
				operation: openapi.OperationID(op),
				cost:      contract.Operations[openapi.OperationID(op)].Cost,
				route:     &routers.Route{Spec: contract.Doc, Path: path, PathItem: item, Method: method, Operation: op},
				params:    map[string][]*openapi3.Parameter{},
				most:      openapi.MaxBody(op),
			}
			for _, p := range append(item.Parameters[:len(item.Parameters):len(item.Parameters)], op.Parameters...) {
				e.params[p.Value.In] = append(e.params[p.Value.In], p.Value)
				if p.Value.In == openapi3.ParameterInPath {
					e.fits = append(e.fits, fittingOf(p.Value.Schema.Value))
				}
			}
			if op.RequestBody != nil {
				e.body = op.RequestBody.Value
				if media := e.body.Content[mediaJSON]; media != nil {
					e.content = parts.apart(media.Schema.Value)
				}
			}
			entries[method+" "+pattern] = e
		}
	}
	return entries, nil
})

func (v *validator) middleware(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		e := v.entries[c.Request().Method+" "+c.Path()]
		if e == nil { // no operation: a probe, a page, or 404
			if err := v.meter.page(c, v.cookie.personal(c.Request())); err != nil {
				return err
			}
			return next(c)
		}
		release, err := v.inOrder(c, e)
		defer release()
		if err != nil {
			if r := c.Request(); r.ContentLength != 0 && c.Get(readKey) == nil {
				c.Response().Header().Set("Connection", "close") // or net/http would read the body first
			}
			return err
		}
		return next(c)
	}
}

func nothing() {}

func (v *validator) inOrder(c echo.Context, e *entry) (release func(), err error) {
	if err := v.identify(c, e); err != nil {
		if full := v.meter.take(c, uuid.Nil, uuid.Nil, pageCost); full != nil {
			return nothing, full
		}
		return nothing, err
	}
	account, tenant := v.gate.Sender(c)
	if err := v.meter.take(c, account, tenant, e.cost); err != nil {
		return nothing, err
	}
	return v.content(c, e)
}

// identify determines the operation and the caller. Requests for which that fails are charged to the network.
func (v *validator) identify(c echo.Context, e *entry) error {
	if err := e.address(c); err != nil {
		return err
	}
	return v.gate.Identify(c, e.operation)
}

// content reads the body, once it is known that the caller has the permission. The decision is a round trip of its
// own, which is saved for a short body without faults: the act decides again anyway, with its first statements.
// Faults of a request are reported only to callers with the permission.
func (v *validator) content(c echo.Context, e *entry) (release func(), err error) {
	fault := e.announced(c, v.gate)
	if fault != nil || !atOnce(c.Request()) {
		if err := v.gate.Admit(c); err != nil {
			return nothing, err
		}
		if fault != nil {
			return nothing, fault
		}
		return v.bodies.take(c, e, v.gate.Known(c))
	}
	release, err = v.bodies.take(c, e, v.gate.Known(c))
	if err != nil && !errors.Is(err, errBodiesFull) {
		if refused := v.gate.Admit(c); refused != nil {
			return release, refused
		}
	}
	return release, err
}

// short bounds a body that is read before the database has been asked. It
// is enough for the result of any table, and costs less to read than the asking.
const short = 8 << 10

// atOnce reports whether the body is so short (or absent) that reading it costs no more than querying its sender's
// roles. A sender who waits for an invitation (Expect) asks for the decision first.
func atOnce(r *http.Request) bool {
	if r.ContentLength == 0 {
		return true
	}
	return r.ContentLength > 0 && r.ContentLength <= short && r.Header.Get("Expect") == "" && plain(r.Header, mediaJSON)
}

// input is a request in the form of the library.
func (e *entry) input(c echo.Context) *openapi3filter.RequestValidationInput {
	names, values := c.ParamNames(), c.ParamValues()
	params := make(map[string]string, len(names))
	for i, name := range names {
		params[name] = values[i]
	}
	return &openapi3filter.RequestValidationInput{
		Request: c.Request(), PathParams: params, Route: e.route,
		Options: &openapi3filter.Options{MultiError: true, SkipSettingDefaults: true, SchemaValidationOptions: formats},
	}
}

// address checks the path and the query. A path that cannot name anything gets 404; a query parameter that is
// unknown, repeated or has an impossible value is refused, because silently ignoring a filter would give wrong
// results.
func (e *entry) address(c echo.Context) error {
	for i, p := range e.params[openapi3.ParameterInPath] {
		text := c.Param(p.Name)
		if fits := e.fits[i]; fits != nil && fits(text) {
			continue
		}
		if !spelledOnce(p, text) || openapi3filter.ValidateParameter(c.Request().Context(), e.input(c), p) != nil {
			return &invalidRequest{status: http.StatusNotFound, reason: "not-found"}
		}
	}
	if c.Request().URL.RawQuery == "" && len(e.params[openapi3.ParameterInQuery]) == 0 {
		return nil
	}
	query := c.Request().URL.Query() // the front has refused a malformed one
	for name, values := range query {
		switch {
		case !e.hasQuery(name):
			return parameterFault("unknown-parameter", name)
		case len(values) > 1:
			return parameterFault("parameter-twice", name)
		}
	}
	return e.parameters(c, openapi3.ParameterInQuery, query.Get, query.Has)
}

func (e *entry) hasQuery(name string) bool {
	for _, p := range e.params[openapi3.ParameterInQuery] {
		if p.Name == name {
			return true
		}
	}
	return false
}

// parameters checks the parameters of the query or of the header.
func (e *entry) parameters(c echo.Context, in string, value func(string) string, given func(string) bool) error {
	if len(e.params[in]) == 0 {
		return nil
	}
	input := e.input(c)
	out := &invalidRequest{status: http.StatusBadRequest, reason: "parameter-invalid"}
	for _, p := range e.params[in] {
		fault := league.Fault{Field: in + ":" + p.Name, Grounds: league.Grounds{Reason: "parameter-invalid"}}
		if err := openapi3filter.ValidateParameter(c.Request().Context(), input, p); err != nil {
			fault.Grounds = parameterGrounds(err)
			out.faults = append(out.faults, fault)
		} else if given(p.Name) && !spelledOnce(p, value(p.Name)) {
			out.faults = append(out.faults, fault)
		}
	}
	if len(out.faults) > 0 {
		return out
	}
	return nil
}

func parameterFault(reason, name string) error {
	return &invalidRequest{http.StatusBadRequest, reason, league.Faults{{Field: "query:" + name, Grounds: league.Grounds{Reason: reason}}}}
}

// announced checks the headers: parameters, the preconditions of the act, and the type and length of the body.
func (e *entry) announced(c echo.Context, entrance *gate.Gate) error {
	header := c.Request().Header
	given := func(name string) bool { return len(header.Values(name)) > 0 }
	if err := e.parameters(c, openapi3.ParameterInHeader, header.Get, given); err != nil {
		return err
	}
	if err := entrance.Preconditions(c); err != nil {
		return err
	}
	return e.announcedBody(c.Request())
}

// spelledOnce reports whether a number or a truth value is written as we write it: one
// thing has one address, so "01" and "+1" are none.
func spelledOnce(p *openapi3.Parameter, text string) bool {
	switch kind := p.Schema.Value.Type; {
	case kind.Is(openapi3.TypeInteger):
		n, err := strconv.ParseInt(text, 10, 64)
		return err == nil && strconv.FormatInt(n, 10) == text
	case kind.Is(openapi3.TypeBoolean):
		return text == "true" || text == "false"
	}
	return true
}

// formats are the demands on texts beyond the library's: it compares the form of a
// time only.
var formats = []openapi3.SchemaValidationOption{openapi3.WithStringFormatValidator("date-time", realTime)}

// realTime refuses values that have the form of a time but are none, such as 30 February or the year 0.
var realTime = openapi3.NewCallbackValidator(func(text string) error {
	at, err := time.Parse(time.RFC3339, text)
	if err == nil && !league.PlausibleYear(at.UTC()) {
		err = errYear
	}
	return err
})

var errYear = fmt.Errorf("not a year between %d and %d", league.FirstYear, league.LastYear)

// parseQuery is url.ParseQuery, but refuses invalid text.
func parseQuery(raw string) (url.Values, error) {
	query, err := url.ParseQuery(raw)
	if err != nil {
		return nil, err
	}
	for name, values := range query {
		for _, value := range append(values, name) {
			if !utf8.ValidString(value) || strings.ContainsRune(value, 0) {
				return nil, errNotText
			}
		}
	}
	return query, nil
}

var errNotText = errors.New("not text")

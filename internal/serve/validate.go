package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/getkin/kin-openapi/openapi3filter"
	"github.com/getkin/kin-openapi/routers"
	"github.com/labstack/echo/v4"

	"referto/internal/league"
	"referto/internal/strictjson"
	"referto/openapi"
)

// bodyKey is where echo's context keeps the body as it came.
const bodyKey = "body"

func requestBody(c echo.Context) []byte {
	body, _ := c.Get(bodyKey).([]byte)
	return body
}

// invalidRequest says that a request does not fit the contract.
type invalidRequest struct {
	status int
	reason string
	faults league.Faults
}

func (e *invalidRequest) Error() string {
	return fmt.Sprintf("invalid request: %s %v", e.reason, e.faults)
}

// validator checks requests against the contract before anything reads them.
// The strict server parses types and ignores everything else: required fields,
// patterns, ranges, unknown fields and parameters.
type validator struct {
	routes map[string]*routers.Route // by method and echo's route pattern
}

func newValidator(doc *openapi3.T, base string) *validator {
	v := &validator{routes: make(map[string]*routers.Route)}
	for path, item := range doc.Paths.Map() {
		pattern := base + strings.NewReplacer("{", ":", "}", "").Replace(path)
		for method, op := range item.Operations() {
			v.routes[method+" "+pattern] = &routers.Route{Spec: doc, Path: path, PathItem: item, Method: method, Operation: op}
		}
	}
	return v
}

func (v *validator) middleware(next echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		route := v.routes[c.Request().Method+" "+c.Path()]
		if route == nil {
			return next(c) // no operation: a probe, a page, or 404
		}
		if err := readBody(c, route); err != nil {
			return err
		}
		if err := knownQuery(c, route); err != nil {
			return err
		}
		if err := validate(c, route); err != nil {
			return err
		}
		return next(c)
	}
}

// readBody reads the body once, for validation, fingerprint and handler.
func readBody(c echo.Context, route *routers.Route) error {
	r := c.Request()
	if r.Body == nil || r.Body == http.NoBody {
		return nil
	}
	most := openapi.MaxBody(route.Operation)
	body, err := io.ReadAll(http.MaxBytesReader(c.Response(), r.Body, int64(most)))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return echo.NewHTTPError(http.StatusRequestEntityTooLarge)
	case err != nil:
		return &invalidRequest{status: http.StatusBadRequest, reason: "body-unreadable"}
	case len(body) == 0:
		r.Body = http.NoBody
		return nil
	case route.Operation.RequestBody == nil:
		return &invalidRequest{status: http.StatusBadRequest, reason: "body-unexpected"}
	}
	switch {
	case plain(r.Header, mediaJSON):
	case plain(r.Header, mediaYAML) && route.Operation.RequestBody.Value.Content[mediaYAML] != nil:
		if body, err = jsonOf(body, most); err != nil {
			return err
		}
		r.Header.Set("Content-Type", mediaJSON)
		r.ContentLength = int64(len(body))
	case binary(r.Header, route.Operation):
		keepBody(c, body)
		return nil
	default:
		return echo.NewHTTPError(http.StatusUnsupportedMediaType)
	}
	if err := strictjson.Check(body); err != nil {
		return err
	}
	keepBody(c, body)
	return nil
}

// keepBody leaves a body that has been read to whoever reads it next.
func keepBody(c echo.Context, body []byte) {
	c.Set(bodyKey, body)
	c.Request().Body = io.NopCloser(bytes.NewReader(body))
}

// The media types of bodies. YAML is taken where an operation says so, and is the
// JSON that it stands for to everything that follows. What bytes are the contract
// does not describe: their reader says what is wrong with them.
const (
	mediaJSON   = "application/json"
	mediaYAML   = "application/yaml"
	mediaBinary = "application/octet-stream"
)

// plain tells whether the headers announce a media type as we read it: in UTF-8
// and not compressed. What a sender says of his bytes must be what we take them
// for.
func plain(h http.Header, want string) bool {
	media, params, err := mime.ParseMediaType(h.Get("Content-Type"))
	if err != nil || media != want || h.Get("Content-Encoding") != "" {
		return false
	}
	charset, given := params["charset"]
	return !given || strings.EqualFold(charset, "utf-8")
}

// jsonOf is the JSON that a YAML document stands for. What [strictjson.FromYAML]
// refuses is no document; one whose JSON is longer than a body may be is too long.
func jsonOf(document []byte, most int) ([]byte, error) {
	body, err := strictjson.FromYAML(document)
	var fault *strictjson.YAMLError
	switch {
	case errors.As(err, &fault):
		where := league.Fault{Pointer: fault.Pointer, Grounds: league.Grounds{Reason: fault.Reason}}
		where.Params = fault.Params
		return nil, &invalidRequest{status: http.StatusBadRequest, reason: "yaml-unreadable", faults: league.Faults{where}}
	case err != nil:
		return nil, err
	case len(body) > most:
		return nil, echo.NewHTTPError(http.StatusRequestEntityTooLarge)
	}
	return body, nil
}

// binary tells whether the body is announced as bytes and the operation takes
// such.
func binary(h http.Header, op *openapi3.Operation) bool {
	media, _, err := mime.ParseMediaType(h.Get("Content-Type"))
	return err == nil && media == mediaBinary && h.Get("Content-Encoding") == "" && op.RequestBody.Value.Content[mediaBinary] != nil
}

// knownQuery refuses query parameters the operation does not have, and any given
// twice: a filter that is silently ignored is a lie.
func knownQuery(c echo.Context, route *routers.Route) error {
	if c.Request().URL.RawQuery == "" {
		return nil
	}
	query, err := parseQuery(c.Request().URL.RawQuery)
	if err != nil {
		return &invalidRequest{status: http.StatusBadRequest, reason: "query-malformed"}
	}
	for name, values := range query {
		switch {
		case !hasParameter(route, name):
			return parameterFault("unknown-parameter", name)
		case len(values) > 1:
			return parameterFault("parameter-twice", name)
		}
	}
	return nil
}

func parameterFault(reason, name string) error {
	return &invalidRequest{http.StatusBadRequest, reason, league.Faults{{Pointer: "query:" + name, Grounds: league.Grounds{Reason: reason}}}}
}

func hasParameter(route *routers.Route, name string) bool {
	for _, params := range []openapi3.Parameters{route.PathItem.Parameters, route.Operation.Parameters} {
		if p := params.GetByInAndName(openapi3.ParameterInQuery, name); p != nil {
			return true
		}
	}
	return false
}

// noAuthentication: the gate authenticates. Stated because the library's
// default accepts everything silently.
func noAuthentication(context.Context, *openapi3filter.AuthenticationInput) error { return nil }

func validate(c echo.Context, route *routers.Route) error {
	names, values := c.ParamNames(), c.ParamValues()
	params := make(map[string]string, len(names))
	for i, name := range names {
		params[name] = values[i]
	}
	if !spelledOnce(route, params) {
		return &invalidRequest{status: http.StatusNotFound, reason: "not-found"}
	}
	err := openapi3filter.ValidateRequest(c.Request().Context(), &openapi3filter.RequestValidationInput{
		Request:    c.Request(),
		PathParams: params,
		Route:      route,
		Options: &openapi3filter.Options{
			MultiError:                 true,
			AuthenticationFunc:         noAuthentication,
			SkipSettingDefaults:        true,
			ExcludeRequestBody:         route.Operation.RequestBody != nil && binary(c.Request().Header, route.Operation),
			ExcludeReadOnlyValidations: true,
			SchemaValidationOptions:    []openapi3.SchemaValidationOption{openapi3.WithStringFormatValidator("date-time", realTime)},
		},
	})
	if body := requestBody(c); body != nil {
		c.Request().Body = io.NopCloser(bytes.NewReader(body))
	}
	if err == nil {
		return nil
	}
	return describeInvalid(err)
}

// realTime refuses what has the form of a time and is none, such as 30 February or the
// year 0: the library compares the form only.
var realTime = openapi3.NewCallbackValidator(func(text string) error {
	at, err := time.Parse(time.RFC3339, text)
	if err == nil && !league.PlausibleYear(at.UTC()) {
		err = errYear
	}
	return err
})

var errYear = fmt.Errorf("not a year between %d and %d", league.FirstYear, league.LastYear)

// spelledOnce tells whether the numbers in the path are written as we write them:
// one thing has one address, so "01" is none.
func spelledOnce(route *routers.Route, params map[string]string) bool {
	for _, p := range route.PathItem.Parameters {
		if p.Value.In != openapi3.ParameterInPath || !p.Value.Schema.Value.Type.Is(openapi3.TypeInteger) {
			continue
		}
		text := params[p.Value.Name]
		if n, err := strconv.Atoi(text); err != nil || strconv.Itoa(n) != text {
			return false
		}
	}
	return true
}

// describeInvalid lists the faults the library found. A fault in the address is
// 404 for a path parameter (there is no such thing), 400 for a query parameter
// or header, 422 for the body.
func describeInvalid(err error) error {
	out := &invalidRequest{status: http.StatusUnprocessableEntity, reason: "invalid"}
	for _, one := range flatten(err) {
		var request *openapi3filter.RequestError
		if !errors.As(one, &request) {
			out.faults = append(out.faults, league.Fault{Grounds: schemaGrounds(one)})
			continue
		}
		if request.Parameter != nil {
			if request.Parameter.In == openapi3.ParameterInPath {
				return &invalidRequest{status: http.StatusNotFound, reason: "not-found"}
			}
			out.status, out.reason = http.StatusBadRequest, "parameter-invalid"
			out.faults = append(out.faults, league.Fault{
				Pointer: request.Parameter.In + ":" + request.Parameter.Name, Grounds: parameterGrounds(request),
			})
			continue
		}
		out.faults = append(out.faults, bodyFaults(request)...)
	}
	return out
}

// flatten lists the single errors of a tree of them.
func flatten(err error) []error {
	var many openapi3.MultiError
	if !errors.As(err, &many) {
		return []error{err}
	}
	if single, ok := err.(*openapi3filter.RequestError); ok { //nolint:errorlint // the node itself, not its chain
		return []error{single}
	}
	var out []error
	for _, one := range many {
		out = append(out, flatten(one)...)
	}
	return out
}

func bodyFaults(request *openapi3filter.RequestError) league.Faults {
	if errors.Is(request.Err, openapi3filter.ErrInvalidRequired) {
		return league.Faults{{Grounds: league.Grounds{Reason: "body-missing"}}}
	}
	var many openapi3.MultiError
	errs := []error{request.Err}
	if errors.As(request.Err, &many) {
		errs = many
	}
	var out league.Faults
	for _, one := range errs {
		var schema *openapi3.SchemaError
		if !errors.As(one, &schema) {
			out = append(out, league.Fault{Grounds: schemaGrounds(request)})
			continue
		}
		path := schema.JSONPointer()
		if schema.SchemaField == "properties" { // the library points at the object around an unknown field
			if _, name, ok := strings.Cut(schema.Reason, `"`); ok {
				path = append(path, strings.TrimSuffix(name, `" is unsupported`))
			}
		}
		pointer := ""
		if len(path) > 0 {
			pointer = "/" + strings.Join(path, "/")
		}
		out = append(out, league.Fault{Pointer: pointer, Grounds: schemaGrounds(schema)})
	}
	return out
}

// parseQuery is url.ParseQuery, refusing what is no text.
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

package attack_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/uuid"
)

// pathFaults are addresses that name nothing: impossible parameters, and paths that are too long. Possible but
// missing ids are TestIsolation's.
func (t *target) pathFaults() []fault {
	var out []fault
	for _, p := range t.c.parameters(t.op) {
		if p.In != openapi3.ParameterInPath {
			continue
		}
		good := t.request.path[p.Name]
		for _, bad := range badSegments(p.Schema.Value, good) {
			path := strings.Replace(t.op.Path, "{"+p.Name+"}", bad, 1)
			for name, value := range t.request.path {
				path = strings.Replace(path, "{"+name+"}", url.PathEscape(value), 1)
			}
			out = append(out, t.make("path "+p.Name+": "+shorten(bad), http.StatusNotFound, func(m *message) { m.path = path }))
		}
	}
	for _, tail := range []string{"/", "//", "/%00", "/x/y/z", "%20", ";x=1", "/..", "/." + "/"} {
		out = append(out, t.make("path with "+tail, http.StatusNotFound, func(m *message) { m.path, m.query = m.path+tail, "" }).or(http.StatusMethodNotAllowed))
	}
	return out
}

// badSegments are escaped path segments that no parameter of the schema can have.
func badSegments(s *openapi3.Schema, good string) []string {
	common := []string{
		"", "%00", good + "%00", "%20" + good, good + "%20", "%FF", "%C0%AE%C0%AE", "..", "%2e%2e", "..%2f" + good, good + "%2f" + good,
		"%27%20or%201%3D1--", good + "%3Fx", "%7B%7D", strings.Repeat("a", 3000), "%E2%80%8B" + good, good + ";x",
	}
	switch {
	case s.Type.Is(openapi3.TypeInteger):
		return append(common, "x", "0", "-1", "1.0", "1e0", "%2B1", "0x1", "NaN", "2147483648", "4294967297", "9223372036854775808",
			"99999999999999999999999", "%D9%A1", "1,1", "null", "01")
	case s.Format == "uuid":
		return append(common, "x", "0", "null", strings.ToUpper(good), strings.ReplaceAll(good, "-", ""), "%7B"+good+"%7D", "urn:uuid:"+good, good+"0", good[1:], uuid.Nil.String())
	default:
		return append(common, "A"+good, good+"_", "-"+good, strings.ToUpper(good), strings.Repeat("a", 61))
	}
}

// queryFaults are parameters the operation does not have, those it has twice, and
// values out of their ranges.
func (t *target) queryFaults() []fault {
	var out []fault
	add := func(name, query string) {
		out = append(out, t.make("query "+name+": "+shorten(query), http.StatusBadRequest, func(m *message) { m.query = join(t.valid.query, query) }))
	}
	for _, unknown := range []string{"x=1", "tenant=x", "%00=1", "access_token=x", "Limit=1", "limit%5B%5D=1", "_method=DELETE", "sort=name%3Bdrop+table+x"} {
		add("unknown", unknown)
	}
	for _, malformed := range []string{"%zz=1", "x=%zz", "a;b", "x=%FF", "x=%00"} {
		add("malformed", malformed)
	}
	for _, p := range t.c.parameters(t.op) {
		if p.In != openapi3.ParameterInQuery {
			continue
		}
		good := url.QueryEscape(plain(sample(t.t, p.Schema.Value)))
		twice := p.Name + "=" + good + "&" + p.Name + "=" + good
		out = append(out, t.make("query twice: "+p.Name, http.StatusBadRequest, func(m *message) { m.query = join(without(t.valid.query, p.Name), twice) }))
		if p.Required {
			out = append(out, t.make("query without "+p.Name, http.StatusBadRequest, func(m *message) { m.query = without(t.valid.query, p.Name) }))
		}
		for _, bad := range badQueryValues(p.Schema.Value) {
			out = append(out, t.make("query "+p.Name+"="+shorten(bad), http.StatusBadRequest, func(m *message) {
				m.query = join(without(t.valid.query, p.Name), p.Name+"="+bad)
			}))
		}
	}
	return out
}

// badQueryValues are escaped values that a query parameter of the schema cannot
// have.
func badQueryValues(s *openapi3.Schema) []string {
	common := []string{"", "%00", "%FF", "%ED%A0%80", "a%00b"}
	switch {
	case s.Type.Is(openapi3.TypeInteger):
		out := append(slices.Clone(common), "x", "1.5", "1e400", "NaN", "0x10", "+", "9223372036854775808", "99999999999999999999999", "null", "true", "1%2C2", "%D9%A1")
		least := "1"
		if s.Min != nil {
			least = number(*s.Min)
		}
		out = append(out, "%2B"+least, "+"+least, "%20"+least, least+"%20", "0"+least, "00"+least, least+"e0", least+".0", "-0", least+"%00")
		if s.Min != nil {
			out = append(out, number(*s.Min-1), "-1")
		}
		if s.Max != nil {
			out = append(out, number(*s.Max+1), "2147483648", "9007199254740993")
		}
		return out
	case s.Type.Is(openapi3.TypeBoolean):
		return append(common, "1", "0", "t", "F", "TRUE", "False", "true%20", "+true", "yes", "null")
	case s.Format == "uuid":
		return append(common, uuid.Nil.String(), "01A1F7FE-0000-7000-8000-000000000001", "01a1f7fe000070008000000000000001", "urn:uuid:01a1f7fe-0000-7000-8000-000000000001",
			"%7B01a1f7fe-0000-7000-8000-000000000001%7D", "x", "null", "01a1f7fe-0000-7000-8000-000000000001%20")
	case len(s.Enum) > 0:
		return append(common, "unknown", strings.ToUpper(s.Enum[0].(string)), s.Enum[0].(string)+"%20", "%27%3B--")
	}
	out := common
	if s.MaxLength != nil {
		out = append(out, strings.Repeat("a", int(*s.MaxLength)+1))
	}
	if s.MinLength > 0 {
		out = append(out, strings.Repeat("a", int(s.MinLength)-1))
	}
	if s.Pattern != "" {
		out = append(out, "%21%21%21%21%21%21%21%21%21", "aaaaaaaa%27--", "aaaa+aaaa+aaaa")
	}
	return out
}

func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "&" + b
}

// without is a query without a parameter.
func without(query, name string) string {
	var kept []string
	for _, pair := range strings.Split(query, "&") {
		if key, _, _ := strings.Cut(pair, "="); key != name && pair != "" {
			kept = append(kept, pair)
		}
	}
	return strings.Join(kept, "&")
}

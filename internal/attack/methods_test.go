package attack_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
)

// TestMethods tries at every address the methods it does not have: 405, with those
// it has in Allow. HEAD stands beside every GET, and OPTIONS lists the same.
func TestMethods(t *testing.T) {
	t.Parallel()
	a, c := enter(t), theContract(t)
	side := a.world.sides[0]
	before := a.hashes()
	for path, item := range c.doc.Paths.Map() {
		has := slices.Sorted(maps.Keys(item.Operations()))
		m := message{path: a.somewhere(path, item), header: http.Header{"Authorization": {"Bearer " + a.bearer(side.Manager)}}}
		for _, m.method = range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND", "GETS", "get", "OPTIONS"} {
			if slices.Contains(has, m.method) {
				continue
			}
			got := a.send(m)
			if err := c.fault(nil, m, got); err != nil {
				t.Errorf("%s: %d, %v\n%s", m, got.status, err, got.body)
			}
			if got.status != http.StatusMethodNotAllowed && (m.method != http.MethodOptions || got.status != http.StatusNoContent) {
				t.Errorf("%s: %d", m, got.status)
			}
			if allowed := allowed(got); !slices.Equal(allowed, has) {
				t.Errorf("%s: Allow says %v, the contract %v", m, allowed, has)
			}
		}
		a.head(m, slices.Contains(has, http.MethodGet))
	}
	if tables := a.hashes().Changed(before); len(tables) > 0 {
		t.Errorf("methods that are not there have changed rows of %v", tables)
	}
}

// somewhere returns an address that fits a path; its ids need not exist.
func (a *arena) somewhere(path string, item *openapi3.PathItem) string {
	side := a.world.sides[0]
	values := map[string]string{"tenant": side.Slug, "event": side.event["open"].String(), "ruleset": "catan-nazionale-2009"}
	for _, p := range item.Parameters {
		value := values[p.Value.Name]
		switch {
		case value != "":
		case p.Value.Schema.Value.Format == "uuid":
			value = unknown()
		default:
			value = "1"
		}
		path = strings.ReplaceAll(path, "{"+p.Value.Name+"}", value)
	}
	return path
}

// head compares HEAD with GET where there is one.
func (a *arena) head(m message, readable bool) {
	a.t.Helper()
	m = m.with("Accept-Encoding", "identity") // a client asks for compression by itself, but of GET only
	m.method = http.MethodHead
	got := a.send(m)
	if len(got.body) > 0 {
		a.t.Errorf("%s: has a body", m)
	}
	if !readable {
		return
	}
	m.method = http.MethodGet
	if get := a.send(m); get.status != got.status || get.header.Get("ETag") != got.header.Get("ETag") || get.header.Get("Content-Type") != got.header.Get("Content-Type") {
		a.t.Errorf("HEAD %s: %d %v, GET: %d %v", m.path, got.status, got.header, get.status, get.header)
	}
}

// allowed are the methods of the header Allow that the contract speaks of.
func allowed(r answer) []string {
	var out []string
	for _, method := range strings.Split(r.header.Get("Allow"), ",") {
		if method = strings.TrimSpace(method); method != http.MethodOptions && method != http.MethodHead {
			out = append(out, method)
		}
	}
	slices.Sort(out)
	return out
}

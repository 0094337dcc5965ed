package attack_test

import (
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"
)

// TestMethods tries at every address the methods it does not have: 405, with those
// it has in Allow. HEAD stands beside every GET, and OPTIONS tells the same.
func TestMethods(t *testing.T) {
	t.Parallel()
	a, c := enter(t), theContract(t)
	side := a.world.sides[0]
	before := a.hashes()
	values := map[string]string{"tenant": side.Slug, "event": side.event["open"].String(), "ruleset": "catan-nazionale-2009"}
	for path, item := range c.doc.Paths.Map() {
		has := slices.Sorted(maps.Keys(item.Operations()))
		address := path
		for _, p := range item.Parameters {
			value := values[p.Value.Name]
			switch {
			case value != "":
			case p.Value.Schema.Value.Format == "uuid":
				value = uuid.NewString()
			default:
				value = "1"
			}
			address = strings.ReplaceAll(address, "{"+p.Value.Name+"}", value)
		}
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "PROPFIND", "GETS", "get"} {
			if slices.Contains(has, method) {
				continue
			}
			m := message{method: method, path: address, header: http.Header{"Authorization": {"Bearer " + a.bearer(side.Manager)}}}
			got := a.send(m)
			if err := c.fault(nil, m, got); err != nil || got.status != http.StatusMethodNotAllowed {
				t.Errorf("%s: %d, %v\n%s", m, got.status, err, got.body)
				continue
			}
			if allowed := allowed(got); !slices.Equal(allowed, has) {
				t.Errorf("%s: Allow says %v, the contract %v", m, allowed, has)
			}
		}
	}
	if tables := changed(before, a.hashes()); len(tables) > 0 {
		t.Errorf("methods that are not there have changed rows of %v", tables)
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

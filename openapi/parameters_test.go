package openapi_test

import (
	"encoding/json"
	"net/url"
	"strings"
	"testing"

	"github.com/oapi-codegen/runtime"

	"referto/internal/league"
)

// typed are the Go types that stand for strings of the contract (x-go-type), by their
// name there: each as a destination of the generated server.
var typed = map[string]func() any{
	"league.SeasonID":  func() any { return new(league.SeasonID) },
	"league.EventID":   func() any { return new(league.EventID) },
	"league.PlayerID":  func() any { return new(league.PlayerID) },
	"league.BanID":     func() any { return new(league.BanID) },
	"league.ClubID":    func() any { return new(league.ClubID) },
	"league.SeriesID":  func() any { return new(league.SeriesID) },
	"league.RankingID": func() any { return new(league.RankingID) },
}

// What the generated server reads from a query is what stood there: a type that it
// cannot fill it leaves at zero without a word, and the filter is ignored.
func TestTypedIDsAreReadFromTheQuery(t *testing.T) {
	t.Parallel()
	seen := 0
	for name, schema := range document(t).Components.Schemas {
		kind, _ := schema.Value.Extensions["x-go-type"].(string)
		if !strings.HasPrefix(kind, "league.") {
			continue
		}
		seen++
		destination, known := typed[kind]
		if !known {
			t.Errorf("%s is a %s: add it to the table of this test", name, kind)
			continue
		}
		const text = "01890a5d-ac96-774b-bcce-b302099a8057"
		id := destination()
		err := runtime.BindQueryParameterWithOptions("form", true, false, "id", url.Values{"id": {text}}, id,
			runtime.BindQueryParameterOptions{Type: "string", Format: "uuid"})
		if got, _ := json.Marshal(id); err != nil || string(got) != `"`+text+`"` {
			t.Errorf("%s: %s is read as %s, %v", name, text, got, err)
		}
		err = runtime.BindQueryParameterWithOptions("form", true, false, "id", url.Values{"id": {"no id"}}, destination(),
			runtime.BindQueryParameterOptions{Type: "string", Format: "uuid"})
		if err == nil {
			t.Errorf("%s: what is no id is read as one", name)
		}
	}
	if seen < 4 {
		t.Errorf("only %d types looked at: the test is broken", seen)
	}
}

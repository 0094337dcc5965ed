package leagueapi_test

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/openapi"
)

// TestCalculations: anybody may ask; the printed examples come out, each with
// its paragraph.
func TestCalculations(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	anybody := server.Anonymous()
	of := func(ruleset, calculation string) string {
		return federation.Path + "/rulesets/" + ruleset + "/calculations/" + calculation
	}
	const squadre = "risiko-squadre-2000"

	var limit openapi.ArmyLimit
	anybody.Post(of(squadre, "army-limit"), apitest.JSON{"armies": 160}).Want(200).Into(&limit)
	if limit.Remove != 20 || limit.Limit != 140 || limit.Explanation.Rule.Paragraph != "base 5" {
		t.Errorf("SQ00 base 5: got %+v", limit)
	}
	var exchange openapi.CardExchange
	anybody.Post(of(squadre, "card-exchange"), apitest.JSON{"cards": 7}).Want(200).Into(&exchange)
	if exchange.Armies != 22 || exchange.Left != 1 || len(exchange.Exchanges) != 2 || exchange.Exchanges[0].Explanation.Rule.Paragraph != "base 12" {
		t.Errorf("SQ00 base 12: got %+v", exchange)
	}
	var points openapi.TablePoints
	anybody.Post(of(squadre, "table-points"), apitest.JSON{"players": []apitest.JSON{
		{"objective": "sud-america", "territories": []string{"brasile", "africa-del-nord"}},
		{"objective": "asia", "territories": []string{"siam"}, "frozen": true},
	}}).Want(200).Into(&points)
	if got := fmt.Sprintf("%d %d %s", points.Players[0].Points, points.Players[1].Points, points.Players[1].Rowless.Rule.Paragraph); got != "20 3 base 23" {
		t.Errorf("SQ00 base 14, 23: got %s", got)
	}

	anybody.Post(of(squadre, "table-points"), apitest.JSON{"players": []apitest.JSON{{"territories": []string{"atlantide"}}}}).Refused(422, "invalid")
	for _, calculation := range []string{"table-points", "army-limit", "card-exchange"} {
		body := map[string]apitest.JSON{
			"table-points": {"players": []apitest.JSON{{"territories": []string{}}}}, "army-limit": {"armies": 1}, "card-exchange": {"cards": 1},
		}[calculation]
		anybody.Post(of("catan-nazionale-2009", calculation), body).Refused(422, "no-calculation")
		anybody.Post(of("nothing-of-the-kind", calculation), body).Refused(404, "not-found")
	}
}

// TestCalculatorPage: the page answers a form by its address alone.
func TestCalculatorPage(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	federation := server.Federation("Federazione")
	page := func(query string, status int) string {
		t.Helper()
		response, err := http.Get(server.Address + "/t/" + federation.Slug + "/rules/" + query)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		text, err := io.ReadAll(response.Body)
		if err != nil || response.StatusCode != status {
			t.Fatalf("%s: %d, %v", query, response.StatusCode, err)
		}
		return string(text)
	}
	const at = "risiko-squadre-2000/calculator?lang=en"
	tests := []struct{ query, want string }{
		{at, `name="t-siam" value="6"`},
		{at + "&armies=160", "To take off: 20. Limit from now on: 140."},
		{at + "&cards=7", "Reinforcements: 22. Cards that stay in hand: 1."},
		{at + "&size=6&objective-2=sud-america&t-brasile=2&t-africa-del-nord=2", `<span class="total">20</span>`},
		{at + "&size=6&objective-2=sud-america&t-brasile=2&t-africa-del-nord=2&frozen-2=1", `<span class="total">10</span>`},
		{at + "&size=6&objective-1=asia&objective-2=asia", "Two players have the same objective: Asia."},
		{at + "&armies=many", "This is outside the range allowed."},
		{at + "&cards=1000000", "This is outside the range allowed."},
	}
	for _, tt := range tests {
		if got := page(tt.query, 200); !strings.Contains(got, tt.want) {
			t.Errorf("%s: %q is missing", tt.query, tt.want)
		}
	}
	page("catan-nazionale-2009/calculator", 404)
	page("nothing-of-the-kind/calculator", 404)
}

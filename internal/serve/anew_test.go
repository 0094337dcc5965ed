package serve_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/strictyaml"
)

// answered counts how often the server behind the shelf has answered a read of a route with a status.
func answered(server *apitest.Server, route, status string) (times int) {
	for _, line := range regexp.MustCompile(`(?m)^http_request_duration_seconds_count\{(.*)\} (\d+)$`).FindAllStringSubmatch(server.Metrics(), -1) {
		if strings.Contains(line[1], `route="`+route+`"`) && strings.Contains(line[1], `status="`+status+`"`) {
			var n int
			_, _ = fmt.Sscan(line[2], &n)
			times += n
		}
	}
	return times
}

// A page of a started event, and its standings, are made anew only when they have changed; after a minute the server
// looks whether they have. A series and the tenant's name are no facts of the event, and change its page as well.
func TestAPageIsMadeAnewWhenItHasChanged(t *testing.T) {
	t.Parallel()
	p := newPlayed(t)
	server, manager := p.federation.Server, p.federation.Manager
	anyone := &reader{t: t, server: server}
	address := "/t/" + p.federation.Slug + "/e/" + manager.Get(p.path).Want(200).Text("slug")
	const route, standings = "/t/:tenant/e/:event", "/v1/tenants/:tenant/events/:event/standings"
	look := func(when string, anew, stood int, says ...string) (tag string) {
		t.Helper()
		server.Pass(61 * time.Second)
		page := anyone.get(address)
		for _, text := range append(says, "Турнир във Варна") {
			if page.status != 200 || !strings.Contains(page.text, text) {
				t.Errorf("%s: the page has no %q: %d %s", when, text, page.status, page.text)
			}
		}
		if made, stands := answered(server, route, "200"), answered(server, route, "304"); made != anew || stands != stood {
			t.Errorf("%s: made %d times, and found unchanged %d times; want %d and %d", when, made, stands, anew, stood)
		}
		return page.header.Get("ETag")
	}
	first := look("at first", 1, 0)
	if tag := look("after a minute", 1, 1); tag != first {
		t.Errorf("the same page has the tags %s and %s", first, tag)
	}

	manager.Patch(p.federation.Path, apitest.JSON{"name": "Лига под звездите"}, apitest.Match(manager.Get(p.federation.Path).Want(200).ETag())).Want(200)
	named := look("after the tenant has got another name", 2, 1, "Лига под звездите")

	manager.Post(p.federation.Path+"/rulesets", apitest.JSON{"document": document(t, "../league/leagueapi/testdata/club-series.yaml")}).Want(201)
	manager.Post(p.federation.Path+"/rulesets/club-series/versions", apitest.JSON{"draft": 1}).Want(201)
	series := p.federation.Path + "/series/" + manager.Post(p.federation.Path+"/series", apitest.JSON{"slug": "evenings", "title": "Вечерите на клуба", "ruleset": "club-series"}).Want(201).ID("id").String()
	manager.Post(series+"/events", apitest.JSON{"events": []any{strings.TrimPrefix(p.path, p.federation.Path+"/events/")}}).Want(200)
	if tag := look("after a series has taken the event", 3, 1, "Вечерите на клуба"); tag == named {
		t.Errorf("the pages without the series and with it have the tag %s", tag)
	}
	look("a minute later", 3, 2, "Вечерите на клуба")

	var before []byte
	for n := range 3 {
		server.Pass(61 * time.Second)
		got := server.Anonymous().Get(p.path + "/standings").Want(200).Body
		if n > 0 && string(got) != string(before) {
			t.Errorf("standings that have not changed: %s, before %s", got, before)
		}
		before = got
	}
	if made, stands := answered(server, standings, "200"), answered(server, standings, "304"); made != 1 || stands != 2 {
		t.Errorf("standings are made %d times, and found unchanged %d times", made, stands)
	}
}

// document reads a ruleset.
func document(t *testing.T, file string) (read apitest.JSON) {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	asJSON, err := strictyaml.ToJSON(text)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(asJSON, &read); err != nil {
		t.Fatal(err)
	}
	return read
}

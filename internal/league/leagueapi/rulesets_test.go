package leagueapi_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"referto/internal/apitest"
	"referto/internal/strictyaml"
	"referto/openapi"
)

// example is the ruleset that docs/rulesets.md shows.
func example(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../../docs/rulesets.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "```yaml\n")
	document, _, ok := strings.Cut(rest, "```")
	if !ok {
		t.Fatal("docs/rulesets.md has no example")
	}
	return document
}

// exampleWith is the example as JSON with one line replaced.
func exampleWith(t *testing.T, old, with string) apitest.JSON {
	t.Helper()
	text := strings.Replace(example(t), old, with, 1)
	if old != "" && text == example(t) {
		t.Fatalf("the example has no %q", old)
	}
	asJSON, err := strictyaml.ToJSON([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	var document apitest.JSON
	if err := json.Unmarshal(asJSON, &document); err != nil {
		t.Fatal(err)
	}
	return document
}

var asYAML = apitest.Header("Content-Type", "application/yaml")

// indented is a document under a member of a request, in YAML.
func indented(member, document string) string {
	return member + ":\n  " + strings.ReplaceAll(document, "\n", "\n  ")
}

// federation is a tenant with a ruleset of its own, published once.
func federation(t *testing.T) (*apitest.Server, *apitest.Tenant) {
	t.Helper()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	tenant.Manager.Post(tenant.Path+"/rulesets", indented("document", example(t)), asYAML).Want(201)
	tenant.Manager.Post(tenant.Path+"/rulesets/club-evening/versions", apitest.JSON{"draft": 1, "notes": "Prima versione"}).Want(201)
	return server, tenant
}

// own is a draft of an event by the example.
func own(t *testing.T, server *apitest.Server, tenant *apitest.Tenant, changes apitest.JSON) *stage {
	t.Helper()
	facts := apitest.JSON{
		"kind": "club", "title": "Serata di maggio", "startsAt": "2026-05-08T18:00:00Z", "timeZone": "Europe/Rome",
		"venue": apitest.JSON{"name": "Sede", "city": "Aosta"}, "ruleset": "club-evening",
	}
	for name, value := range changes {
		facts[name] = value
	}
	id := tenant.Manager.Post(tenant.Path+"/events", facts).Want(201).ID("id")
	s := &stage{t: t, server: server, federation: tenant, id: id, path: tenant.Path + "/events/" + id.String()}
	s.organizer = s.appoint("Olga Organizzatrice", "organizer")
	s.referee = s.appoint("Fabio Primo Arbitro", "first-referee")
	return s
}

// TestOwnRuleset goes the way of docs/rulesets.md: a document, its versions, an event by it that is played to
// its end, and the outcome of that event by another version.
func TestOwnRuleset(t *testing.T) {
	t.Parallel()
	server, tenant := federation(t)
	manager, path := tenant.Manager, tenant.Path+"/rulesets/club-evening"

	s := own(t, server, tenant, nil)
	s.start(8)
	for round := 1; round <= 2; round++ {
		s.play(s.draw())
		s.close(round)
	}
	s.organizer.Post(s.path+"/completion", nil)
	standings := s.standings()
	if got := fmt.Sprint(ranking(standings)[:2]); got != "[1 5]" {
		t.Fatalf("got %s, want the winner of both games and who won and came second: [1 5]", got)
	}
	if rule := standings.Rows[1].DecidedBy.Rule; rule.Code != "CE26" || rule.Paragraph != "3" {
		t.Errorf("cited %+v", rule)
	}

	draft := manager.Get(path + "/draft").Want(200)
	changed := exampleWith(t, `points: ["5", "3", "2", "1"]`, `points: ["3", "4", "2", "1"]`)
	manager.Do("PUT", path+"/draft", changed).Refused(428, "if-match-missing")
	manager.Do("PUT", path+"/draft", changed, apitest.Match(`"7"`)).Refused(412, "stale")
	if got := manager.Do("PUT", path+"/draft", changed, apitest.Match(draft.ETag())).Want(200).Int("version"); got != 2 {
		t.Errorf("draft %d", got)
	}

	var run openapi.RulesetDryRunResult
	manager.Post(s.path+"/ruleset-dry-runs", apitest.JSON{"ruleset": "club-evening", "draft": true}).Want(200).Into(&run)
	if len(run.Faults) != 0 || len(run.Rows) == 0 || run.Unmoved+len(run.Rows) != 8 {
		t.Fatalf("got %+v", run)
	}
	if d := run.Differences; len(d) != 1 || d[0].Pointer != "/scoring/points/tables/0/points" || d[0].Rule.Paragraph != "3" || d[0].Before != "5, 3, 2, 1" {
		t.Errorf("differences: %+v", d)
	}
	for _, row := range run.Rows {
		if row.Before == row.After || row.After > 1 && row.DecidedBy.Rule.Paragraph != "3" {
			t.Errorf("got %+v", row)
		}
	}
	if again := s.standings(); fmt.Sprint(ranking(again)) != fmt.Sprint(ranking(standings)) || again.Revision != standings.Revision {
		t.Error("a dry run has changed the event")
	}

	manager.Post(path+"/versions", apitest.JSON{"draft": 1}).Refused(412, "stale")
	if got := manager.Post(path+"/versions", apitest.JSON{"draft": 2, "notes": "Il secondo vale di più"}).Want(201).Int("version"); got != 2 {
		t.Errorf("version %d", got)
	}
	manager.Post(path+"/versions", apitest.JSON{"draft": 2}).Refused(409, "ruleset-unchanged")
	diff := server.Anonymous().Get(path+"/versions/2/diff?against=1", apitest.Header("Accept-Language", "it")).Want(200)
	if got, want := diff.Text("differences.0.text"), "Punteggio › Punti › Tavoli «4» › Punti: 3, 4, 2, 1 anziché 5, 3, 2, 1"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := s.organizer.Get(s.path).Want(200).Int("ruleset.version"); got != 1 {
		t.Errorf("the event has version %d", got)
	}
	s.organizer.Patch(s.path, apitest.JSON{"ruleset": "club-evening"}, apitest.Match(s.organizer.Get(s.path).ETag())).Refused(409, "frozen")
}

// TestVersionsOfEvents: an event takes the latest version unless it names one, and
// may be moved until it starts.
func TestVersionsOfEvents(t *testing.T) {
	t.Parallel()
	server, tenant := federation(t)
	manager, path := tenant.Manager, tenant.Path+"/rulesets/club-evening"
	manager.Do("PUT", path+"/draft", exampleWith(t, "max: 24", "max: 20"), apitest.Match(`"1"`)).Refused(422, "invalid")
	both := exampleWith(t, "name: Club evening", "name: Club evenings")
	manager.Do("PUT", path+"/draft", both, apitest.Match(`"1"`)).Want(200)
	manager.Post(path+"/versions", apitest.JSON{"draft": 2}).Want(201)

	first := own(t, server, tenant, apitest.JSON{"rulesetVersion": 1})
	latest := own(t, server, tenant, apitest.JSON{"title": "Serata di giugno", "readings": apitest.JSON{"CE-1": "share_better"}})
	for s, want := range map[*stage]int{first: 1, latest: 2} {
		if got := s.organizer.Get(s.path).Want(200).Int("ruleset.version"); got != want {
			t.Errorf("version %d, want %d", got, want)
		}
	}
	move := func(body apitest.JSON) *apitest.Answer {
		return first.organizer.Patch(first.path, body, apitest.Match(first.organizer.Get(first.path).ETag()))
	}
	if got := move(apitest.JSON{"ruleset": "club-evening", "readings": apitest.JSON{"CE-1": "share_better"}}).Want(200); got.Int("ruleset.version") != 2 || got.Text("readings.CE-1") != "share_better" {
		t.Errorf("got %s", got.Body)
	}
	if pointer := move(apitest.JSON{"ruleset": "catan-nazionale-2009"}).Refused(422, "invalid").Text("errors.0.pointer"); pointer != "/formula" {
		t.Errorf("the formula of another ruleset is a fault at %s", pointer)
	}
	if got := move(apitest.JSON{"ruleset": "catan-nazionale-2009", "formula": "club"}).Want(200).Text("ruleset.code"); got != "CN09" {
		t.Errorf("got %s", got)
	}
	move(apitest.JSON{"rulesetVersion": 1}).Refused(422, "invalid")
	move(apitest.JSON{"ruleset": "club-evening", "rulesetVersion": 9, "formula": "two-games"}).Refused(422, "invalid")

	manager.Post(path+"/archive", nil).Want(204)
	manager.Post(path+"/archive", nil).Refused(409, "ruleset-archived")
	move(apitest.JSON{"ruleset": "club-evening", "formula": "two-games"}).Refused(409, "ruleset-archived")
	manager.Do("PUT", path+"/draft", both, apitest.Match(`"2"`)).Refused(409, "ruleset-archived")
	latest.organizer.Get(latest.path).Want(200)
	if got := server.Anonymous().Get(tenant.Path + "/rulesets").Want(200).Text("items.5.state"); got != "archived" {
		t.Errorf("listed as %q", got)
	}
}

// TestTheLargestTable: a table of twelve, the most that a ruleset may have, is played
// like any other; where a formula has no value for a seat, that seat is named.
func TestTheLargestTable(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	document := exampleWith(t, "- {figure: vp,", "- {figure: far, best: most, paragraph: \"3\"}\n      - {figure: vp,")
	document["field"] = apitest.JSON{"min": 12, "max": 12, "paragraph": "2"}
	document["tables"].(map[string]any)["sizes"] = []int{12}
	document["format"].(map[string]any)["formulas"].([]any)[0].(map[string]any)["brackets"] = []apitest.JSON{{"from": 12, "to": 12, "rounds": 2}}
	document["scoring"].(map[string]any)["points"].(map[string]any)["tables"] = []apitest.JSON{{"seats": 12, "points": strings.Split("11 10 9 8 7 6 5 4 3 2 1 0", " ")}}
	document["calculations"] = []apitest.JSON{{"id": "far", "name": "Far", "of": "seat", "formula": "1 / (vp - 3)", "paragraph": "3"}}
	tenant.Manager.Post(tenant.Path+"/rulesets", apitest.JSON{"document": document}).Want(201)
	tenant.Manager.Post(tenant.Path+"/rulesets/club-evening/versions", apitest.JSON{"draft": 1}).Want(201)
	s := own(t, server, tenant, nil)
	s.start(12)
	seats := []apitest.JSON{}
	for _, entry := range entries(s.draw().Tables[0]) {
		seats = append(seats, apitest.JSON{"entry": entry, "vp": 5})
	}
	seats[0]["vp"], seats[11]["vp"] = 10, 3
	result := apitest.JSON{"ended": "declared", "declaredBy": seats[0]["entry"], "seats": seats}
	refused := s.referee.Post(s.table(1, 1)+"/result", result).Refused(422, "invalid")
	if got := refused.Text("errors.0.pointer") + " " + refused.Text("errors.0.reason"); got != "/seats/11 formula-division-by-zero" {
		t.Errorf("got %s", got)
	}
	for i := range 11 {
		seats[11-i]["vp"], seats[11-i]["left"] = 0, i+1
	}
	if got := s.referee.Post(s.table(1, 1)+"/result", result).Refused(422, "invalid").Text("errors.0.reason"); got != "too-few-to-go-on" {
		t.Errorf("got %s", got)
	}
	for i := range 11 {
		delete(seats[11-i], "left")
	}
	s.referee.Post(s.table(1, 1)+"/result", result).Want(201)
}

// TestRulesetsWithFaults: faults are named with their place, and nothing is stored.
func TestRulesetsWithFaults(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	manager := tenant.Manager
	tests := []struct{ old, with, pointer, reason, paragraph string }{
		{"min: 6, max: 24", "min: 5, max: 24", "/tables/sizes", "no-tables-for-field", "2"},
		{"{figure: wins,", "{figure: gold,", "/standings/0/criteria/1/figure", "no-such-figure", "3"},
		{"standings: evening", "standings: morning", "/seating/pairings/0/standings", "no-such-standings", "2"},
		{"phase: last-turn", "phase: explode", "/time/phases/0/phase", "unknown-option", "3"},
		{"level: average", "level: median", "/scoring/points/level", "unknown-option", "3"},
		{"{value: share_better,", "{value: share_worse,", "/readings/CE-1/options/1/value", "option-not-possible", "3"},
		{"/scoring/points/level", "/scoring/points/levels", "/readings/CE-1/at", "points-nowhere", "3"},
		{"language: en", "language: en\nflavor: mint", "/flavor", "unknown-field", ""},
		{"target: 10", "target: ten", "/game/variants/0/target", "wrong-kind", ""},
		{`counts: "0.5"`, `counts: half`, "/scoring/wins/timeLimit/counts", "not-written-so", ""},
	}
	for _, tt := range tests {
		t.Run(tt.pointer, func(t *testing.T) {
			document := exampleWith(t, tt.old, tt.with)
			var problem openapi.Problem
			manager.In(t).Post(tenant.Path+"/ruleset-validation", document).Refused(422, "invalid").Into(&problem)
			if e := problem.Errors[0]; e.Pointer != tt.pointer || e.Reason != tt.reason || e.Rule.Paragraph != tt.paragraph || e.Text == "" {
				t.Errorf("got %+v", e)
			}
			refused := manager.In(t).Post(tenant.Path+"/rulesets", apitest.JSON{"document": document}).Refused(422, "invalid")
			if got := refused.Text("errors.0.pointer"); got != "/document"+tt.pointer {
				t.Errorf("got %s", got)
			}
		})
	}
	if got := manager.Get(tenant.Path + "/rulesets").Want(200).Len("items"); got != 5 {
		t.Errorf("%d rulesets: something was stored", got)
	}
	manager.Post(tenant.Path+"/ruleset-validation", example(t), asYAML).Want(204)
}

// TestFaultsOfARulesetNameTheirLine: the author of a ruleset in an editor finds a fault by its line, also one
// that was found only when the whole had been read.
func TestFaultsOfARulesetNameTheirLine(t *testing.T) {
	t.Parallel()
	tenant := apitest.Start(t).Federation("Federazione")
	lineOf := func(text, part string) int {
		before, _, found := strings.Cut(text, part)
		if !found {
			t.Fatalf("the document has no %q", part)
		}
		return 1 + strings.Count(before, "\n")
	}
	for _, tt := range []struct{ old, with, at string }{
		{"min: 6, max: 24", "min: 5, max: 24", "sizes: [4, 3]"},        // the rules
		{"{figure: wins,", "{figure: gold,", "gold"},                   // a name that is none
		{"language: en", "language: en\nflavor: mint", "flavor"},       // a field that nothing reads
		{"target: 10", "target: ten", "target"},                        // another kind
		{"language: en\n", "", "id: club-evening"},                     // a missing field has no line of its own
		{`counts: "0.5"`, "counts: half", "counts: half"},              // the form of a number
		{"fewest, paragraph: \"3\"}", "fewest}", "{figure: lot, best"}, // missing within a list
	} {
		text := strings.Replace(example(t), tt.old, tt.with, 1)
		var problem openapi.Problem
		tenant.Manager.Post(tenant.Path+"/ruleset-validation", text, asYAML, apitest.Header("Accept-Language", "en")).Refused(422, "invalid").Into(&problem)
		want := lineOf(text, tt.at)
		if e := problem.Errors[0]; e.Line != want || e.Column == 0 || !strings.HasPrefix(e.Text, fmt.Sprintf("Line %d, column %d: ", want, e.Column)) {
			t.Errorf("%s: %+v, want line %d", tt.with, e, want)
		}
		tenant.Manager.Post(tenant.Path+"/rulesets", indented("document", text), asYAML).Refused(422, "invalid").Into(&problem)
		within := want + 1
		if tt.with == "" {
			within = 1 // where the document that lacks it is named
		}
		if e := problem.Errors[0]; e.Line != within {
			t.Errorf("%s within a request: %+v, want line %d", tt.with, e, within)
		}
		asJSON, err := json.MarshalIndent(exampleWith(t, tt.old, tt.with), "", "\t")
		if err != nil {
			t.Fatal(err)
		}
		tenant.Manager.Post(tenant.Path+"/ruleset-validation", string(asJSON)).Refused(422, "invalid").Into(&problem)
		if e := problem.Errors[0]; e.Line == 0 || !strings.Contains(e.Text, fmt.Sprint(e.Line)) {
			t.Errorf("%s as JSON: %+v", tt.with, e)
		}
	}
}

func TestCreateRuleset(t *testing.T) {
	t.Parallel()
	server, tenant := federation(t)
	manager, path := tenant.Manager, tenant.Path+"/rulesets"
	copied := manager.Post(path, apitest.JSON{"copyOf": apitest.JSON{"ruleset": "catan-ranglista-bg"}, "id": "nostra", "code": "NS26", "title": "La nostra"}).Want(201)
	if copied.Text("document.id") != "nostra" || copied.Text("document.code") != "NS26" || copied.Text("document.name") != "La nostra" || copied.Int("published") != 0 {
		t.Errorf("got %.300s", copied.Body)
	}
	manager.Post(path, apitest.JSON{"copyOf": apitest.JSON{"ruleset": "club-evening", "version": 1}, "id": "nostra-bis"}).Want(201)
	manager.Post(path, apitest.JSON{"copyOf": apitest.JSON{"ruleset": "catan-ranglista-bg"}, "id": "nostra"}).Refused(409, "conflict")
	for name, body := range map[string]apitest.JSON{
		"a copy of nothing":      {"copyOf": apitest.JSON{"ruleset": "no-such"}, "id": "altra"},
		"a copy without name":    {"copyOf": apitest.JSON{"ruleset": "catan-ranglista-bg"}},
		"a copy over a preset":   {"copyOf": apitest.JSON{"ruleset": "catan-ranglista-bg"}, "id": "just-play-2022"},
		"a version that is none": {"copyOf": apitest.JSON{"ruleset": "club-evening", "version": 2}, "id": "altra"},
		"a document and a copy":  {"copyOf": apitest.JSON{"ruleset": "catan-ranglista-bg"}, "document": exampleWith(t, "", "")},
		"neither":                {"id": "altra"},
	} {
		if got := manager.Post(path, body).Refused(422, "invalid").Len("errors"); got != 1 {
			t.Errorf("%s: %d errors", name, got)
		}
	}
	// A draft exists for people who may change it.
	if got := manager.Get(path).Want(200).Len("items"); got != 8 {
		t.Errorf("the manager sees %d", got)
	}
	stranger := server.Anonymous()
	if got := stranger.Get(path).Want(200).Len("items"); got != 6 {
		t.Errorf("a stranger sees %d", got)
	}
	stranger.Get(path+"/nostra").Refused(404, "not-found")
	stranger.Get(path+"/club-evening/versions/1/diff?against=draft").Refused(404, "not-found")
	manager.Get(path + "/club-evening/versions/1/diff?against=draft").Want(200)
	stranger.Get(path+"/nostra/draft").Refused(401, "sign-in-required")
	server.SignUp("Sara Qualcuno").Get(path+"/nostra/draft").Refused(403, "role-missing")
	if got := stranger.Get(path + "/club-evening/versions/1").Want(200); got.Text("code") != "CE26" {
		t.Errorf("got %.100s", got.Body)
	}
	stranger.Get(path+"/club-evening/versions/2").Refused(404, "not-found")
	stranger.Get(path+"/just-play-2022/versions/2").Refused(404, "not-found")
	if got := stranger.Get(path + "/just-play-2022/versions").Want(200).Len("items"); got != 1 {
		t.Errorf("%d versions of a preset", got)
	}
	other := server.Federation("Altra federazione")
	other.Manager.Get(other.Path+"/rulesets/club-evening").Refused(404, "not-found")
	other.Manager.Get(tenant.Path+"/rulesets/nostra/draft").Refused(403, "role-missing")
}

func TestRulesetTexts(t *testing.T) {
	t.Parallel()
	server, tenant := federation(t)
	tests := []struct {
		ruleset, query string
		want           int
	}{
		{"club-evening", "", 4},
		{"club-evening", "?q=cafe%20warned", 1},
		{"club-evening", "?q=CAF%C3%89", 1},
		{"club-evening", "?q=cafe%20catan", 0},
		{"club-evening", "?q=3", 1},
		{"club-evening", "?version=1&q=points", 2},
		{"catan-nazionale-2009", "?q=3.2", 5},
		{"catan-ranglista-bg", "?q=%D0%A1%D0%AA%D0%94%D0%98%D0%AF%20%D0%BE%D0%BA%D0%BE%D0%BD%D1%87%D0%B0%D1%82%D0%B5%D0%BB%D0%BD%D0%B8", 1},
	}
	for _, tt := range tests {
		answer := server.Anonymous().Get(tenant.Path + "/rulesets/" + tt.ruleset + "/texts" + tt.query).Want(200)
		if got := answer.Len("items"); got != tt.want {
			t.Errorf("%s %s: %d paragraphs, want %d\n%.600s", tt.ruleset, tt.query, got, tt.want, answer.Body)
		}
	}
	first := server.Anonymous().Get(tenant.Path + "/rulesets/catan-nazionale-2009/texts?q=3.2c").Want(200)
	if first.Text("items.0.language") != "it" || first.Value("items.0.computed") != true || first.Text("items.0.title") == "" {
		t.Errorf("got %.300s", first.Body)
	}
	server.Anonymous().Get(tenant.Path+"/rulesets/club-evening/texts?version=3").Refused(404, "not-found")
}

// TestRulesetBombs: a body that is too long, or would be, is refused before it is
// judged.
func TestRulesetBombs(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	path := tenant.Path + "/ruleset-validation"
	bomb := "a: &a [x, x, x, x, x, x, x, x, x, x]\n"
	for level := range 9 {
		of := string(rune('a' + level))
		bomb += fmt.Sprintf("%c: &%c [%s*%s]\n", 'b'+level, 'b'+level, strings.Repeat("*"+of+", ", 9), of)
	}
	if status := tenant.Manager.Post(path, bomb, asYAML).Status; status != 400 && status != 413 {
		t.Errorf("a bomb is answered with %d", status)
	}
	torn := tenant.Manager.Post(path, "id: a\ncode: 013\n", asYAML).Refused(400, "yaml-unreadable")
	if torn.Text("errors.0.reason") != "yaml-number" || torn.Text("errors.0.pointer") != "/code" || !strings.Contains(torn.Text("errors.0.text"), "2") {
		t.Errorf("got %s", torn.Body)
	}
	tenant.Manager.Post(path, "id: [", asYAML).Refused(400, "yaml-unreadable")
	tenant.Manager.Post(path, "id: a\nid: b\n", asYAML).Refused(400, "yaml-unreadable")
	tenant.Manager.Post(path, "id: a\n---\nid: b\n", asYAML).Refused(400, "trailing-data")
	tenant.Manager.Post(path, apitest.JSON{"id": strings.Repeat("x", 2<<20)}).Refused(413, "body-too-large")
	tenant.Manager.Post(path, apitest.JSON{"name": strings.Repeat("x", 300<<10)}).Refused(422, "invalid")
	tenant.Manager.Post(tenant.Path+"/events", "title: x", asYAML).Refused(415, "media-type")
}

func TestRulesetSchemaIsPublic(t *testing.T) {
	t.Parallel()
	answer := apitest.Start(t).Anonymous().Get("/ruleset-schema").Want(200)
	if got := answer.Text("$schema"); got != "https://json-schema.org/draft/2020-12/schema" {
		t.Errorf("got %q", got)
	}
}

// TestDryRunNeedsFactsThatFit: an event that has not begun has nothing to replay,
// and facts that contradict the other ruleset are listed.
func TestDryRunNeedsFactsThatFit(t *testing.T) {
	t.Parallel()
	server, tenant := federation(t)
	s := own(t, server, tenant, nil)
	run := func(body apitest.JSON) *apitest.Answer { return tenant.Manager.Post(s.path+"/ruleset-dry-runs", body) }
	run(apitest.JSON{"ruleset": "club-evening"}).Refused(409, "event-not-started")
	s.start(8)
	s.play(s.draw())
	answer := run(apitest.JSON{"ruleset": "firenzegioca-2014"}).Want(200)
	if answer.Len("faults") == 0 || answer.Len("rows") != 0 || answer.Text("faults.0.pointer") != "/formula" {
		t.Errorf("got %.500s", answer.Body)
	}
	if same := run(apitest.JSON{"ruleset": "club-evening", "version": 1}).Want(200); same.Len("rows") != 0 || same.Int("unmoved") != 8 || same.Len("differences") != 0 {
		t.Errorf("its own ruleset makes a difference: %.500s", same.Body)
	}
	read := run(apitest.JSON{"ruleset": "club-evening", "readings": apitest.JSON{"CE-1": "share_better"}}).Want(200)
	if read.Len("differences") != 1 || read.Text("differences.0.pointer") != "/scoring/points/level" {
		t.Errorf("got %.500s", read.Body)
	}
	run(apitest.JSON{"ruleset": "club-evening", "readings": apitest.JSON{"CE-1": "best"}}).Refused(422, "invalid")
	run(apitest.JSON{"ruleset": "club-evening", "draft": true, "version": 1}).Refused(422, "invalid")
	run(apitest.JSON{"ruleset": "no-such"}).Refused(404, "not-found")
	s.organizer.Post(s.path+"/ruleset-dry-runs", apitest.JSON{"ruleset": "club-evening"}).Refused(403, "role-missing")
}

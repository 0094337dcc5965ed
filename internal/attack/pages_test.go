package attack_test

import (
	"bytes"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/uuid"

	"referto/frontend/console"
)

// TestPageFaults attacks every address outside of the API's operations: pages, feeds, documents, probes. Each answers
// a correct request, and refuses invalid text, repeated headers and unknown methods; odd texts in its parameters are
// answered without failing. No row changes.
func TestPageFaults(t *testing.T) {
	t.Parallel()
	a := enter(t)
	before := a.hashes()
	values := a.pageValues()
	tried := 0
	for _, pattern := range a.patterns {
		if strings.HasPrefix(pattern, "/v1/") && pattern != "/v1/openapi.json" {
			continue // an operation
		}
		tried++
		t.Run(pattern, func(t *testing.T) {
			p := *a
			p.t = t
			p.attackPage(pattern, values)
		})
	}
	if tried < 20 {
		t.Errorf("only %d pages: the test is broken", tried)
	}
	t.Logf("%d requests to %d pages", a.sent.Load(), tried)
	if tables := a.hashes().Changed(before); len(tables) > 0 {
		t.Errorf("pages have changed rows of %v", tables)
	}
}

// pageValues are values of the parameters in the addresses of pages, by which each is
// there.
func (a *arena) pageValues() map[string]string {
	a.t.Helper()
	side := a.world.sides[0]
	home := a.send(message{method: http.MethodGet, path: "/t/" + side.Slug, page: true, header: http.Header{}})
	asset := regexp.MustCompile(`/assets/([^"?]+\.css)`).FindSubmatch(home.body)
	if asset == nil {
		a.t.Fatalf("the home page has no style: %d %.300s", home.status, home.body)
	}
	script := regexp.MustCompile(`/console/_app/(immutable/entry/[^"?]+\.js)`).FindSubmatch(a.send(message{method: http.MethodGet, path: "/console", page: true, header: http.Header{}}).body)
	if script == nil {
		a.t.Fatal("the console is not built: make console")
	}
	slug := func(what string, id uuid.UUID) string {
		return a.send(message{
			method: http.MethodGet, path: side.Path + what + id.String(), header: http.Header{"Authorization": {"Bearer " + a.bearer(side.Manager)}},
		}).text("slug")
	}
	values := map[string]string{
		":tenant": side.Slug, ":table": "1", ":event": slug("/events/", side.event["finished"]), ":season": slug("/seasons/", side.season["running"]), ":file": side.calendar,
		":ranking": side.ranking.String(), ":club": side.playerClub["elders"].String(), ":series": "serie", ":player": side.players[0].String(), ":ruleset": "risiko-squadre-2000", ":reason": "not-found", ":copy": uuid.NewString(), ":archive": uuid.NewString(), ":history": uuid.NewString(), ":photo": side.photo["public"].String(), "/assets/*": string(asset[1]), "/docs/*": "", "/console/_app/*": string(script[1]),
		"/t/:tenant/e/:event/report": slug("/events/", side.event["checked"]), // an event of a season
		"/t/:tenant/events/:event":   side.event["finished"].String(), "/t/:tenant/events/:event/report": side.event["finished"].String(),
		"/t/:tenant/mine/photos/:event/:photo": side.event["playing"].String(),
		"/t/:tenant/e/:event/table/:code":      slug("/events/", side.event["playing"]), ":code": side.tableCode,
	}
	for _, screen := range console.Screens() {
		values[screen] = side.event["playing"].String()
	}
	return values
}

// notText are escaped texts that no text is.
var notText = []string{"%00", "a%00b", "%FF", "%C0%AE%C0%AE", "%ED%A0%80", "%F4%90%80%80", "%E2%80"}

// fill is an address of a pattern with the values of its parameters, one of them another.
func (a *arena) fill(pattern string, values map[string]string, other, with string) string {
	a.t.Helper()
	steps := strings.Split(pattern, "/")
	for i, step := range steps {
		key, file := step, ""
		if step == "*" {
			key = pattern
		} else if name, _, ok := strings.Cut(step, ".ics"); ok && strings.HasPrefix(step, ":") {
			key, file = name, ".ics"
		}
		value, ok := values[key]
		if own := values[pattern]; key == ":event" && own != "" {
			value = own
		}
		switch {
		case !ok && (step == "*" || strings.HasPrefix(step, ":")):
			a.t.Fatalf("no value of %s: add it to pageValues", key)
		case key == other:
			steps[i] = with
		case ok:
			steps[i] = value + file
		}
	}
	return strings.Join(steps, "/")
}

func (a *arena) attackPage(pattern string, values map[string]string) {
	fill := func(other, with string) string { return a.fill(pattern, values, other, with) }
	good := message{method: http.MethodGet, path: fill("", ""), page: true, header: http.Header{}}
	leads := slices.Contains(leading, pattern)
	if got := a.send(good); slices.Contains(hidden, pattern) && got.status != http.StatusNotFound {
		a.t.Errorf("%s shows a stranger that it is there: %d", good, got.status)
	} else if slices.Contains(hidden, pattern) {
		return
	}
	if got := a.send(good); got.status != http.StatusOK && (!leads || got.status != http.StatusFound && got.status != http.StatusSeeOther) {
		a.t.Fatalf("%s is not there: %d %.300s", good, got.status, got.body)
	}
	refused := func(m message, want ...int) {
		a.t.Helper()
		got := a.send(m)
		a.checkPage(m, got)
		if !slices.Contains(want, got.status) {
			a.t.Errorf("%s %v: %d, want %v\n%.200s", m, m.header, got.status, want, got.body)
		}
	}
	for _, step := range strings.Split(pattern, "/") {
		if step != "*" && !strings.HasPrefix(step, ":") {
			continue
		}
		key, value := step, values[step]
		if step == "*" {
			key, value = pattern, values[pattern]
		}
		bad := []string{"..%2f" + value, value + "%2f..", "%2e%2e%2fx", strings.Repeat("a", 3000), "%E2%80%8B" + value, uuid.Nil.String(), "%27%20or%201%3D1--", value + "%0A", "%07", "%7F"}
		for _, text := range notText {
			bad = append(bad, text, value+text, text+value)
		}
		for _, with := range bad {
			m := good
			m.path = fill(key, with)
			refused(m, http.StatusNotFound)
		}
	}
	for _, tail := range append([]string{"%00/", "/%FF", "/x/%00"}, notText...) {
		m := good
		m.path += tail
		refused(m, http.StatusNotFound)
	}
	for _, text := range notText {
		for _, query := range []string{text + "=1", "x=" + text, "lang=" + text, "theme=" + text, "q=" + text, "round=" + text, "region=" + text} {
			m := good
			m.query = query
			refused(m, http.StatusBadRequest)
		}
	}
	for _, query := range []string{"%zz=1", "x=%zz", "a;b"} {
		m := good
		m.query = query
		refused(m, http.StatusBadRequest)
	}
	for _, name := range once {
		m := good.clone()
		m.header[name] = []string{"x", "x"}
		refused(m, http.StatusBadRequest)
	}
	for _, method := range []string{"POST", "PUT", "PATCH", "DELETE", "TRACE", "PROPFIND", "GETS", "get"} {
		m := good
		m.method = method
		if want := []int{http.StatusMethodNotAllowed, http.StatusNotFound}; method == http.MethodPost && slices.Contains(taking, pattern) {
			refused(m, http.StatusForbidden) // a form that no page of the site has sent
		} else {
			refused(m, want...)
		}
	}
	a.strangePage(good)
}

// leading are addresses that lead to another page: to the season under way, or a stranger to signing in.
var leading = []string{
	"/", "/t/:tenant/calendar", "/t/:tenant/qualification", "/t/:tenant/convocation", "/t/:tenant/mine", "/t/:tenant/e/:event/report", "/t/:tenant/e/:event/print/names", "/t/:tenant/e/:event/print/check-in", "/t/:tenant/e/:event/print/codes",
	"/t/:tenant/mine/photos/:event/:photo", "/t/:tenant/people", "/t/:tenant/people/:player", "/t/:tenant/players/:player/claim", "/t/:tenant/staff", "/t/:tenant/logo", "/t/:tenant/archives", "/t/:tenant/archives/:archive", "/t/:tenant/deletion", "/t/:tenant/histories", "/t/:tenant/histories/:history", "/t/:tenant/audit", "/t/:tenant/audit/acts.csv", "/t/:tenant/refunds", "/t/:tenant/refunds/receipt", "/t/:tenant/events/:event", "/t/:tenant/events/:event/report",
	"/account", "/account/password", "/account/invitations", "/account/records", "/account/data", "/account/data/:copy", "/account/founding",
}

// hidden are pages that are not there for a stranger.
var hidden = []string{"/admin"}

// taking are the pages that take forms.
var taking = []string{
	"/sign-in", "/account/sign-in-link", "/account/sign-in", "/account/registration", "/account/verification", "/account/forgotten-password", "/account/new-password", "/account/password",
	"/account/invitations", "/account/records", "/account/data", "/account/founding", "/admin", "/t/:tenant/convocation", "/t/:tenant/mine", "/t/:tenant/address", "/t/:tenant/people", "/t/:tenant/people/:player", "/t/:tenant/players/:player/claim", "/t/:tenant/staff", "/t/:tenant/logo", "/t/:tenant/archives", "/t/:tenant/deletion", "/t/:tenant/histories", "/t/:tenant/histories/:history", "/t/:tenant/refunds",
	"/t/:tenant/e/:event/enter", "/t/:tenant/entry", "/t/:tenant/e/:event/table/:code", "/t/:tenant/e/:event/print/codes",
}

// once are headers that say one thing.
var once = []string{"Authorization", "Idempotency-Key", "If-Match", "Content-Type", "Upload-Offset", "Last-Event-Id"}

// strangePage requests a page with odd but valid parameters.
func (a *arena) strangePage(good message) {
	names := []string{"lang", "theme", "q", "round", "standings", "region", "club", "category"}
	if !strings.HasPrefix(good.path, "/t/") {
		names = nil // it reads none of them
	}
	for _, text := range append(slices.Clone(oddTexts), "", "-1", "+5", "99999999999999999999", strings.Repeat("a", 1000)) {
		all := good
		for _, name := range names {
			all.query = join(all.query, name+"="+url.QueryEscape(text))
		}
		a.checkPage(all, a.send(all))
	}
	for _, name := range names {
		for _, text := range []string{oddTexts[0], "-1", "99999999999999999999"} {
			m := good
			m.query = name + "=" + url.QueryEscape(text)
			a.checkPage(m, a.send(m))
		}
	}
	for _, header := range []string{"Accept-Language", "If-None-Match", "If-Modified-Since", "Range", "Accept", "Accept-Encoding", "Authorization", "Cookie", "Host"} {
		for _, value := range []string{`*;q=zz,,;`, `"' or 1=1--`, strings.Repeat("x,", 500), "bytes=0-0,-1", "Bearer x.y.z"} {
			m := good.with(header, value)
			a.checkPage(m, a.send(m))
		}
	}
}

// checkPage checks the promises of every page.
func (a *arena) checkPage(m message, got answer) {
	a.t.Helper()
	if got.status >= 500 {
		a.t.Errorf("%s %v: %d\n%s\n%s", m, m.header, got.status, got.body, a.log.about(got.header.Get("X-Request-Id")))
	}
	if got.header.Get("X-Content-Type-Options") != "nosniff" {
		a.t.Errorf("%s: lacks the headers every answer has: %v", m, got.header)
	}
	if got.status >= 400 && len(got.body) > largestRefusal {
		a.t.Errorf("%s: a refusal of %d bytes", m, len(got.body))
	}
	if strings.HasPrefix(m.path, "/assets/") || strings.HasPrefix(m.path, "/console/_app/") || strings.HasPrefix(m.path, "/docs/") || strings.HasPrefix(m.path, "/v1/openapi") {
		return // their text is ours, whatever is asked
	}
	for _, word := range leaks {
		if bytes.Contains(got.body, []byte(word)) {
			a.t.Errorf("%s: tells of the inside: %q", m, word)
		}
	}
}

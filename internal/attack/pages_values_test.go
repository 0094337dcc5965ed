package attack_test

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"referto/internal/sampling"
)

// pageParameters are all that pages and feeds read of a query, and one that none does.
var pageParameters = []string{"lang", "theme", "by", "region", "q", "round", "standings", "club", "category", "x"}

// hostile are values that no parameter accepts, each with the text that must not come back unescaped: text that no
// page has by itself, such as a figure in bold.
var hostile = []struct{ value, raw string }{
	{"<script>alert(7)</script>", "<script>alert(7)"},
	{`"><img src=x onerror=alert(7)>`, "<img src=x onerror"},
	{`' onmouseover='alert(7)`, "' onmouseover='"},
	{`" onmouseover="alert(7)`, `" onmouseover="`},
	{"javascript:alert(7)//", `"javascript:alert(7)`},
	{"</title><svg onload=alert(7)>", "<svg onload"},
	{"{{7007*7007}}${7007*7007}", "49098049"},
	{"\r\nX-Injected: 1\r\n\r\n<b>seven</b>", "<b>seven</b>"},
	{"../../../etc/passwd", "root:"},
	{"' or 1=1--", "SQL"},
	{"\u202eetirw\u2028\u0085", "\u202eetirw"},
	{"unknown", ""},
	{"", ""},
	{"0", ""},
	{"-1", ""},
	{"+5", ""},
	{"007", ""},
	{"1e9", ""},
	{"99999999999999999999", ""},
	{"00000000-0000-0000-0000-000000000000", ""},
	{strings.Repeat("è", 1_000), ""},
	{strings.Repeat("a", 6_000), ""},
}

// TestPagesTakeNoHostileValues tries every parameter of every page with values that are unknown, far too long,
// repeated or more than text. Nothing fails, nothing comes back unescaped, in the page or in a header, and nothing
// useless is cached: the shelf holds no more answers than before.
func TestPagesTakeNoHostileValues(t *testing.T) {
	t.Parallel()
	a := enter(t)
	values := a.pageValues()
	tried := 0
	for _, pattern := range a.patterns {
		if strings.HasPrefix(pattern, "/v1/") || strings.HasPrefix(pattern, "/assets/") || strings.HasPrefix(pattern, "/docs/") {
			continue // an operation, or a file of ours
		}
		tried++
		t.Run(pattern, func(t *testing.T) {
			p := *a
			p.t = t
			p.hostileValues(message{method: http.MethodGet, path: p.fill(pattern, values, "", ""), page: true, header: http.Header{}})
		})
	}
	if tried < 15 {
		t.Errorf("only %d pages: the test is broken", tried)
	}
	t.Logf("%d requests to %d pages", a.sent.Load(), tried)
}

func (a *arena) hostileValues(good message) {
	ask := func(query, raw string) {
		a.t.Helper()
		m := good
		m.query = query
		got := a.send(m)
		a.checkPage(m, got)
		if raw != "" && bytes.Contains(got.body, []byte(raw)) {
			a.t.Errorf("%s: %q comes back as it is", m, raw)
		}
		if got.header.Get("X-Injected") != "" || strings.Contains(got.header.Get("Location"), "javascript:") {
			a.t.Errorf("%s: a header is the asker's: %v", m, got.header)
		}
	}
	ask("", "")
	for _, name := range pageParameters { // each page that a value known to it gives is there
		ask(name+"=unknown", "")
	}
	before, agedBefore := a.figure("publication_answers"), a.figure("publication_aged_total")
	for i, bad := range sampling.Of(good.path, hostile) {
		value := url.QueryEscape(bad.value)
		ask(strings.Join(pageParameters, "="+value+"&")+"="+value, bad.raw)
		name, other := pageParameters[i%len(pageParameters)], strconv.Itoa(i+100)
		ask(name+"="+value+"&"+name+"="+other, bad.raw)
		ask(name+"="+other+"&"+name+"="+value, bad.raw)
	}
	for _, name := range pageParameters {
		for _, bad := range hostile[:4] {
			ask(name+"="+url.QueryEscape(bad.value), bad.raw)
		}
		ask(strings.Repeat(name+"=1000&", 500)+"x=1", "")
	}
	// A server under load gives some page as of when it was kept, and keeps that copy beside it.
	aged := a.figure("publication_aged_total") - agedBefore
	if after := a.figure("publication_answers"); after > before+aged {
		a.t.Errorf("%s: %d answers are kept, %d before and %d given as they were", good.path, after, before, aged)
	}
}

// figure is one of the server's metrics, a whole number.
func (a *arena) figure(name string) int {
	a.t.Helper()
	w := httptest.NewRecorder()
	a.metrics.ServeHTTP(w, httptest.NewRequestWithContext(a.t.Context(), http.MethodGet, "/metrics", nil))
	found := regexp.MustCompile(`(?m)^\w*` + name + ` (\d+)$`).FindSubmatch(w.Body.Bytes())
	if found == nil {
		a.t.Fatalf("the metrics have no %s: %d %.300s", name, w.Code, w.Body)
	}
	n, err := strconv.Atoi(string(found[1]))
	if err != nil {
		a.t.Fatal(err)
	}
	return n
}

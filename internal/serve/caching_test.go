package serve_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"

	"referto/frontend/pages"
	"referto/internal/apitest"
	"referto/internal/coding"
	"referto/openapi"
)

// browser is the Accept header of a browser.
const browser = "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8"

// varies reports whether an answer's Vary names all of these.
func varies(h http.Header, names ...string) bool {
	for _, name := range names {
		if !slices.ContainsFunc(strings.Split(strings.Join(h.Values("Vary"), ","), ","), func(one string) bool { return strings.EqualFold(strings.TrimSpace(one), name) }) {
			return false
		}
	}
	return true
}

// addresses returns all addresses for GET: every read of the contract with ids of nothing, every page, file, feed and
// probe, and a missing address.
func addresses(t *testing.T, tenant string) (all []string) {
	t.Helper()
	doc, err := openapi.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	fill := func(path string) string {
		var segments []string
		for segment := range strings.SplitSeq(path, "/") {
			if strings.HasPrefix(segment, "{") || strings.HasPrefix(segment, ":") {
				segment = map[bool]string{true: tenant, false: "01a203c6-141a-7de2-96dd-583b8390639b"}[strings.Contains(segment, "tenant")]
			}
			segments = append(segments, segment)
		}
		return strings.Join(segments, "/")
	}
	for path, item := range doc.Paths.Map() {
		if item.Get != nil {
			all = append(all, "/v1"+fill(path))
		}
	}
	for _, page := range []string{"", "/", "/e/:event", "/e/:event/draw", "/e/:event/screen", "/e/:event/print/sheets", "/e/:event/print/names", "/e/:event/print/check-in", "/e/:event/print/codes", "/e/:event/print/poster", "/e/:event/print/certificates", "/e/:event/table/1-1-abcdefghijkmnpqr", "/e/:event/report", "/s/:season", "/s/:season/qualification", "/s/:season/final", "/s/:season/calendar.ics", "/my-calendar/x.ics", "/convocation", "/address", "/mine", "/mine/photos/:event/:photo", "/events/:event", "/events/:event/report", "/people", "/people/:player", "/players/:player/claim", "/staff", "/logo", "/archives", "/archives/:archive", "/deletion", "/histories", "/histories/:history", "/audit", "/audit/acts.csv", "/refunds", "/refunds/receipt", "/calendar", "/qualification", "/rules", "/rules/catan-nazionale-2009", "/rules/CN09", "/rules/catan-nazionale-2009/calculator", "/rules/nothing/calculator", "/nothing"} {
		all = append(all, "/t/"+tenant+fill(page), "/t/nobody"+fill(page))
	}
	for _, task := range append(pages.Tasks(), pages.MyAccount, pages.Invitations, pages.Records, pages.MyData) {
		all = append(all, string(task))
	}
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"live.js", "referto.css", "icon.svg"} {
		asset, err := p.AssetURL(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, asset)
	}
	return append(all, "/", "/livez", "/readyz", "/docs/", "/tenants", "/accessibility", "/privacy", "/docs/nothing", "/v1/openapi.json", "/v1/nothing", "/assets/nothing.css", "/problems/not-found", "/problems/nothing", "/nonsense", "/t/", "/favicon.ico")
}

// Every answer states who may cache it and what it depends on, and an answer that may not be stored has a reason.
func TestEveryAnswerSaysHowItIsKept(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	for _, address := range addresses(t, tenant.Slug) {
		for _, as := range []struct{ name, accept, bearer string }{{"a browser", browser, ""}, {"a program", "", ""}, {"who is signed in", "application/json", tenant.Manager.Access}} {
			r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.Address+address, http.NoBody)
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Accept", as.accept)
			r.Header.Set("Accept-Encoding", "br")
			if as.bearer != "" {
				r.Header.Set("Authorization", "Bearer "+as.bearer)
			}
			answer, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			_ = answer.Body.Close()
			if err != nil {
				t.Errorf("%s: %v", address, err)
			}
			h, control := answer.Header, answer.Header.Get("Cache-Control")
			api := strings.HasPrefix(address, "/v1/")
			where := address + " for " + as.name
			switch {
			case answer.StatusCode >= 500:
				t.Errorf("%s: %d", where, answer.StatusCode)
			case answer.StatusCode >= 400:
				wantType := "application/problem+json"
				if !api && as.accept == browser {
					wantType = "text/html; charset=UTF-8"
				}
				if h.Get("Content-Type") != wantType || !strings.Contains(control, "no-store") || !api && !varies(h, "Accept") || !varies(h, "Accept-Language") {
					t.Errorf("%s: %d %q, %q, vary %q", where, answer.StatusCode, h.Get("Content-Type"), control, h.Get("Vary"))
				}
				text, err := coding.Decode(coding.Coding(h.Get("Content-Encoding")), body)
				var problem openapi.Problem
				if err != nil || wantType == "application/problem+json" && (json.Unmarshal(text, &problem) != nil || problem.Status != answer.StatusCode) {
					t.Errorf("%s: no problem: %.200s", where, text)
				}
			case control == "":
				t.Errorf("%s: no Cache-Control", where)
			case strings.Contains(control, "no-store"):
				reason := as.bearer != "" && api || // personal data
					strings.HasPrefix(address, string(pages.MyAccount)) || address == string(pages.SignIn) || // a session begins there, or is shown
					strings.HasSuffix(address, pages.ReportPath) || strings.HasSuffix(address, pages.ConvocationPath) || strings.HasSuffix(address, pages.PlayerAddressPath) || strings.Contains(address, pages.MyRecordPath) || strings.Contains(address, pages.PeoplePath) || strings.HasSuffix(address, pages.StaffPath) || strings.HasSuffix(address, pages.LogoPath) || strings.HasSuffix(address, pages.DeletionPath) || strings.Contains(address, pages.ArchivesPath) || strings.Contains(address, pages.AuditPath) || strings.Contains(address, pages.RefundsPath) || strings.Contains(address, pages.HistoriesPath) || strings.HasSuffix(address, pages.ClaimPath) ||
					address == "/livez" || address == "/readyz"
				if !reason {
					t.Errorf("%s: no-store, for no reason", where)
				}
			case api && !varies(h, "Authorization", "Accept-Language"):
				t.Errorf("%s: vary %q", where, h.Get("Vary"))
			}
			if coding.Compressible(h.Get("Content-Type")) && !varies(h, "Accept-Encoding") {
				t.Errorf("%s: %s does not vary with Accept-Encoding: %q", where, h.Get("Content-Type"), h.Get("Vary"))
			}
			if long := len(body) > 1500; long && coding.Compressible(h.Get("Content-Type")) && h.Get("Content-Encoding") == "" {
				t.Errorf("%s: %d bytes of %s are not compressed", where, len(body), h.Get("Content-Type"))
			}
			if strings.HasPrefix(h.Get("Content-Type"), "text/html") && h.Get("Content-Security-Policy") == "" {
				t.Errorf("%s: a page without policy", where)
			}
		}
	}
}

// A HEAD has the headers of the 200 to a GET, and a client that has the answer gets 304, in every coding.
func TestHeadAndNotModified(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	p, err := pages.New()
	if err != nil {
		t.Fatal(err)
	}
	sheet, err := p.AssetURL("referto.css")
	if err != nil {
		t.Fatal(err)
	}
	tags := map[string]bool{}
	for _, address := range []string{"/t/" + tenant.Slug, sheet, "/v1/openapi.json"} {
		for _, accepts := range []string{"", "gzip", "br"} {
			ask := func(method, tag string) *http.Response {
				r, err := http.NewRequestWithContext(t.Context(), method, server.Address+address, http.NoBody)
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Accept-Encoding", accepts)
				r.Header.Set("If-None-Match", tag)
				answer, err := http.DefaultTransport.RoundTrip(r)
				if err != nil {
					t.Fatal(err)
				}
				_, _ = io.Copy(io.Discard, answer.Body)
				_ = answer.Body.Close()
				return answer
			}
			got, head := ask(http.MethodGet, ""), ask(http.MethodHead, "")
			tag := got.Header.Get("ETag")
			if got.StatusCode != 200 || head.StatusCode != 200 || tag == "" || tags[address+tag] || got.Header.Get("Content-Encoding") != accepts {
				t.Errorf("%s %q: %d and %d, tag %s", address, accepts, got.StatusCode, head.StatusCode, tag)
			}
			tags[address+tag] = true
			for _, name := range []string{"ETag", "Content-Encoding", "Content-Type", "Vary", "Cache-Control"} {
				if got.Header.Get(name) != head.Header.Get(name) {
					t.Errorf("%s %q: %s is %q for GET and %q for HEAD", address, accepts, name, got.Header.Get(name), head.Header.Get(name))
				}
			}
			has := ask(http.MethodGet, tag)
			if has.StatusCode != http.StatusNotModified || has.Header.Get("ETag") != tag || has.Header.Get("Vary") != got.Header.Get("Vary") || has.Header.Get("Cache-Control") != got.Header.Get("Cache-Control") {
				t.Errorf("%s %q: who has it gets %d %v", address, accepts, has.StatusCode, has.Header)
			}
		}
	}
}

// No compressed answer contains a secret that compression could reveal: secrets are handed out in answers to POST
// only, by the contract.
func TestNoReadAnswersWithASecret(t *testing.T) {
	t.Parallel()
	doc, err := openapi.GetSpec()
	if err != nil {
		t.Fatal(err)
	}
	secret := func(name string) bool {
		name = strings.ToLower(name)
		return name == "secret" || name == "link" || strings.HasSuffix(name, "token") || strings.Contains(name, "password")
	}
	seen := map[*openapi3.Schema]bool{}
	var walk func(where string, s *openapi3.SchemaRef)
	walk = func(where string, s *openapi3.SchemaRef) {
		if s == nil || s.Value == nil || seen[s.Value] {
			return
		}
		seen[s.Value] = true
		for name, property := range s.Value.Properties {
			if secret(name) && !strings.Contains(where, "/draw") { // a draw's secret is public once it has been drawn
				t.Errorf("%s: %q may be a secret", where, name)
			}
			walk(where+"."+name, property)
		}
		walk(where+"[]", s.Value.Items)
		for _, group := range []openapi3.SchemaRefs{s.Value.AllOf, s.Value.AnyOf, s.Value.OneOf} {
			for _, one := range group {
				walk(where, one)
			}
		}
	}
	reads := 0
	for path, item := range doc.Paths.Map() {
		if item.Get == nil {
			continue
		}
		reads++
		for _, response := range item.Get.Responses.Map() {
			for _, media := range response.Value.Content {
				walk(path, media.Schema)
			}
		}
	}
	if reads < 50 || len(seen) < 100 {
		t.Errorf("looked at %d reads with %d schemas", reads, len(seen))
	}
}

// The public pages of the router are those with a list of parameters, and a page reads no other parameter.
func TestPublicAddresses(t *testing.T) {
	t.Parallel()
	server := apitest.Start(t)
	tenant := server.Federation("Federazione")
	ask := func(query string) string {
		r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, server.Address+"/t/"+tenant.Slug+query, http.NoBody)
		if err != nil {
			t.Fatal(err)
		}
		answer, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(answer.Body)
		if err != nil || answer.StatusCode != 200 {
			t.Fatalf("%s: %d %v", query, answer.StatusCode, err)
		}
		return string(text)
	}
	plain := ask("")
	for _, query := range []string{"?x=1", "?theme=pink", "?lang=xx", "?round=+5", "?theme=&theme=dark", "?" + url.QueryEscape("thème") + "=dark"} {
		if ask(query) != plain {
			t.Errorf("%s makes another page", query)
		}
	}
	for _, query := range []string{"?lang=en", "?theme=dark", "?x=1&lang=en", "?lang=en&lang=bg"} {
		if ask(query) == plain {
			t.Errorf("%s makes no other page", query)
		}
	}
	if ask("?lang=en&theme=dark") != ask("?theme=dark&y=2&lang=en") {
		t.Error("the order of parameters makes another page")
	}
}

package serve_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"referto/internal/apitest"
	"referto/internal/mail"
	"referto/internal/serve"
	"referto/internal/tenant/tenantdb/tenantdbtest"
	"referto/openapi"
)

func TestMain(m *testing.M) { os.Exit(tenantdbtest.Run(m)) }

// noMail fails if a mail is sent: no test here leads to one.
type noMail struct{ t *testing.T }

func (n noMail) Send(context.Context, mail.Message) error {
	n.t.Error("sent a mail")
	return nil
}

func config(t *testing.T) serve.Config {
	t.Helper()
	return serve.Config{
		DB: tenantdbtest.New(t), Log: slog.New(slog.DiscardHandler), Now: time.Now, Keys: apitest.NewKeys(t),
		Secret: []byte(strings.Repeat("s", 32)), PublicURL: "http://league.test", Mail: noMail{t}, Files: apitest.NewFiles(t, t.TempDir()),
	}
}

func newServer(t *testing.T) http.Handler {
	t.Helper()
	s, err := serve.New(config(t))
	if err != nil {
		t.Fatal(err)
	}
	return s.Handler()
}

func do(t *testing.T, h http.Handler, method, target, body string, header ...string) *http.Response {
	t.Helper()
	r := httptest.NewRequest(method, target, strings.NewReader(body))
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

func problem(t *testing.T, r *http.Response) openapi.Problem {
	t.Helper()
	if got := r.Header.Get("Content-Type"); got != "application/problem+json" {
		t.Errorf("content type %q", got)
	}
	var p openapi.Problem
	if err := json.NewDecoder(r.Body).Decode(&p); err != nil {
		t.Fatal(err)
	}
	if p.Status != r.StatusCode || p.RequestId == "" || p.RequestId != r.Header.Get("X-Request-Id") || p.Title == "" || p.Detail == "" {
		t.Errorf("incomplete problem: %+v", p)
	}
	return p
}

func TestProbesAndDocuments(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	tests := []struct{ target, want string }{
		{"/livez", "alive"},
		{"/readyz", "ready"},
		{"/v1/openapi.json", `"openapi":"3.0.3"`},
		{"/docs/", "/v1/openapi.json"},
	}
	for _, tt := range tests {
		r := do(t, h, http.MethodGet, tt.target, "")
		body, err := io.ReadAll(r.Body)
		if err != nil || r.StatusCode != http.StatusOK || !strings.Contains(string(body), tt.want) {
			t.Errorf("%s: %d, no %q in %.200s", tt.target, r.StatusCode, tt.want, body)
		}
	}
}

func TestMalformedRequestsAreProblems(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	tests := []struct {
		name, method, target, body string
		header                     []string
		status                     int
		reason, pointer            string
	}{
		{name: "an address nobody serves", method: "GET", target: "/v1/nothing", status: 404, reason: "no-such-address"},
		{name: "a method the address does not have", method: "PUT", target: "/v1/sessions", status: 405, reason: "method-not-allowed"},
		{name: "a tenant that is not there", method: "GET", target: "/v1/tenants/nobody", status: 404, reason: "no-such-tenant"},
		{name: "an id that is none", method: "GET", target: "/v1/tenants/nobody/events/7", status: 404, reason: "not-found"},
		{name: "an unknown query parameter", method: "GET", target: "/v1/tenants?page=2", status: 400, reason: "unknown-parameter", pointer: "query:page"},
		{name: "a query parameter twice", method: "GET", target: "/v1/tenants?limit=2&limit=3", status: 400, reason: "parameter-twice", pointer: "query:limit"},
		{name: "a query parameter out of range", method: "GET", target: "/v1/tenants?limit=101", status: 400, reason: "parameter-invalid", pointer: "query:limit"},
		{name: "NUL in the query", method: "GET", target: "/v1/tenants?cursor=%00aaaaaaaa", status: 400, reason: "query-malformed"},
		{name: "an integer written otherwise", method: "GET", target: "/v1/tenants?limit=%2B5", status: 400, reason: "parameter-invalid", pointer: "query:limit"},
		{name: "NUL in a path", method: "GET", target: "/v1/tenants/%00", status: 404, reason: "no-such-address"},
		{name: "NUL in the path of a page", method: "GET", target: "/t/%00/", status: 404, reason: "no-such-address"},
		{name: "bytes that are no text in the path of a page", method: "GET", target: "/t/a/e/%ff", status: 404, reason: "no-such-address"},
		{name: "NUL in the query of a page", method: "GET", target: "/t/a/?lang=%00", status: 400, reason: "query-malformed"},
		{name: "an id of zeros", method: "GET", target: "/v1/tenants/nobody/events/00000000-0000-0000-0000-000000000000", status: 404, reason: "not-found"},
		{name: "a forged cursor", method: "GET", target: "/v1/tenants?cursor=aaaa.bbbbbbbb", status: 400, reason: "cursor-invalid"},
		{name: "half a document", method: "POST", target: "/v1/sessions", body: `{"email":`, status: 400, reason: "invalid-json"},
		{name: "a key twice", method: "POST", target: "/v1/sessions", body: `{"email":"a@b.it","email":"c@d.it","password":"x"}`, status: 400, reason: "duplicate-key", pointer: "/email"},
		{name: "an unknown field", method: "POST", target: "/v1/sessions", body: `{"email":"a@b.it","password":"x","admin":true}`, status: 422, reason: "invalid", pointer: "/admin"},
		{name: "a missing field", method: "POST", target: "/v1/sessions", body: `{"email":"a@b.it"}`, status: 422, reason: "invalid", pointer: "/password"},
		{name: "another type", method: "POST", target: "/v1/sessions", body: `{"email":"a@b.it","password":7}`, status: 422, reason: "invalid", pointer: "/password"},
		{name: "another media type", method: "POST", target: "/v1/sessions", body: `<x/>`, header: []string{"Content-Type", "text/xml"}, status: 415, reason: "media-type"},
		{name: "too long", method: "POST", target: "/v1/sessions", body: `{"email":"` + strings.Repeat("a", 200<<10) + `"}`, status: 413, reason: "body-too-large"},
		{name: "a body where none belongs", method: "DELETE", target: "/v1/sessions", body: `{}`, header: []string{"Authorization", "Bearer x"}, status: 401, reason: "unauthenticated"},
		{name: "a body where nobody sends one", method: "GET", target: "/v1/tenants", body: `{}`, status: 400, reason: "body-unexpected"},
		{name: "no credential", method: "GET", target: "/v1/me", status: 401, reason: "sign-in-required"},
		{name: "a forged credential", method: "GET", target: "/v1/me", header: []string{"Authorization", "Bearer x.y.z"}, status: 401, reason: "unauthenticated"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := do(t, h, tt.method, tt.target, tt.body, tt.header...)
			p := problem(t, r)
			if p.Status != tt.status || p.Reason != tt.reason {
				t.Fatalf("got %d %s, want %d %s: %+v", p.Status, p.Reason, tt.status, tt.reason, p)
			}
			if tt.pointer != "" && (len(p.Errors) == 0 || p.Errors[0].Pointer != tt.pointer) {
				t.Errorf("got errors %+v, want one at %s", p.Errors, tt.pointer)
			}
		})
	}
}

func TestProblemsSpeakTheReadersLanguage(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	said := map[string]bool{}
	for _, lang := range []string{"en", "it", "bg"} {
		p := problem(t, do(t, h, http.MethodGet, "/v1/tenants/nobody", "", "Accept-Language", lang))
		said[p.Detail] = true
	}
	if len(said) != 3 {
		t.Errorf("three languages say %d things: %v", len(said), said)
	}
}

// The place where a body is no JSON is reported as an editor counts it.
func TestFaultsInJSONNameTheirLine(t *testing.T) {
	t.Parallel()
	h := newServer(t)
	body := "{\n  \"email\": \"a@b.it\",\n  \"password\": x\n}"
	for lang, want := range map[string]string{
		"en": "Line 3, column 15: The request is not valid JSON.",
		"it": "Riga 3, colonna 15: La richiesta non è JSON valido.",
		"bg": "Ред 3, колона 15: Заявката не е валиден JSON.",
	} {
		p := problem(t, do(t, h, http.MethodPost, "/v1/sessions", body, "Accept-Language", lang))
		if len(p.Errors) != 1 || p.Errors[0].Text != want || p.Errors[0].Pointer != "/password" {
			t.Errorf("got %+v, want %q", p.Errors, want)
		}
	}
}

// running is the address of a server that runs until it is stopped, and how it has ended then.
func running(t *testing.T, c serve.Config) (base string, stop func(), ended <-chan error) {
	t.Helper()
	s, err := serve.New(c)
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- s.Run(ctx, listener) }()
	return "http://" + listener.Addr().String(), stop, done
}

// A server that is about to stop reports it to readiness probes, and goes on answering for as long as balancers take
// to notice. Each answer ends its connection, so that the next request goes elsewhere.
func TestStopIsToldFirst(t *testing.T) {
	t.Parallel()
	c := config(t)
	c.DrainDelay = 4 * time.Second
	base, stop, ended := running(t, c)
	client := &http.Client{Transport: &http.Transport{}}
	ask := func(path string) (status int, closes bool) {
		r, err := client.Get(base + path)
		if err != nil {
			t.Fatal(err)
		}
		_ = r.Body.Close()
		return r.StatusCode, r.Close
	}
	for n := 0; ; n++ {
		if status, _ := ask("/readyz"); status == http.StatusOK {
			break
		}
		if n == 100 {
			t.Fatal("never ready")
		}
		time.Sleep(20 * time.Millisecond)
	}
	if status, closes := ask("/v1/tenants"); status != http.StatusOK || closes {
		t.Errorf("before the stop: %d, connection closes: %v", status, closes)
	}
	told := time.Now()
	stop()
	for answered := 0; ; answered++ {
		if status, _ := ask("/readyz"); status == http.StatusServiceUnavailable {
			break
		} else if answered == 100 {
			t.Fatal("readiness does not tell that the server stops")
		}
	}
	for time.Since(told) < time.Second {
		if status, closes := ask("/v1/tenants"); status != http.StatusOK || !closes {
			t.Fatalf("%s after it was told to stop: %d, connection closes: %v", time.Since(told), status, closes)
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err := <-ended; err != nil {
		t.Errorf("stop: %v", err)
	}
	if took := time.Since(told); took < c.DrainDelay {
		t.Errorf("stopped after %s, before the delay was over", took)
	}
	if _, err := client.Get(base + "/livez"); err == nil {
		t.Error("it still answers when it has stopped")
	}
}

// Requests under way are answered when the server stops, and new ones find it
// not ready first.
func TestStopIsGraceful(t *testing.T) {
	t.Parallel()
	base, stop, ended := running(t, config(t))
	for range 100 {
		if r, err := http.Get(base + "/readyz"); err == nil {
			_ = r.Body.Close()
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	answered := make(chan int, 32)
	for range 32 {
		go func() {
			r, err := http.Get(base + "/v1/tenants")
			if err != nil {
				answered <- 0
				return
			}
			_ = r.Body.Close()
			answered <- r.StatusCode
		}()
	}
	if first := <-answered; first != http.StatusOK {
		t.Fatalf("before the stop: %d", first)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("stop: %v", err)
	}
	for range 31 {
		// 0 is a connection that was refused because the listener had closed.
		if status := <-answered; status != http.StatusOK && status != 0 {
			t.Errorf("during the stop: %d", status)
		}
	}
}

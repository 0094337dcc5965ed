package apiclient

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"referto/openapi"
)

// answers serves one answer after the other and keeps the requests.
type answers struct {
	mu       sync.Mutex
	list     []func(http.ResponseWriter)
	requests []*http.Request
}

func (a *answers) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.requests = append(a.requests, r)
	a.list[min(len(a.requests), len(a.list))-1](w)
}

func (a *answers) headers(name string) []string {
	var values []string
	for _, r := range a.requests {
		values = append(values, r.Header.Get(name))
	}
	return values
}

// answer is an answer with a status, a body and headers "name", "value", ….
func answer(status int, body string, headers ...string) func(http.ResponseWriter) {
	return func(w http.ResponseWriter) {
		for i := 0; i+1 < len(headers); i += 2 {
			w.Header().Set(headers[i], headers[i+1])
		}
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}
}

func serve(t *testing.T, list ...func(http.ResponseWriter)) (*Client, *answers) {
	t.Helper()
	a := &answers{list: list}
	server := httptest.NewServer(a)
	t.Cleanup(server.Close)
	return New(server.URL), a
}

func TestRepeatsOfABusyServer(t *testing.T) {
	t.Parallel()
	busy := answer(503, `{"status": 503, "reason": "busy"}`, "Retry-After", "0")
	c, a := serve(t, busy, busy, answer(201, `{"id": "1"}`))
	var out struct{ ID string }
	if err := c.Post(t.Context(), "/tenants", openapi.ReasonGiven{Reason: "because"}, &out); err != nil || out.ID != "1" {
		t.Fatalf("got %+v, %v", out, err)
	}
	keys := a.headers("Idempotency-Key")
	if len(keys) != 3 || keys[0] == "" || keys[0] != keys[1] || keys[1] != keys[2] {
		t.Errorf("a repeat is the same act: keys %v", keys)
	}
	if err := c.Post(t.Context(), "/tenants", nil, nil); err != nil {
		t.Fatal(err)
	}
	if keys := a.headers("Idempotency-Key"); keys[3] == keys[2] {
		t.Error("another act has the key of the one before")
	}
	for _, r := range a.requests[:3] {
		if r.URL.Path != "/v1/tenants" || r.Header.Get("Content-Type") != "application/json" {
			t.Errorf("got %s %s", r.URL.Path, r.Header)
		}
	}
}

func TestPatienceEnds(t *testing.T) {
	t.Parallel()
	c, a := serve(t, answer(503, ``, "Retry-After", "0"))
	if err := c.Get(t.Context(), "/me", nil); Status(err) != 503 || len(a.requests) != maxAttempts {
		t.Errorf("%d attempts, %v", len(a.requests), err)
	}
	slow, _ := serve(t, answer(503, ``, "Retry-After", "3600"))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := slow.Get(ctx, "/me", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	for text, want := range map[string]time.Duration{"0": minPatience, "2": 2 * time.Second, "3600": time.Hour, "-5": minPatience, "soon": minPatience, "": minPatience} {
		if got := patience(text); got != want {
			t.Errorf("Retry-After %q: %s, want %s", text, got, want)
		}
	}
}

func TestOtherRefusalsAreNotRepeated(t *testing.T) {
	t.Parallel()
	for _, status := range []int{400, 401, 403, 404, 409, 412, 422, 429, 500} {
		c, a := serve(t, answer(status, ``))
		if err := c.Post(t.Context(), "/tenants", nil, nil); Status(err) != status || len(a.requests) != 1 {
			t.Errorf("%d: %d attempts, %v", status, len(a.requests), err)
		}
	}
}

// A patient client waits after a 429 for as long as the server demands and asks again, with the same key; also to
// sign in. A long refusal is returned, and waiting ends with the context.
func TestPatientClientsWaitForTheirRate(t *testing.T) {
	t.Parallel()
	limited := answer(429, `{"status": 429, "reason": "too-many-requests"}`, "Retry-After", "0")
	list := []func(http.ResponseWriter){answer(201, `{"accessToken": "a"}`)}
	for range maxAttempts + 1 {
		list = append(list, limited)
	}
	c, a := serve(t, append([]func(http.ResponseWriter){limited}, append(list, answer(201, `{}`))...)...)
	me, err := c.Patient().SignIn(t.Context(), "anna@example.it", "a password")
	if err != nil {
		t.Fatal(err)
	}
	if err := me.Post(t.Context(), "/tenants", nil, nil); err != nil || len(a.requests) != maxAttempts+4 {
		t.Errorf("%d requests, %v", len(a.requests), err)
	}
	if keys := slices.Compact(a.headers("Idempotency-Key")); len(keys) != 2 {
		t.Errorf("a sign-in and an act have the keys %q", keys)
	}
	long, a := serve(t, answer(429, ``, "Retry-After", "3600"))
	if err := long.Patient().Get(t.Context(), "/me", nil); Status(err) != 429 || len(a.requests) != 1 {
		t.Errorf("refused for an hour: %d requests, %v", len(a.requests), err)
	}
	slow, _ := serve(t, answer(429, ``, "Retry-After", "60"))
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := slow.Patient().Get(ctx, "/me", nil); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("after the end: %v", err)
	}
}

func TestProblem(t *testing.T) {
	t.Parallel()
	const document = `{"type": "https://x/problems/invalid", "title": "Unprocessable", "status": 422, "reason": "referee-of-event", "detail": "No.",
		"requestId": "7", "rule": {"code": "CN09", "paragraph": "1.5"}, "errors": [{"pointer": "/player", "reason": "referee-of-event", "text": "He referees."}]}`
	c, _ := serve(t, answer(422, document), answer(502, `<html>`))
	err := c.Post(t.Context(), "/entries", nil, nil)
	var p *Problem
	if !errors.As(err, &p) || p.Rule.Paragraph != "1.5" || Reason(err) != "referee-of-event" || Status(err) != 422 {
		t.Fatalf("got %#v", err)
	}
	if want := "POST /entries: 422 referee-of-event (CN09 1.5): No.; /player referee-of-event: He referees."; err.Error() != want {
		t.Errorf("got %s", err)
	}
	if err := c.Get(t.Context(), "/me", nil); Status(err) != 502 || Reason(err) != "" || !strings.Contains(err.Error(), "<html>") {
		t.Errorf("what is no problem document: %v", err)
	}
	if Status(nil) != 0 || Reason(errors.New("x")) != "" {
		t.Error("a status of what is no refusal")
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	c, a := serve(t, answer(200, `{}`))
	err := c.Do(t.Context(), http.MethodPatch, "/me", nil, nil, IfMatch(3), Language("bg"), ForwardedFor("10.0.0.1"))
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Post(t.Context(), "/tenants", nil, nil, Key("key-of-its-own")); err != nil {
		t.Fatal(err)
	}
	patch, post := a.requests[0].Header, a.requests[1].Header
	if patch.Get("If-Match") != `"3"` || patch.Get("Accept-Language") != "bg" || patch.Get("X-Forwarded-For") != "10.0.0.1" || patch.Get("Idempotency-Key") != "" {
		t.Errorf("got %v", patch)
	}
	if post.Get("Idempotency-Key") != "key-of-its-own" || post.Get("Content-Type") != "" {
		t.Errorf("got %v", post)
	}
}

func TestListReadsAllPages(t *testing.T) {
	t.Parallel()
	c, a := serve(t, answer(200, `{"items": [1, 2], "nextCursor": "abc"}`), answer(200, `{"items": [3]}`))
	got, err := List[int](t.Context(), c, "/numbers", map[string][]string{"kind": {"odd"}})
	if err != nil || !slices.Equal(got, []int{1, 2, 3}) {
		t.Errorf("got %v, %v", got, err)
	}
	if len(a.requests) != 2 || a.requests[0].URL.RawQuery != "kind=odd&limit=100" || a.requests[1].URL.RawQuery != "cursor=abc&kind=odd&limit=100" {
		t.Errorf("asked %s", a.requests[len(a.requests)-1].URL)
	}
}

func TestAnswersThatAreNone(t *testing.T) {
	t.Parallel()
	c, _ := serve(t, answer(200, `{`))
	var syntax *json.SyntaxError
	if err := c.Get(t.Context(), "/me", new(map[string]any)); !errors.As(err, &syntax) {
		t.Errorf("got %v", err)
	}
	if err := New("http://127.0.0.1:1").Get(t.Context(), "/me", nil); err == nil || Status(err) != 0 {
		t.Errorf("nobody there: %v", err)
	}
}

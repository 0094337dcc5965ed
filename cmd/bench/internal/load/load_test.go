package load_test

import (
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"referto/cmd/bench/internal/load"
)

// serve starts a server and returns its host and port.
func serve(t *testing.T, h http.HandlerFunc) string {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return strings.TrimPrefix(s.URL, "http://")
}

func open(t *testing.T, plan load.Plan) *load.Generator {
	t.Helper()
	g, err := load.Open(t.Context(), plan)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(g.Close)
	return g
}

func TestRunCountsAnswersOfEveryForm(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("0123456789", 10_000)
	forms := map[string]struct {
		status int
		answer http.HandlerFunc
	}{
		"with a length": {200, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "short") }},
		"empty":         {201, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(201) }},
		"in chunks":     {200, func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, long) }},
		"no content":    {204, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(204) }},
		"not modified":  {304, func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("ETag", `"1"`); w.WriteHeader(304) }},
	}
	for name, form := range forms {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var served atomic.Int64
			address := serve(t, func(w http.ResponseWriter, r *http.Request) { served.Add(1); form.answer(w, r) })
			g := open(t, load.Plan{Address: address, Connections: 3, Next: load.Same(load.Request("GET", "/", address, nil)), Want: []int{form.status}})
			for range 2 { // connections stay open from one run to the next
				before := served.Load()
				outcome, err := g.Run(t.Context(), 20*time.Millisecond)
				if err != nil {
					t.Fatal(err)
				}
				if answered := int(served.Load() - before); outcome.Answers != answered || answered == 0 {
					t.Errorf("counted %d, served %d", outcome.Answers, answered)
				}
				if !slices.IsSorted(outcome.Latencies) || outcome.Quantile(0) <= 0 || outcome.Quantile(0.99) < outcome.Quantile(0.5) || outcome.Rate() <= 0 {
					t.Errorf("odd times: %v", outcome)
				}
			}
		})
	}
}

func TestRunSendsWhatThePlanSays(t *testing.T) {
	t.Parallel()
	seen := make(chan string, 1000)
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		select {
		case seen <- r.Method + " " + r.URL.Path + " " + r.Header.Get("Idempotency-Key") + " " + string(body):
		default:
		}
		w.WriteHeader(201)
	})
	next := func(connection int, request []byte) []byte {
		return append(request, load.Request("POST", fmt.Sprintf("/of/%d", connection), address, []byte(`{"a":1}`), "Idempotency-Key", "key")...)
	}
	g := open(t, load.Plan{Address: address, Connections: 1, Next: next, Want: []int{201}})
	if _, err := g.Run(t.Context(), 5*time.Millisecond); err != nil {
		t.Fatal(err)
	}
	if got, want := <-seen, `POST /of/0 key {"a":1}`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestAnotherStatusEndsTheRun(t *testing.T) {
	t.Parallel()
	address := serve(t, func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no such thing", http.StatusNotFound) })
	g := open(t, load.Plan{Address: address, Connections: 2, Next: load.Same(load.Request("GET", "/x", address, nil)), Want: []int{200}})
	_, err := g.Run(t.Context(), time.Minute)
	if err == nil || !strings.Contains(err.Error(), "GET /x") || !strings.Contains(err.Error(), "status 404: no such thing") {
		t.Errorf("got %v", err)
	}
}

// A server closes connections on which nobody asks for the first time soon. A plan that has to wait for others
// opens them anew.
func TestConnectionsThatRestAreOpenedAnew(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "yes") }))
	closed := make(chan struct{}, 1)
	s.Config.ReadHeaderTimeout = 50 * time.Millisecond
	s.Config.ConnState = func(_ net.Conn, state http.ConnState) {
		if state == http.StateClosed {
			select {
			case closed <- struct{}{}:
			default:
			}
		}
	}
	s.Start()
	t.Cleanup(s.Close)
	address := strings.TrimPrefix(s.URL, "http://")
	g := open(t, load.Plan{Address: address, Connections: 1, Next: load.Same(load.Request("GET", "/", address, nil)), Want: []int{200}})
	<-closed
	time.Sleep(3100 * time.Millisecond)
	if outcome, err := g.Run(t.Context(), 20*time.Millisecond); err != nil || outcome.Answers == 0 {
		t.Errorf("%d answers, %v", outcome.Answers, err)
	}
}

func TestALineIsOpenedAnewAfterItsEnd(t *testing.T) {
	t.Parallel()
	address := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/torn" {
			panic(http.ErrAbortHandler)
		}
		if r.URL.Path == "/last" {
			w.Header().Set("Connection", "close")
		}
		w.Header().Set("ETag", `"7"`)
		if r.Header.Get("If-None-Match") == `"7"` {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, "seven")
	})
	line := load.Line{Address: address}
	defer line.Close()
	ask := func(path string, header ...string) (load.Answer, error) {
		return line.Ask(t.Context(), load.Request("GET", path, address, nil, header...))
	}
	if got, err := ask("/"); err != nil || got != (load.Answer{Status: 200, Tag: `"7"`, Body: "seven"}) {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := ask("/last"); err != nil || got.Status != 200 {
		t.Errorf("before the end: %+v, %v", got, err)
	}
	if got, err := ask("/"); err != nil || got.Status != 200 {
		t.Errorf("after an announced end: %+v, %v", got, err)
	}
	if _, err := ask("/torn"); err == nil || !strings.Contains(err.Error(), "GET /torn") {
		t.Errorf("torn: %v", err)
	}
	if got, err := ask("/", "If-None-Match", `"7"`); err != nil || got != (load.Answer{Status: 304, Tag: `"7"`}) {
		t.Errorf("after that: %+v, %v", got, err)
	}
}

package browser_test

import (
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"

	"referto/internal/apitest"
)

// silence stands before a server like a network that keeps connections open and lets nothing through.
type silence struct {
	address string
	mu      sync.Mutex
	fallen  chan struct{} // closed when it is over; nil while everything comes through
	streams bool          // it lasts for streams alone
}

func newSilence(t *testing.T, server string) *silence {
	t.Helper()
	to, err := url.Parse(server)
	if err != nil {
		t.Fatal(err)
	}
	q := &silence{}
	behind := httputil.NewSingleHostReverseProxy(to)
	behind.FlushInterval = -1
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stream := strings.HasSuffix(r.URL.Path, "/stream")
		for {
			over, streams := q.now()
			if over == nil || streams && !stream {
				break
			}
			if stream { // it is open
				w.Header().Set("Content-Type", "text/event-stream")
				w.WriteHeader(http.StatusOK)
				_ = http.NewResponseController(w).Flush()
			}
			select {
			case <-over:
			case <-r.Context().Done():
				return
			}
			if stream {
				return
			}
		}
		behind.ServeHTTP(w, r)
	}))
	t.Cleanup(front.Close)
	t.Cleanup(func() { q.falls(false) })
	q.address = front.URL
	return q
}

func (q *silence) now() (over chan struct{}, streams bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.fallen, q.streams
}

// falls begins or ends the silence.
func (q *silence) falls(is bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.fallen != nil {
		close(q.fallen)
		q.fallen = nil
	}
	if is {
		q.fallen = make(chan struct{})
	}
}

// fallsOnStreams begins a silence in which everything else is answered.
func (q *silence) fallsOnStreams() {
	q.mu.Lock()
	q.streams = true
	q.mu.Unlock()
	q.falls(true)
}

// A stream is open and silent, as behind a proxy that buffers it. The page polls beside it, and so learns of a
// result; it does not claim to be without connection.
func TestASilentStream(t *testing.T) {
	t.Parallel()
	s := newStage(t, apitest.Start(t))
	quiet := newSilence(t, s.server.Address)
	quiet.fallsOnStreams()
	b := open(t, chromium(t), strings.Replace(s.page, s.server.Address, quiet.address, 1))
	b.hidden(false)
	eventually(t, "it hears", func() bool { return b.is("hears()") })
	do(b, "time goes by faster", chromedp.Evaluate[bool](`{ const began = Date.now(), real = Date.now; Date.now = () => began + 6 * (real() - began); }; true`))
	s.result(1)
	eventually(t, "it shows the result", func() bool { return b.number(`document.querySelectorAll("[data-news]").length`) == 1 })
	if b.is(`!document.getElementById("connection").hidden`) {
		t.Error("it says that it is without connection")
	}
}

package publication_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"referto/internal/coding"
	"referto/internal/live"
	"referto/internal/publication"
)

// world is a server behind a shelf, whose pages show an event's revision.
type world struct {
	hub      *live.Hub
	topic    live.Topic
	revision atomic.Int64
	asked    atomic.Int64 // requests that reached the server
	stood    atomic.Int64 // of them, answered with 304
	frame    string       // what a page shows beside the event
	down     atomic.Bool  // the server answers 503
	hangs    atomic.Pointer[chan struct{}]
	now      time.Time
	shelf    *publication.Shelf
}

func newWorld() *world {
	w := &world{hub: live.New(), topic: live.Topic{Tenant: uuid.New(), Event: uuid.New()}, now: time.Date(2009, 2, 8, 12, 0, 0, 0, time.UTC)}
	w.hub.Hearing()
	w.revision.Store(1)
	w.shelf = publication.New(w.config())
	return w
}

func (w *world) config() publication.Config {
	return publication.Config{
		Hub: w.hub, Next: http.HandlerFunc(w.serve), Language: strings.ToLower, Now: func() time.Time { return w.now },
		Address: public, Aged: func(page []byte, at time.Time) []byte {
			return append([]byte("as of "+at.Format(time.TimeOnly)+": "), page...)
		},
		Patience: time.Minute, // all are answered in time, however slow the machine is
	}
}

// public is the address of a page, which knows one parameter.
func public(r *http.Request) (*http.Request, bool) {
	if !strings.HasPrefix(r.URL.Path, "/t/") {
		return nil, false
	}
	out := *r
	out.URL = &url.URL{Path: r.URL.Path}
	if bytes := r.URL.Query().Get("bytes"); bytes != "" {
		out.URL.RawQuery = "bytes=" + bytes
	}
	out.RequestURI = out.URL.RequestURI()
	return &out, true
}

func (w *world) serve(rw http.ResponseWriter, r *http.Request) {
	w.asked.Add(1)
	if gate := w.hangs.Load(); gate != nil {
		<-*gate
	}
	if w.down.Load() {
		rw.WriteHeader(http.StatusServiceUnavailable)
		return
	}
	revision := w.revision.Load()
	rw.Header().Set("Content-Type", "text/html; charset=utf-8")
	tag := fmt.Sprintf(`"r%d%s"`, revision, strings.TrimSpace(w.frame))
	rw.Header().Set("ETag", tag)
	rw.Header().Set("X-Request-Id", "7")
	switch {
	case strings.Contains(r.URL.Path, "spare"):
		publication.Spare(rw.Header().Set)
	case !strings.Contains(r.URL.Path, "private"):
		publication.Mark(rw.Header().Set, w.topic, revision)
	}
	if r.Header.Get("If-None-Match") == tag {
		w.stood.Add(1)
		rw.WriteHeader(http.StatusNotModified)
		return
	}
	if size, err := strconv.Atoi(r.URL.Query().Get("bytes")); err == nil {
		noise := make([]byte, size)
		_, _ = rand.NewChaCha8([32]byte{}).Read(noise)
		_, _ = rw.Write(noise)
		return
	}
	if r.URL.RawQuery != "" {
		_, _ = fmt.Fprintf(rw, "?%s: ", r.URL.RawQuery)
	}
	_, _ = fmt.Fprintf(rw, "revision %d in %s%s", revision, r.Header.Get("Accept-Language"), w.frame)
}

func (w *world) get(path string, header ...string) *httptest.ResponseRecorder {
	r := httptest.NewRequest(http.MethodGet, path, http.NoBody)
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	rw := httptest.NewRecorder()
	w.shelf.ServeHTTP(rw, r)
	return rw
}

func (w *world) change() { w.hub.Changed(w.topic, w.revision.Add(1)) }

func TestOneAnswerServesAllUntilTheEventChanges(t *testing.T) {
	t.Parallel()
	w := newWorld()
	for range 5 {
		if got := w.get("/t/fic/e/aosta"); got.Body.String() != "revision 1 in " {
			t.Fatalf("got %q", got.Body)
		}
	}
	if n := w.asked.Load(); n != 1 {
		t.Errorf("the server was asked %d times", n)
	}
	w.change()
	if got := w.get("/t/fic/e/aosta"); got.Body.String() != "revision 2 in " {
		t.Errorf("after a change got %q", got.Body)
	}
	if hits := w.shelf.Counts().Hits; hits != 4 {
		t.Errorf("%d answers came from the shelf", hits)
	}
}

func TestReaderWhoHasItGetsNotModified(t *testing.T) {
	t.Parallel()
	w := newWorld()
	tag := w.get("/t/fic/e/aosta").Header().Get("ETag")
	got := w.get("/t/fic/e/aosta", "If-None-Match", tag)
	if got.Code != http.StatusNotModified || got.Body.Len() != 0 || got.Header().Get("ETag") != tag {
		t.Errorf("got %d with %d bytes, tag %s", got.Code, got.Body.Len(), got.Header().Get("ETag"))
	}
	w.change()
	if got := w.get("/t/fic/e/aosta", "If-None-Match", tag); got.Code != http.StatusOK {
		t.Errorf("after a change got %d", got.Code)
	}
}

func TestWhatIsNotShared(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		path   string
		header []string
	}{
		{"a signed-in reader", "/t/fic/e/aosta", []string{"Authorization", "Bearer x"}},
		{"an answer that is not marked", "/t/fic/e/private", nil},
		{"an address of another kind", "/v1/tenants", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld()
			w.get(tt.path, tt.header...)
			w.get(tt.path, tt.header...)
			if n := w.asked.Load(); n != 2 {
				t.Errorf("the server was asked %d times, not twice", n)
			}
		})
	}
	t.Run("an answer of nothing", func(t *testing.T) {
		t.Parallel()
		w := newWorld()
		c := w.config()
		c.Next = http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
		w.shelf = publication.New(c)
		if got := w.get("/t/fic/e/aosta"); got.Code != http.StatusOK || got.Body.Len() != 0 {
			t.Errorf("got %d %q", got.Code, got.Body)
		}
	})
	t.Run("another language", func(t *testing.T) {
		t.Parallel()
		w := newWorld()
		w.get("/t/fic/e/aosta", "Accept-Language", "it")
		if got := w.get("/t/fic/e/aosta", "Accept-Language", "bg"); got.Body.String() != "revision 1 in bg" {
			t.Errorf("got %q", got.Body)
		}
	})
	t.Run("marks and request ids", func(t *testing.T) {
		t.Parallel()
		w := newWorld()
		first, second := w.get("/t/fic/e/aosta"), w.get("/t/fic/e/aosta")
		for name := range first.Header() {
			if strings.HasPrefix(name, "X-Publication") {
				t.Errorf("the answer tells %s", name)
			}
		}
		if id := second.Header().Get("X-Request-Id"); id == "" || id == first.Header().Get("X-Request-Id") {
			t.Errorf("an answer from the shelf has the id %q", id)
		}
	})
}

// While changes elsewhere may be missed, everything goes through.
func TestDeafShelfPassesOn(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.get("/t/fic/e/aosta")
	w.hub.Deaf()
	w.revision.Store(2) // changed by another replica, unheard
	if got := w.get("/t/fic/e/aosta"); got.Body.String() != "revision 2 in " {
		t.Errorf("got %q", got.Body)
	}
	w.hub.Hearing()
	w.revision.Store(3)
	if got := w.get("/t/fic/e/aosta"); got.Body.String() != "revision 3 in " {
		t.Errorf("hearing again got %q", got.Body)
	}
}

// text is the body of an answer, whatever its coding.
func text(t *testing.T, got *httptest.ResponseRecorder) string {
	t.Helper()
	body, err := coding.Decode(coding.Coding(got.Header().Get("Content-Encoding")), got.Body.Bytes())
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// Data on a page beside the event is at most a minute old. The server is asked for a newer page only, and what stands
// is given for another minute, in all its forms.
func TestAnswersAgeOut(t *testing.T) {
	t.Parallel()
	w := newWorld()
	get := func(when, want string, asked, stood int64) {
		t.Helper()
		for range 3 {
			if got := w.get("/t/fic/e/aosta", "Accept-Encoding", "gzip"); text(t, got) != want || got.Header().Get("X-Publication-Topic") != "" {
				t.Errorf("%s: got %q %v, want %q", when, text(t, got), got.Header(), want)
			}
		}
		if w.asked.Load() != asked || w.stood.Load() != stood {
			t.Errorf("%s: the server was asked %d times, and said %d times that the page stands; want %d and %d", when, w.asked.Load(), w.stood.Load(), asked, stood)
		}
	}
	get("at first", "revision 1 in ", 1, 0)
	w.now = w.now.Add(61 * time.Second)
	get("after a minute", "revision 1 in ", 2, 1)
	w.now = w.now.Add(59 * time.Second)
	get("within the next", "revision 1 in ", 2, 1)
	w.frame = " by another name"
	w.now = w.now.Add(2 * time.Second)
	get("with another frame", "revision 1 in  by another name", 3, 1)
	w.change()
	get("after a change", "revision 2 in  by another name", 4, 1)
	if got := w.get("/t/fic/e/aosta", "If-None-Match", `"r2by another name"`); got.Code != http.StatusNotModified {
		t.Errorf("who has it gets %d", got.Code)
	}
}

// The board of thousands of events is kept like any page; an answer larger than any that we make is not, and many
// large pages do not pile up.
func TestLargePages(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		bytes int
		asked int64 // of two readers
	}{{8 << 20, 1}, {16 << 20, 1}, {16<<20 + 1, 2}} {
		w := newWorld()
		for range 2 {
			if got := w.get(fmt.Sprintf("/t/fic/s/2009/qualification?bytes=%d", tt.bytes)); got.Body.Len() != tt.bytes {
				t.Errorf("got %d bytes of %d", got.Body.Len(), tt.bytes)
			}
		}
		if n := w.asked.Load(); n != tt.asked {
			t.Errorf("of %d bytes the server was asked %d times, not %d", tt.bytes, n, tt.asked)
		}
	}
}

// The least recently requested answers make room, and no others.
func TestTheShelfIsBounded(t *testing.T) {
	t.Parallel()
	w := newWorld()
	c := w.config()
	c.Most = 1 << 20
	w.shelf = publication.New(c)
	const size = 100_000
	page := func(n int) string { return fmt.Sprintf("/t/fic/s/%d?bytes=%d", n, size) }
	for n := range 9 {
		w.get(page(n))
	}
	w.get(page(0))
	for n := range 8 {
		w.get(page(100 + n))
		w.get(page(0))
	}
	counts := w.shelf.Counts()
	if counts.Bytes > c.Most || counts.Bytes < 8*size || counts.Answers != counts.Bytes/size || counts.Evicted != int64(17-counts.Answers) {
		t.Errorf("bounded at %d: %+v", c.Most, counts)
	}
	before := w.asked.Load()
	w.get(page(0))
	if w.asked.Load() != before {
		t.Error("what is asked for all the time had to go")
	}
	w.get(page(1))
	if w.asked.Load() != before+1 {
		t.Error("what nobody asked for is still there")
	}
	w.get(fmt.Sprintf("/t/fic/s/1?bytes=%d", 2<<20)) // alone too large
	if counts := w.shelf.Counts(); counts.Bytes > c.Most {
		t.Errorf("%+v", counts)
	}
}

// A page has one address, whatever is written behind it.
func TestInventedParametersAreNoAddresses(t *testing.T) {
	t.Parallel()
	w := newWorld()
	w.get("/t/fic/e/aosta")
	before := w.shelf.Counts()
	for n := range 5000 {
		if got := w.get(fmt.Sprintf("/t/fic/e/aosta?x%d=%d&utm=%d", n, n, n)); got.Body.String() != "revision 1 in " {
			t.Fatalf("got %q", got.Body)
		}
	}
	after := w.shelf.Counts()
	if w.asked.Load() != 1 || after.Answers != before.Answers || after.Bytes != before.Bytes || after.Hits != 5000 {
		t.Errorf("asked %d times, before %+v, after %+v", w.asked.Load(), before, after)
	}
}

// An answer is compressed once in each coding, and the text is not kept beside it.
func TestAnswersAreKeptCompressed(t *testing.T) {
	t.Parallel()
	w := newWorld()
	c := w.config()
	text := strings.Repeat("Torneo di Aosta. ", 10_000)
	c.Next = http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) {
		rw.Header().Set("Content-Type", "text/html")
		rw.Header().Set("ETag", `"r1"`)
		publication.Mark(rw.Header().Set, w.topic, 1)
		_, _ = rw.Write([]byte(text))
	})
	w.shelf = publication.New(c)
	for _, accepts := range []coding.Coding{"br", "gzip", "", "br", "gzip", ""} {
		got := w.get("/t/fic/e/aosta", "Accept-Encoding", string(accepts))
		body, err := coding.Decode(accepts, got.Body.Bytes())
		if err != nil || string(body) != text || got.Header().Get("Content-Encoding") != string(accepts) || got.Header().Get("Content-Length") != strconv.Itoa(got.Body.Len()) {
			t.Errorf("%q: %d bytes, %v, %v", accepts, len(body), err, got.Header())
		}
	}
	if counts := w.shelf.Counts(); counts.Bytes > 10_000 || counts.Hits != 5 {
		t.Errorf("%+v", counts)
	}
}

// BenchmarkGive gives pages from the shelf: one of an event, and the board of a season of
// 5,000 events (see BenchmarkBoard of package pages).
func BenchmarkGive(b *testing.B) {
	for _, size := range []int{40 << 10, 8 << 20} {
		b.Run(fmt.Sprintf("bytes=%d", size), func(b *testing.B) {
			w := newWorld()
			path := fmt.Sprintf("/t/fic/s/2009/qualification?bytes=%d", size)
			w.get(path)
			r := httptest.NewRequestWithContext(b.Context(), http.MethodGet, path, http.NoBody)
			b.ReportAllocs()
			for b.Loop() {
				w.shelf.ServeHTTP(nowhere{http.Header{}}, r)
			}
			if n := w.asked.Load(); n != 1 {
				b.Fatalf("the server was asked %d times", n)
			}
		})
	}
}

// nowhere is a client that drops the bytes.
type nowhere struct{ header http.Header }

func (n nowhere) Header() http.Header         { return n.header }
func (n nowhere) Write(p []byte) (int, error) { return len(p), nil }
func (n nowhere) WriteHeader(int)             {}

// A request of a signed-in person reaches the server each time, is never cached, and its answer is marked so;
// everybody else is answered from memory before and after.
func TestPersonalRequestsPassBy(t *testing.T) {
	t.Parallel()
	w := newWorld()
	config := w.config()
	config.Personal = func(r *http.Request) bool { return r.Header.Get("Cookie") != "" }
	w.shelf = publication.New(config)
	ask := func(headers ...string) *http.Response {
		r := httptest.NewRequest(http.MethodGet, "/t/a", http.NoBody)
		for i := 0; i+1 < len(headers); i += 2 {
			r.Header.Set(headers[i], headers[i+1])
		}
		out := httptest.NewRecorder()
		w.shelf.ServeHTTP(out, r)
		return out.Result()
	}
	tag := ask().Header.Get("ETag")
	for asked := w.asked.Load(); asked < 4; asked++ {
		if got := w.asked.Load(); got != asked {
			t.Fatalf("the server was asked %d times, want %d", got, asked)
		}
		got := ask("Cookie", "session=x", "If-None-Match", tag)
		if got.StatusCode != http.StatusOK || got.Header.Get("Cache-Control") != "private, no-store" || got.Header.Get("ETag") != "" {
			t.Errorf("%d %v", got.StatusCode, got.Header)
		}
		for name := range got.Header {
			if strings.HasPrefix(name, "X-Publication") {
				t.Errorf("%s leaves the process", name)
			}
		}
	}
	asked := w.asked.Load()
	if got := ask("If-None-Match", tag); got.StatusCode != http.StatusNotModified || w.asked.Load() != asked {
		t.Errorf("who has the page of everybody: %d, asked %d times", got.StatusCode, w.asked.Load()-asked)
	}
	if answers := w.shelf.Counts().Answers; answers != 1 {
		t.Errorf("%d answers are kept", answers)
	}
}

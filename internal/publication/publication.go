// Package publication answers public reads of events and seasons from memory.
//
// Thousands look at a running stage, or at a season's board, while a few write. What
// they read changes only with its revision, so an answer once made serves everybody
// until then: a [Shelf] keeps finished answers by address and language, each with the
// revision it shows, and hands one out as long as the hub says for certain that
// it still has that revision. A reader who has it already gets 304. Neither
// touches the database nor anything behind this package; what is not on the shelf
// goes on to the server, whose answer is put there if it may be.
//
// Answers given from the shelf are counted, not logged one by one.
package publication

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"referto/internal/live"
)

// Headers by which the server marks an answer that may be kept. They never leave
// the process.
const (
	headerTopic    = "X-Publication-Topic"
	headerRevision = "X-Publication-Revision"
)

// Mark says that the answer being written shows an event or a season at a revision and
// nothing else that changes, and is the same for every reader of its language
// who is not signed in.
func Mark(setHeader func(name, value string), topic live.Topic, revision int64) {
	setHeader(headerTopic, topic.Tenant.String()+" "+topic.Event.String())
	setHeader(headerRevision, strconv.FormatInt(revision, 10))
}

// Bounds of the shelf. An answer is some 10 to 60 kB; the board of a season of
// thousands of events is some megabytes, and the one that costs most to make.
const (
	mostKept  = 2_000
	mostBytes = 128 << 20
	largest   = 16 << 20
	// keepFor bounds how old what is no part of the event may be: the tenant's
	// name on a page.
	keepFor = time.Minute
)

// Shelf is the cache in front of a server. Make one with [New].
type Shelf struct {
	hub      *live.Hub
	next     http.Handler
	language func(acceptLanguage string) string
	now      func() time.Time

	mu    sync.RWMutex
	kept  map[key]*answer
	bytes int

	hits, unchanged atomic.Int64
}

// key is what an answer depends on besides the event.
type key struct{ uri, language string }

// answer is a finished answer.
type answer struct {
	topic    live.Topic
	revision int64
	etag     []string
	header   http.Header
	body     []byte
	until    time.Time
}

// New puts a shelf in front of a server. Language is the language an
// Accept-Language header is answered in.
func New(hub *live.Hub, language func(acceptLanguage string) string, now func() time.Time, next http.Handler) *Shelf {
	return &Shelf{hub: hub, next: next, language: language, now: now, kept: map[key]*answer{}}
}

// Counts are how often an answer came from the shelf, and how often a reader had
// it already.
func (s *Shelf) Counts() (hits, unchanged int64) { return s.hits.Load(), s.unchanged.Load() }

// ServeHTTP answers from the shelf or passes on.
func (s *Shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet || r.Header.Get("Authorization") != "" || !publishable(r.URL.Path) {
		s.next.ServeHTTP(w, r)
		return
	}
	k := key{r.RequestURI, s.language(r.Header.Get("Accept-Language"))}
	s.mu.RLock()
	a := s.kept[k]
	s.mu.RUnlock()
	now := s.now()
	if a != nil && s.hub.Latest(a.topic) == a.revision && now.Before(a.until) {
		s.give(w, r, a)
		return
	}
	epoch := s.hub.Epoch()
	c := &capture{ResponseWriter: w}
	s.next.ServeHTTP(c, r)
	if made := c.answer(); made != nil && s.hub.Seen(made.topic, made.revision, epoch) {
		made.until = now.Add(keepFor)
		s.keep(k, made)
	}
}

// publishable tells addresses that may be on the shelf from all others, cheaply:
// pages of events and seasons, standings, and registers of places.
func publishable(path string) bool {
	return strings.HasPrefix(path, "/t/") || strings.HasSuffix(path, "/standings") || strings.HasSuffix(path, "/places")
}

func (s *Shelf) give(w http.ResponseWriter, r *http.Request, a *answer) {
	h := w.Header()
	if match := r.Header.Get("If-None-Match"); match != "" && match == a.etag[0] {
		h["Etag"] = a.etag
		s.unchanged.Add(1)
		w.WriteHeader(http.StatusNotModified)
		return
	}
	for name, values := range a.header {
		h[name] = values
	}
	s.hits.Add(1)
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(a.body) // a reader that went away
}

func (s *Shelf) keep(k key, a *answer) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.kept[k]; old != nil {
		s.bytes -= len(old.body)
	}
	if len(s.kept) >= mostKept || s.bytes+len(a.body) > mostBytes {
		clear(s.kept) // rare: the answers in demand are back at once
		s.bytes = 0
	}
	s.kept[k] = a
	s.bytes += len(a.body)
}

// capture lets an answer pass and keeps a copy of one that was marked.
type capture struct {
	http.ResponseWriter
	status   int
	body     bytes.Buffer
	topic    string
	revision string
	header   http.Header
}

// Unwrap is the writer behind, for flushing.
func (c *capture) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *capture) WriteHeader(status int) {
	h := c.Header()
	c.status, c.topic, c.revision = status, h.Get(headerTopic), h.Get(headerRevision)
	h.Del(headerTopic)
	h.Del(headerRevision)
	if c.topic != "" {
		c.header = h.Clone()
		c.header.Del("X-Request-Id") // that of the first reader only
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *capture) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.WriteHeader(http.StatusOK)
	}
	if c.topic != "" && c.body.Len()+len(p) <= largest {
		c.body.Write(p)
	} else {
		c.topic = ""
	}
	return c.ResponseWriter.Write(p)
}

// answer is the copy, or nil when the answer may not be kept.
func (c *capture) answer() *answer {
	etag := c.header.Get("ETag")
	if c.status != http.StatusOK || c.topic == "" || etag == "" {
		return nil
	}
	topic, ok := parseTopic(c.topic)
	revision, err := strconv.ParseInt(c.revision, 10, 64)
	if !ok || err != nil {
		return nil
	}
	return &answer{topic: topic, revision: revision, etag: []string{etag}, header: c.header, body: bytes.Clone(c.body.Bytes())}
}

// Package publication answers public reads of events and seasons from memory.
//
// Thousands look at a running event, or at a season's board, while a few write. The pages change only with the
// revision, so an answer once made serves everybody until then: a [Shelf] keeps finished answers by address and
// language, each with the revision it shows, and hands one out as long as the hub knows for certain that this is
// still the current revision. A client that has it already gets 304. Neither touches the database nor anything behind
// this package; a request that the shelf cannot answer goes on to the server, whose answer is put there if it may be
// cached.
//
// # Canonical addresses
//
// The shelf answers by the meaning of an address, not by its spelling: parameters that the page does not know are
// removed before anything is looked up ([Config.Address]), and the server behind sees only the rest. The shelf is
// bounded in bytes; the least recently requested answers go first. Answers are kept compressed, in each coding from
// the first time that a client accepts it.
//
// # What a page shows beside its event
//
// The name of the tenant, or a series with the event, change without its revision. So an answer is given for a minute;
// then the server is asked whether it stands, by its entity tag, which follows from everything that the page shows. The
// server answers 304 from a few rows, without making the page, and the answer is given for another minute.
//
// # Many readers at once
//
// Readers who want the same at the same time, when nothing is kept or the event has changed, wait for one answer of the
// server: a restart in the busiest hour costs as many answers as there are pages, not as there are readers. None of
// them gets an answer from before their request.
//
// # When the server cannot answer
//
// While the database is away the server answers 503, or hangs. Then readers get the last known answer, with its age:
// in Age and Warning (RFC 9111 5.1, RFC 7234 5.5), and in a line of the page ([Config.Aged]). An answer that depends
// on more than one revision ([Spare]) is kept for that case only.
//
// # Signed-in readers
//
// A page that is requested with a session's cookie shows the signed-in person. It passes by the shelf
// ([Config.Personal]), and its answer may not be cached. Everybody else goes on to share one page.
//
// Answers given from the shelf are counted, not logged one by one.
package publication

import (
	"maps"
	"net/http"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"github.com/google/uuid"

	"referto/internal/coding"
	"referto/internal/live"
)

// Headers by which the server marks an answer that may be kept. They never leave
// the process.
const (
	headerTopic    = "X-Publication-Topic"
	headerRevision = "X-Publication-Revision"
)

// spare is the topic of answers that are kept for when the server cannot answer.
const spare = "none"

// Mark declares that the answer being written shows an event or a season at a revision and nothing else that changes,
// and is the same for every anonymous reader of its language.
func Mark(setHeader func(name, value string), topic live.Topic, revision int64) {
	setHeader(headerTopic, topic.Tenant.String()+" "+topic.Event.String())
	setHeader(headerRevision, strconv.FormatInt(revision, 10))
}

// Spare declares that the answer being written is the same for every anonymous reader of its language, but depends on
// more than one revision: it is given to another reader only when the server cannot answer.
func Spare(setHeader func(name, value string)) { setHeader(headerTopic, spare) }

// Config connects a shelf with the hub and the pages that it keeps.
type Config struct {
	Hub *live.Hub
	// Next is the server behind.
	Next http.Handler
	// Language reduces an Accept-Language header to its meaning: of two headers with the same
	// meaning every page is answered in the same language.
	Language func(acceptLanguage string) string
	// Address returns a request with the canonical address, as URL and RequestURI, for the server behind; false for
	// an address that is not public in its own right.
	Address func(*http.Request) (*http.Request, bool)
	// Personal reports whether the answer to a request is for its sender alone, such as a page with a session's
	// cookie: it is neither answered from the shelf nor kept. Nil: none is.
	Personal func(*http.Request) bool
	// Aged returns a page with a line about its age.
	Aged func(page []byte, at time.Time) []byte
	Now  func() time.Time
	// Most bounds the bytes that are kept, Patience how long a reader waits for a newer version of an answer that is
	// in memory. Zero means the defaults.
	Most     int
	Patience time.Duration
}

const (
	// mostBytes bounds the kept bytes: compressed, a page is some 5 to 20 kB, the board of a season of thousands of
	// events below a megabyte.
	mostBytes = 64 << 20
	// largest is the longest answer that is kept, before compression.
	largest = 16 << 20
	// keepFor bounds the age of data on a page that is no part of the event, such as the tenant's name.
	keepFor = time.Minute
	// patience is the time for which a reader waits. It is longer than any page takes and shorter than the time for
	// which a hanging database is waited for.
	patience = 2 * time.Second
	// pause is the time for which a server that could not answer is not asked again for cached answers.
	pause = time.Second
)

// Shelf is the cache in front of a server. Make one with [New].
type Shelf struct {
	Config
	store store

	behind http.Handler // the server behind, compressed

	mu      sync.Mutex
	flights map[key]*flight

	away                   atomic.Int64 // until when the server is not asked, in nanoseconds of the machine
	hits, unchanged, olden atomic.Int64
}

// Topics returns the events and seasons that the kept answers show, whose revisions the hub has to read when it hears
// again ([live.Hub.Interest]).
func (s *Shelf) Topics() []live.Topic { return s.store.topics() }

// key holds everything but the event on which an answer depends.
type key struct {
	uri, language string
	aged          bool // a page with a line about its age
}

// New puts a shelf in front of a server.
func New(c Config) *Shelf {
	if c.Most == 0 {
		c.Most = mostBytes
	}
	if c.Patience == 0 {
		c.Patience = patience
	}
	return &Shelf{Config: c, behind: coding.Handler(c.Next), store: store{kept: map[key]*answer{}, most: c.Most}, flights: map[key]*flight{}}
}

// Counts are the figures of a shelf: how often it answered, and how much it holds.
type Counts struct {
	Hits      int64 // answers given from memory
	Unchanged int64 // clients that had it already
	Aged      int64 // answers given from memory because the server could not answer
	Evicted   int64 // answers that had to go for others
	Answers   int   // kept
	Bytes     int   // kept
}

// Counts are for the metrics.
func (s *Shelf) Counts() Counts {
	c := Counts{Hits: s.hits.Load(), Unchanged: s.unchanged.Load(), Aged: s.olden.Load()}
	c.Answers, c.Bytes, c.Evicted = s.store.counts()
	return c
}

// ServeHTTP answers from the shelf or passes on.
func (s *Shelf) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.Personal != nil && s.Personal(r) {
		s.private(w, r)
		return
	}
	if r.Method != http.MethodGet || r.Header.Get("Authorization") != "" {
		s.behind.ServeHTTP(w, r)
		return
	}
	// An address under which something is kept has been looked at before: it is spelled in the
	// one way there is.
	meant, k := r, key{uri: r.RequestURI, language: s.Language(r.Header.Get("Accept-Language"))}
	kept := s.store.find(k)
	if kept == nil {
		var public bool
		if meant, public = s.Address(r); !public {
			s.behind.ServeHTTP(w, r)
			return
		}
		if k.uri != meant.RequestURI {
			k.uri = meant.RequestURI
			kept = s.store.find(k)
		}
	}
	switch {
	case kept != nil && s.current(kept):
		s.hits.Add(1)
		s.give(w, r, kept)
	default:
		s.ask(w, meant, k, kept)
	}
}

// current reports whether an answer is the one that the server would give, and notes
// that it is.
func (s *Shelf) current(a *answer) bool {
	now := s.Now()
	if a.spare || a.revision == 0 || s.Hub.Latest(a.topic) != a.revision || !now.Before(a.until) {
		return false
	}
	a.sure.Store(now.UnixNano())
	return true
}

// fetch lets the server answer one reader, and keeps the answer if it may be kept.
func (s *Shelf) fetch(w http.ResponseWriter, r *http.Request, k key) {
	var made *answer
	coding.Handler(http.HandlerFunc(func(coded http.ResponseWriter, _ *http.Request) {
		made = s.learn(coded, r, k, nil)
	})).ServeHTTP(w, r)
	if made == nil {
		return
	}
	for name := range made.header { // set by the server, and not sent
		delete(w.Header(), name)
	}
	s.give(w, r, made)
}

// learn asks the server, where an older answer is kept for a newer one only, and keeps what it says. It returns nil for
// an answer that may not be kept, which has been written.
func (s *Shelf) learn(w http.ResponseWriter, r *http.Request, k key, old *answer) *answer {
	begun := time.Now() //nolint:forbidigo // see ask
	c := s.newCapture(w)
	s.Next.ServeHTTP(c, unless(r, old))
	made := c.answer()
	if old != nil && c.status == http.StatusNotModified {
		made = old.again()
	}
	if made != nil {
		made.begun = begun
		s.keep(k, made, c)
	}
	return made
}

// unless is a request for what differs from an older answer.
func unless(r *http.Request, old *answer) *http.Request {
	if old == nil || old.spare {
		return unconditional(r)
	}
	out := *r
	out.Header = r.Header.Clone()
	out.Header.Set("If-None-Match", old.etag)
	return &out
}

// unconditional is a request for the whole of something: whether the reader has it is
// found here.
func unconditional(r *http.Request) *http.Request {
	if r.Header.Get("If-None-Match") == "" {
		return r
	}
	out := *r
	out.Header = r.Header.Clone()
	out.Header.Del("If-None-Match")
	return &out
}

func (s *Shelf) keep(k key, made *answer, c *capture) {
	made.until = c.began.Add(keepFor)
	made.sure.Store(c.began.UnixNano())
	if !made.spare {
		// That it is known to be the latest is for the hub to say at every reading.
		s.Hub.Seen(made.topic, made.revision, c.epoch)
	}
	s.store.keep(k, made)
}

// give answers with a kept answer, in the coding that the client accepts. A client that has it gets 304 with the tag
// that it named.
func (s *Shelf) give(w http.ResponseWriter, r *http.Request, a *answer) {
	c := coding.Identity
	if a.compressible {
		c = coding.Accepted(r.Header.Get("Accept-Encoding"))
	}
	h, named, coded := w.Header(), r.Header.Get("If-None-Match"), a.tags[c]
	h["X-Request-Id"] = []string{uuid.Must(uuid.NewV7()).String()} // each answer has its own
	switch {
	case coding.Names(named, coded[0]):
		s.unchanged.Add(1)
		a.giveUnchanged(w, coded)
		return
	case coding.Names(named, a.etag):
		s.unchanged.Add(1)
		a.giveUnchanged(w, a.tags[coding.Identity])
		return
	}
	maps.Copy(h, a.header)
	limitAge(h)
	body := s.store.form(a, c)
	if c != coding.Identity {
		h["Content-Encoding"] = []string{string(c)}
	}
	h["Etag"] = coded
	h["Content-Length"] = []string{strconv.Itoa(len(body))}
	w.WriteHeader(http.StatusOK)
	_, _ = w.Write(body) // a reader that went away
}

// Package publication answers public reads of events and seasons from memory.
//
// Thousands look at a running event, or at a season's board, while a few write. What
// they read changes only with its revision, so an answer once made serves everybody
// until then: a [Shelf] keeps finished answers by address and language, each with the
// revision it shows, and hands one out as long as the hub says for certain that
// it still has that revision. A reader who has it already gets 304. Neither
// touches the database nor anything behind this package; what is not on the shelf
// goes on to the server, whose answer is put there if it may be.
//
// # What an address is
//
// The shelf answers by what an address means, not by how it is spelled: what no page
// knows is taken off before anything is looked up ([Config.Address]), and the server
// behind sees no more than that. The shelf is bounded in bytes; what was not asked for
// the longest goes first. Answers are kept compressed, in each coding from the first
// time somebody accepts it.
//
// # When the server cannot answer
//
// While the database is away the server answers 503, or hangs. Then readers get what
// there was, and read as of when it is: by Age and Warning (RFC 9111 5.1, RFC 7234 5.5), and by a
// line in the page ([Config.Aged]). An answer that follows from more than one revision ([Spare]) is
// kept for that case only.
//
// # Who is signed in
//
// A page that is asked for with a session's cookie shows who that is. It passes by the shelf
// ([Config.Personal]), and its answer says that nobody keeps it. Everybody else goes on to share
// one page.
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

// Mark says that the answer being written shows an event or a season at a revision and
// nothing else that changes, and is the same for every reader of its language
// who is not signed in.
func Mark(setHeader func(name, value string), topic live.Topic, revision int64) {
	setHeader(headerTopic, topic.Tenant.String()+" "+topic.Event.String())
	setHeader(headerRevision, strconv.FormatInt(revision, 10))
}

// Spare says that the answer being written is the same for every reader of its language
// who is not signed in, but follows from more than one revision: it is given to
// somebody else only when the server cannot answer.
func Spare(setHeader func(name, value string)) { setHeader(headerTopic, spare) }

// Config connects a shelf with the hub and the pages that it keeps.
type Config struct {
	Hub *live.Hub
	// Next is the server behind.
	Next http.Handler
	// Language reduces an Accept-Language header to its meaning: of two headers with the same
	// meaning every page is answered in the same language.
	Language func(acceptLanguage string) string
	// Address is a request with an address, its URL and RequestURI, that says what it means
	// and nothing else, as the server behind is to see it; false for one that is not public
	// in its own right.
	Address func(*http.Request) (*http.Request, bool)
	// Personal reports whether a request is answered for whoever sends it, such as a page
	// with a session's cookie: it is neither answered from the shelf nor kept. Nil: none is.
	Personal func(*http.Request) bool
	// Aged is a page that says as of when it is.
	Aged func(page []byte, at time.Time) []byte
	Now  func() time.Time
	// Most bounds the bytes that are kept, Patience how long a reader waits for news of
	// what they could have from memory. Zero means what is usual.
	Most     int
	Patience time.Duration
}

const (
	// mostBytes bounds what is kept: compressed, a page is some 5 to 20 kB, the board of
	// a season of thousands of events below a megabyte.
	mostBytes = 64 << 20
	// largest is the longest answer that is kept, before compression.
	largest = 16 << 20
	// keepFor bounds how old what is no part of the event may be: the tenant's
	// name on a page.
	keepFor = time.Minute
	// patience is the time for which a reader waits. It is longer than any page
	// takes and shorter than what a hanging database is given.
	patience = 2 * time.Second
	// pause is the time for which a server that could not answer is not asked again
	// for what is kept.
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

// Topics are the events and seasons that the kept answers show: whose revisions the hub
// has to read when it hears again ([live.Hub.Interest]).
func (s *Shelf) Topics() []live.Topic { return s.store.topics() }

// key holds everything but the event on which an answer depends.
type key struct {
	uri, language string
	aged          bool // a page that says as of when it is
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
	Unchanged int64 // readers who had it already
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
	case kept == nil:
		s.fetch(w, meant, k)
	case s.current(kept):
		s.hits.Add(1)
		s.give(w, r, kept)
	default:
		s.renew(w, meant, k, kept)
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

// fetch lets the server answer, and keeps the answer if it may be kept.
func (s *Shelf) fetch(w http.ResponseWriter, r *http.Request, k key) {
	var made *answer
	coding.Handler(http.HandlerFunc(func(coded http.ResponseWriter, _ *http.Request) {
		c := s.newCapture(coded)
		s.Next.ServeHTTP(c, unconditional(r))
		if made = c.answer(); made != nil {
			s.keep(k, made, c)
		}
	})).ServeHTTP(w, r)
	if made == nil {
		return
	}
	for name := range made.header { // set by the server, and not sent
		delete(w.Header(), name)
	}
	s.give(w, r, made)
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

// give answers with what is kept, in the coding that the reader accepts. A reader who has
// it gets 304 with the tag by which it was named.
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

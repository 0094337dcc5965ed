package publication

import (
	"maps"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"referto/internal/coding"
	"referto/internal/live"
)

// answer is a finished answer.
type answer struct {
	topic        live.Topic
	revision     int64
	spare        bool
	compressible bool
	etag         string
	tags         map[coding.Coding][]string // the etag of each form, as the value of a header
	header       http.Header
	begun        time.Time // when the server was asked, by the clock of the machine
	until        time.Time
	sure         atomic.Int64 // when it was known to be the latest, in nanoseconds

	mu    sync.Mutex
	forms map[coding.Coding][]byte

	// Of the store, under its lock.
	key        key
	size       int
	kept       bool
	asked      atomic.Bool // since it was last passed over
	prev, next *answer
}

// newAnswer returns a finished answer with its text. The header is kept.
func newAnswer(header http.Header, text []byte) *answer {
	a := &answer{
		etag: header.Get("ETag"), header: header, compressible: coding.Compressible(header.Get("Content-Type")),
		tags: map[coding.Coding][]string{}, forms: map[coding.Coding][]byte{coding.Identity: text},
	}
	for _, c := range []coding.Coding{coding.Identity, coding.Gzip, coding.Brotli} {
		a.tags[c] = []string{coding.Tag(a.etag, c)}
	}
	if a.compressible {
		coding.AddVary(header, "Accept-Encoding")
	}
	return a
}

// again returns an answer of which the server has said that it stands, to be kept from now on.
func (a *answer) again() *answer {
	a.mu.Lock()
	defer a.mu.Unlock()
	return &answer{
		topic: a.topic, revision: a.revision, spare: a.spare, compressible: a.compressible,
		etag: a.etag, tags: a.tags, header: a.header, forms: maps.Clone(a.forms),
	}
}

// renewing are the headers of an answer that nothing has changed: those by which caches renew their copy (RFC 9110
// 15.4.5), and one that every answer has.
var renewing = []string{"Cache-Control", "Vary", "X-Content-Type-Options"}

// giveUnchanged answers that nothing has changed since the answer of this tag.
func (a *answer) giveUnchanged(w http.ResponseWriter, tag []string) {
	h := w.Header()
	for _, name := range renewing {
		if values := a.header[name]; values != nil {
			h[name] = values
		}
	}
	h["Etag"] = tag
	limitAge(h)
	w.WriteHeader(http.StatusNotModified)
}

// limitAge keeps caches from storing an answer that has an age, because its caching time was meant for an up-to-date
// answer.
func limitAge(h http.Header) {
	if h["Age"] != nil {
		h["Cache-Control"] = []string{"no-cache"}
	}
}

// overhead is the memory of an answer beside its body and address: headers, maps, pointers.
const overhead = 2048

// short is the length up to which an answer is kept uncompressed.
const short = 1024

// store keeps answers up to a number of bytes. It evicts by walking round: an answer that was requested since the
// last visit is passed over once, others go.
type store struct {
	most int

	mu      sync.RWMutex
	kept    map[key]*answer
	oldest  *answer
	newest  *answer
	bytes   int
	evicted int64
}

func (s *store) find(k key) *answer {
	s.mu.RLock()
	a := s.kept[k]
	s.mu.RUnlock()
	if a != nil && !a.asked.Load() {
		a.asked.Store(true)
	}
	return a
}

func (s *store) counts() (answers, bytes int, evicted int64) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	return len(s.kept), s.bytes, s.evicted
}

// topics lists the events that the kept answers show.
func (s *store) topics() []live.Topic {
	s.mu.RLock()
	defer s.mu.RUnlock()
	out := make([]live.Topic, 0, len(s.kept))
	for _, a := range s.kept {
		if !a.spare {
			out = append(out, a.topic)
		}
	}
	return out
}

// keep puts an answer in the place of the one before.
func (s *store) keep(k key, a *answer) {
	a.mu.Lock()
	defer a.mu.Unlock()
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.kept[k]; old != nil {
		s.drop(old)
	}
	a.key, a.kept, a.size = k, true, 0
	s.kept[k] = a
	s.append(a)
	s.grow(a)
}

// form returns the body of an answer in a coding. It is made at the first request; the uncompressed text is kept only
// if it is short or no other form was requested.
func (s *store) form(a *answer, c coding.Coding) []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	if body, made := a.forms[c]; made {
		return body
	}
	text, plain := a.forms[coding.Identity]
	for from, body := range a.forms {
		if plain {
			break
		}
		var err error
		if text, err = coding.Decode(from, body); err != nil {
			panic("publication: " + err.Error()) // we wrote it
		}
		break
	}
	if c == coding.Identity {
		return text
	}
	body := coding.Encode(c, coding.Often, text)
	a.forms[c] = body
	if len(text) > short {
		delete(a.forms, coding.Identity)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if a.kept {
		s.grow(a)
	}
	return body
}

// grow counts an answer anew, and makes room for it. Both locks are held.
func (s *store) grow(a *answer) {
	size := overhead + 2*len(a.key.uri)
	for _, body := range a.forms {
		size += cap(body)
	}
	s.bytes += size - a.size
	a.size = size
	for s.bytes > s.most && s.oldest != nil {
		old := s.oldest
		s.unlink(old)
		if old != a && old.asked.Swap(false) {
			s.append(old)
			continue
		}
		s.append(old) // drop takes it off again
		s.drop(old)
		s.evicted++
	}
}

func (s *store) drop(a *answer) {
	s.unlink(a)
	delete(s.kept, a.key)
	s.bytes -= a.size
	a.kept, a.size = false, 0
}

func (s *store) append(a *answer) {
	a.prev, a.next = s.newest, nil
	if s.newest != nil {
		s.newest.next = a
	} else {
		s.oldest = a
	}
	s.newest = a
}

func (s *store) unlink(a *answer) {
	if a.prev != nil {
		a.prev.next = a.next
	} else {
		s.oldest = a.next
	}
	if a.next != nil {
		a.next.prev = a.prev
	} else {
		s.newest = a.prev
	}
	a.prev, a.next = nil, nil
}

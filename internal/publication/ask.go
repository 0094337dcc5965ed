package publication

import (
	"bytes"
	"context"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"referto/internal/coding"
)

// flight is one request to the server, shared by all readers who want the same at once.
type flight struct {
	over chan struct{}

	// Once it is over: the answer to keep, or the answer that is not kept.
	made *answer
	said *recorded
}

// recorded is an answer that is not kept. It belongs to the reader who asked.
type recorded struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorded) Header() http.Header { return r.header }

func (r *recorded) WriteHeader(status int) {
	if r.status == 0 && status >= 200 {
		r.status = status
	}
}

func (r *recorded) Write(p []byte) (int, error) {
	r.WriteHeader(http.StatusOK)
	return r.body.Write(p)
}

// send answers as the server did.
func (r *recorded) send(w http.ResponseWriter, _ *http.Request) {
	maps.Copy(w.Header(), r.header)
	w.WriteHeader(r.status)
	_, _ = w.Write(r.body.Bytes()) // a reader that went away
}

// flightTime ends a request that no reader waits for any more.
const flightTime = 30 * time.Second

// ask answers a reader with the server's answer, for which those who want the same at once wait together. With an older
// answer that is kept they get that one when the server cannot answer, or not soon; it is nil where nothing is kept.
func (s *Shelf) ask(w http.ResponseWriter, r *http.Request, k key, old *answer) {
	asked := time.Now()       //nolint:forbidigo // how long a reader waits is no time of the platform
	var late <-chan time.Time // never, for who could be given nothing else
	if old != nil {
		if asked.UnixNano() < s.away.Load() {
			s.giveAged(w, r, k, old)
			return
		}
		waiting := time.NewTimer(s.Patience)
		defer waiting.Stop()
		late = waiting.C
	}
	for {
		f, ours := s.join(r, k, old, asked)
		select {
		case <-f.over:
		case <-late:
			s.giveAged(w, r, k, old)
			return
		case <-r.Context().Done():
			return
		}
		switch {
		case f.made != nil && (ours || s.shows(f.made, asked)):
			s.give(w, r, f.made)
			return
		case f.made != nil: // its content may be older than the request
		case f.said.status == http.StatusServiceUnavailable && old != nil:
			s.away.Store(time.Now().Add(pause).UnixNano()) //nolint:forbidigo // see above
			s.giveAged(w, r, k, old)
			return
		case ours:
			coding.Handler(http.HandlerFunc(f.said.send)).ServeHTTP(w, r)
			return
		default:
			s.fetch(w, r, k)
			return
		}
	}
}

// shows reports whether an answer shows everything that had happened when a reader asked: the server was asked after
// that, or nothing has changed since.
func (s *Shelf) shows(a *answer, asked time.Time) bool { return a.begun.After(asked) || s.current(a) }

// join is the question that is under way, one that was answered after this reader had looked for a kept answer, or one
// of our own.
func (s *Shelf) join(r *http.Request, k key, old *answer, asked time.Time) (f *flight, ours bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if f = s.flights[k]; f != nil {
		return f, false
	}
	f = &flight{over: make(chan struct{})}
	if a := s.store.find(k); a != nil && s.shows(a, asked) {
		f.made = a
		close(f.over)
		return f, false
	}
	s.flights[k] = f
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), flightTime)
	go func() {
		defer cancel()
		s.fly(f, r.Clone(ctx), k, old)
	}()
	return f, true
}

// fly asks the server, where an older answer is kept for a newer one only. Its readers may be gone meanwhile.
func (s *Shelf) fly(f *flight, r *http.Request, k key, old *answer) {
	said := &recorded{header: http.Header{}}
	defer func() {
		if recover() != nil { // an answer that was broken off: the server has reported it
			said.status, said.body = http.StatusServiceUnavailable, bytes.Buffer{}
		}
		s.mu.Lock()
		delete(s.flights, k)
		s.mu.Unlock()
		f.said = said
		close(f.over)
	}()
	f.made = s.learn(said, r, k, old)
	said.WriteHeader(http.StatusOK) // where the server has written nothing at all, as net/http has it
}

// giveAged answers with the last known answer, marked with its age.
func (s *Shelf) giveAged(w http.ResponseWriter, r *http.Request, k key, a *answer) {
	s.olden.Add(1)
	at := time.Unix(0, a.sure.Load()).UTC()
	h := w.Header()
	h.Set("Age", strconv.Itoa(max(0, int(s.Now().Sub(at)/time.Second))))
	h.Set("Warning", `111 - "Revalidation Failed"`)
	if strings.HasPrefix(a.header.Get("Content-Type"), "text/html") {
		a = s.aged(k, a, at)
	}
	s.give(w, r, a)
}

// aged returns a page with a line about its age. It is made once, and kept like any other.
func (s *Shelf) aged(k key, a *answer, at time.Time) *answer {
	k.aged = true
	tag := `"` + strings.Trim(a.etag, `W/"`) + "-a" + strconv.FormatInt(at.Unix(), 36) + `"`
	if known := s.store.find(k); known != nil && known.etag == tag {
		return known
	}
	header := a.header.Clone()
	header.Set("ETag", tag)
	out := newAnswer(header, s.Aged(s.store.form(a, coding.Identity), at))
	out.spare = true
	s.store.keep(k, out)
	return out
}

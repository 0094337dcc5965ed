package coding

import (
	"net/http"
	"slices"
	"strconv"
	"strings"
)

// shortest is the length from which compressing is worth it: shorter answers fit into
// one packet anyway.
const shortest = 1024

// Handler compresses the answers of a server, see the package. An answer that already has a Content-Encoding is sent
// unchanged, with the tag of that coding.
func Handler(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		c := Accepted(r.Header.Get("Accept-Encoding"))
		out := &writer{ResponseWriter: w, coding: c, reads: r.Method == http.MethodGet, named: r.Header.Get("If-None-Match")}
		if changed := plainRequest(r, c); changed != nil {
			r = changed
		}
		finished := false
		defer func() {
			if finished {
				out.finish()
			}
		}()
		next.ServeHTTP(out, r)
		finished = true // not after a panic: the connection is cut
	})
}

// plainRequest returns the request with the tags that the server behind knows; nil if they need no change. A client
// that has the answer in another coding than the one it accepts now does not have this one; for a change every coding
// stands for the same version.
func plainRequest(r *http.Request, c Coding) *http.Request {
	match, none := r.Header.Get("If-Match"), r.Header.Get("If-None-Match")
	plainMatch, plainNone := match, none
	if match != "" {
		plainMatch = plainTags(match, Gzip, Brotli)
	}
	if none != "" && c != Identity {
		plainNone = plainTags(none, c)
	}
	if len(r.Header.Values("If-Match")) > 1 || len(r.Header.Values("If-None-Match")) > 1 || plainMatch == match && plainNone == none {
		return nil
	}
	out := *r
	out.Header = r.Header.Clone()
	set := func(name, value, before string) {
		if value != before {
			out.Header.Set(name, value)
		}
	}
	set("If-Match", plainMatch, match)
	set("If-None-Match", plainNone, none)
	return &out
}

// writer holds an answer back until it is known whether it is compressed.
type writer struct {
	http.ResponseWriter
	coding Coding
	reads  bool
	named  string // by If-None-Match

	status  int    // set by the server, and held back until begun
	held    []byte // of the body, while it is short
	begun   bool
	dropped bool // a body that the reader has
	encoder encoder
}

// Unwrap is the writer behind, for deadlines.
func (w *writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *writer) WriteHeader(status int) {
	if w.status != 0 || status >= 100 && status < 200 {
		if status < 200 {
			w.ResponseWriter.WriteHeader(status)
		}
		return
	}
	w.status = status
	if !w.candidate() {
		w.begin(false)
	}
}

// candidate reports whether the answer is compressed if it is long enough, and notes for caches that it depends on
// Accept-Encoding, even if it is not compressed.
func (w *writer) candidate() bool {
	h := w.Header()
	if w.status == http.StatusNotModified {
		AddVary(h, "Accept-Encoding")
		return false
	}
	if !w.reads || !Compressible(h.Get("Content-Type")) || h.Get("Content-Range") != "" {
		return false
	}
	AddVary(h, "Accept-Encoding")
	return w.coding != Identity && h.Get("Content-Encoding") == ""
}

// AddVary notes that an answer depends on a header of the request.
func AddVary(h http.Header, names ...string) {
	if lines := h["Vary"]; len(lines) == 1 && !slices.ContainsFunc(names, func(name string) bool { return !varies(lines[0], name) }) {
		return
	}
	var has []string
	for _, line := range h["Vary"] {
		for name := range strings.SplitSeq(line, ",") {
			if name = strings.TrimSpace(name); name != "" {
				has = append(has, name)
			}
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(has, func(one string) bool { return one == "*" || strings.EqualFold(one, name) }) {
			has = append(has, name)
		}
	}
	h.Set("Vary", strings.Join(has, ", "))
}

// varies reports whether a Vary names a header.
func varies(line, name string) bool {
	for one := range strings.SplitSeq(line, ",") {
		if strings.EqualFold(strings.TrimSpace(one), name) {
			return true
		}
	}
	return false
}

// begin sends the header, of an answer that is compressed or not.
func (w *writer) begin(compressed bool) {
	w.begun = true
	h := w.Header()
	tag := h.Get("ETag")
	written := Coding(h.Get("Content-Encoding"))
	if compressed {
		written = w.coding
		h.Set("Content-Encoding", string(written))
		h.Del("Content-Length")
		h.Del("Accept-Ranges")
	}
	if tag != "" && w.reads {
		w.tag(tag, written)
	}
	if w.dropped {
		h.Del("Content-Encoding")
		h.Del("Content-Length")
		h.Del("Content-Type")
		w.ResponseWriter.WriteHeader(http.StatusNotModified)
		return
	}
	w.ResponseWriter.WriteHeader(w.status)
	if compressed {
		w.encoder = borrow(w.coding, Once, w.ResponseWriter)
	}
}

// tag sets the tag of the answer. A client that has it gets the tag in the spelling that the client named.
func (w *writer) tag(tag string, written Coding) {
	h := w.Header()
	switch w.status {
	case http.StatusNotModified:
		if coded := Tag(tag, w.coding); Names(w.named, coded) {
			h.Set("ETag", coded)
		}
	case http.StatusOK:
		if coded := Tag(tag, written); Names(w.named, coded) {
			h.Set("ETag", coded)
			w.dropped = true
		} else if w.dropped = Names(w.named, tag); !w.dropped {
			h.Set("ETag", coded)
		}
	}
}

func (w *writer) Write(p []byte) (int, error) {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if !w.begun {
		if len(w.held)+len(p) < shortest {
			w.held = append(w.held, p...)
			return len(p), nil
		}
		if err := w.release(true); err != nil {
			return 0, err
		}
	}
	switch {
	case w.dropped:
		return len(p), nil
	case w.encoder != nil:
		return w.encoder.Write(p)
	}
	return w.ResponseWriter.Write(p)
}

// release begins the answer and sends the bytes held back.
func (w *writer) release(compressed bool) (err error) {
	w.begin(compressed)
	held := w.held
	w.held = nil
	switch {
	case w.dropped || len(held) == 0:
	case w.encoder != nil:
		_, err = w.encoder.Write(held)
	default:
		_, err = w.ResponseWriter.Write(held)
	}
	return err
}

// FlushError sends the bytes written so far. If the answer is not long by then, the rest is sent as it is written,
// because it is a stream.
func (w *writer) FlushError() error {
	if w.status == 0 {
		w.WriteHeader(http.StatusOK)
	}
	if !w.begun {
		if err := w.release(false); err != nil {
			return err
		}
	}
	if w.encoder != nil {
		if err := w.encoder.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Flush is [writer.FlushError] for callers that expect no error.
func (w *writer) Flush() { _ = w.FlushError() }

// finish ends the answer.
func (w *writer) finish() {
	if w.status != 0 && !w.begun {
		if w.Header().Get("Content-Length") == "" && bodyAllowed(w.status) {
			w.Header().Set("Content-Length", strconv.Itoa(len(w.held)))
		}
		_ = w.release(false) // a reader that went away
	}
	if w.encoder != nil {
		_ = w.encoder.Close()
		giveBack(w.coding, Once, w.encoder)
		w.encoder = nil
	}
}

func bodyAllowed(status int) bool {
	return status >= 200 && status != http.StatusNoContent && status != http.StatusNotModified
}

package publication

import (
	"net/http"

	"referto/internal/coding"
)

// private answers a signed-in reader: past the shelf, with an answer that is not cached.
func (s *Shelf) private(w http.ResponseWriter, r *http.Request) {
	coding.Handler(http.HandlerFunc(func(coded http.ResponseWriter, r *http.Request) {
		s.Next.ServeHTTP(&personal{ResponseWriter: coded}, r)
	})).ServeHTTP(w, unconditional(r))
}

// personal is the writer of an answer for one reader. The server's caching headers are for the public version of the
// page, and are removed.
type personal struct {
	http.ResponseWriter
	began bool
}

// Unwrap is the writer behind, for flushing.
func (p *personal) Unwrap() http.ResponseWriter { return p.ResponseWriter }

// WriteHeader sends the header.
func (p *personal) WriteHeader(status int) {
	if !p.began && status >= 200 {
		p.began = true
		h := p.Header()
		for _, name := range []string{headerTopic, headerRevision, "ETag", "Last-Modified"} {
			h.Del(name)
		}
		h.Set("Cache-Control", "private, no-store")
	}
	p.ResponseWriter.WriteHeader(status)
}

// Write writes a part of the body.
func (p *personal) Write(text []byte) (int, error) {
	if !p.began {
		p.WriteHeader(http.StatusOK)
	}
	return p.ResponseWriter.Write(text)
}

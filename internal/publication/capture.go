package publication

import (
	"bytes"
	"net/http"
	"strconv"
	"time"
)

// capture keeps an answer that was marked, and lets any other pass.
type capture struct {
	http.ResponseWriter
	epoch int       // of the hub, before the server was asked
	began time.Time // likewise

	status   int
	body     bytes.Buffer
	topic    string
	revision string
	holding  bool
}

func (s *Shelf) newCapture(w http.ResponseWriter) *capture {
	return &capture{ResponseWriter: w, epoch: s.Hub.Epoch(), began: s.Now()}
}

// Unwrap is the writer behind, for flushing.
func (c *capture) Unwrap() http.ResponseWriter { return c.ResponseWriter }

func (c *capture) WriteHeader(status int) {
	if c.status != 0 || status >= 100 && status < 200 {
		c.ResponseWriter.WriteHeader(status)
		return
	}
	h := c.Header()
	c.status, c.topic, c.revision = status, h.Get(headerTopic), h.Get(headerRevision)
	h.Del(headerTopic)
	h.Del(headerRevision)
	c.holding = c.topic != "" && status == http.StatusOK && h.Get("ETag") != ""
	if !c.holding {
		c.ResponseWriter.WriteHeader(status)
	}
}

func (c *capture) Write(p []byte) (int, error) {
	if c.status == 0 {
		c.WriteHeader(http.StatusOK)
	}
	if !c.holding {
		return c.ResponseWriter.Write(p)
	}
	if c.body.Len()+len(p) <= largest {
		return c.body.Write(p)
	}
	c.holding = false
	c.ResponseWriter.WriteHeader(c.status)
	if _, err := c.ResponseWriter.Write(c.body.Bytes()); err != nil {
		return 0, err
	}
	c.body = bytes.Buffer{}
	return c.ResponseWriter.Write(p)
}

// answer returns the answer that was kept; nil when it has been passed on already.
func (c *capture) answer() *answer {
	if !c.holding {
		return nil
	}
	h := c.Header().Clone()
	h.Del("X-Request-Id") // it belongs to the first reader only
	a := newAnswer(h, bytes.Clone(c.body.Bytes()))
	if c.topic == spare {
		a.spare = true
		return a
	}
	var ok bool
	var err error
	a.topic, ok = parseTopic(c.topic)
	a.revision, err = strconv.ParseInt(c.revision, 10, 64)
	if !ok || err != nil {
		a.spare = true // without a readable mark the revisions are unknown
	}
	return a
}

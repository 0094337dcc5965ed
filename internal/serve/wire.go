package serve

import (
	"bytes"
	"context"
	"net"
	"net/http"
	"strconv"
	"sync"
)

// net/http drops the Content-Length of a request that is also chunked, as RFC 9112 6.3 allows, and so hides the one
// sign that an attacker lets two readers of one connection see different requests. To refuse such requests, the bytes
// themselves have to be examined.

// watched is a listener whose connections remember how the current request frames its body.
type watched struct{ net.Listener }

// Accept waits for the next connection.
func (l watched) Accept() (net.Conn, error) {
	conn, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &watchedConn{Conn: conn}, nil
}

// watchedConn looks at the head of each request that comes through it.
type watchedConn struct {
	net.Conn
	mu   sync.Mutex
	head head
}

// Unwatched returns the underlying connection, for a handler that has taken it over from net/http; see Watched of
// package live.
func (c *watchedConn) Unwatched() net.Conn { return c.Conn }

// Read reads from the connection. net/http also calls it while a request is handled,
// to learn that its sender has gone.
func (c *watchedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.mu.Lock()
	c.head.feed(p[:n])
	c.mu.Unlock()
	return n, err
}

// CloseWrite lets net/http end an answer before it ends the connection.
func (c *watchedConn) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// again begins with the next request, of which a part may have gone by already: net/http
// reads on while it answers. After a chunked request there is none: [front] ends the
// connection.
func (c *watchedConn) again() {
	c.mu.Lock()
	surplus := c.head.surplus
	c.head = head{cut: c.head.lost, line: c.head.line[:0]}
	c.head.feed(surplus)
	c.mu.Unlock()
}

// framed reports whether the head of the request being handled has been seen from its
// first to its last byte, and whether it has a Content-Length.
func (c *watchedConn) framed() (seen, length bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.head.over && !c.head.cut, c.head.given
}

// head tracks the part of a request's head that has been read.
type head struct {
	line   []byte // the beginning of the line being read
	given  bool   // a Content-Length was there
	length int64  // the value of Content-Length
	over   bool   // the empty line was there
	body   int64  // bytes after that, as far as they belong to it
	cut    bool   // its beginning has been missed

	surplus []byte // bytes after the body, of the next request
	lost    bool   // more came than is kept
}

// The header looked for, and how much of its line is of interest.
var lengthName = []byte("content-length:")

const lineKept = 64

// mostSurplus bounds the bytes kept of the next request: its head is shorter.
const mostSurplus = 2 * maxHeader

func (h *head) feed(p []byte) {
	for !h.over && len(p) > 0 {
		line, rest, ended := bytes.Cut(p, []byte("\n"))
		if len(h.line) > 0 || !ended { // a part of the line comes, or came, in another read
			room := max(0, lineKept-len(h.line))
			h.line = append(h.line, line[:min(room, len(line))]...)
			line = h.line
		}
		if p = rest; !ended {
			return
		}
		h.ended(bytes.TrimSpace(line[:min(lineKept, len(line))]))
		h.line = h.line[:0]
	}
	mine := min(int64(len(p)), max(0, h.length-h.body))
	h.body += mine
	if p = p[mine:]; len(h.surplus)+len(p) > mostSurplus {
		h.lost = true
		return
	}
	h.surplus = append(h.surplus, p...)
}

// ended looks at a line of the head.
func (h *head) ended(line []byte) {
	switch {
	case len(line) == 0:
		h.over = true
	case len(line) >= len(lengthName) && bytes.EqualFold(line[:len(lengthName)], lengthName):
		h.given = true
		h.length, _ = strconv.ParseInt(string(bytes.TrimSpace(line[len(lengthName):])), 10, 64) // net/http refuses an invalid number
	}
}

type connKey struct{}

// watch gives a server the connections that [malformed] examines, and returns the listener to serve on.
func watch(server *http.Server, listener net.Listener) net.Listener {
	server.ConnContext = func(ctx context.Context, conn net.Conn) context.Context {
		return context.WithValue(ctx, connKey{}, conn)
	}
	server.ConnState = func(conn net.Conn, state http.ConnState) {
		if c, ok := conn.(*watchedConn); ok && state == http.StateIdle {
			c.again()
		}
	}
	return watched{listener}
}

// twoLengths reports whether a chunked request also has a Content-Length. A request that was sent with many bytes
// behind the previous one counts as such, because its framing is unknown, and no honest client sends chunks without
// waiting.
func twoLengths(r *http.Request) bool {
	c, ok := r.Context().Value(connKey{}).(*watchedConn)
	if !ok { // no connection of [Server.Run]: a test's
		return false
	}
	seen, length := c.framed()
	return !seen || length
}

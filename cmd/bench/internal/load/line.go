package load

import (
	"context"
	"fmt"
	"net"
	"time"
)

// Line is a connection to a server that is opened when it is needed, and anew after an error, a long rest, or an
// answer that the server has announced as the last.
type Line struct {
	Address string // host:port
	open    *connection
	used    time.Time
}

// Answer is one answer.
type Answer struct {
	Status int
	Tag    string // entity tag; "" without one
	Body   string // its beginning
}

// Ask sends a request and reads its answer. Requests of a line are sent one after the other.
func (l *Line) Ask(ctx context.Context, request []byte) (Answer, error) {
	if l.open != nil && time.Since(l.used) > rest {
		l.Close()
	}
	if l.open == nil {
		conn, err := (&net.Dialer{}).DialContext(ctx, "tcp", l.Address)
		if err != nil {
			return Answer{}, fmt.Errorf("load: %w", err)
		}
		l.open = newConnection(conn)
	}
	l.open.request = request
	status, err := l.open.exchange(time.Now())
	if err != nil {
		l.Close()
		return Answer{}, fmt.Errorf("load: %s: %w", line(request), err)
	}
	l.used = time.Now()
	answer := Answer{Status: status, Tag: string(l.open.tag), Body: string(l.open.kept)}
	if l.open.last {
		l.Close()
	}
	return answer, nil
}

// Close closes the connection.
func (l *Line) Close() {
	if l.open != nil {
		_ = l.open.conn.Close()
		l.open = nil
	}
}

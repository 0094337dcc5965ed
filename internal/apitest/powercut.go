package apitest

import (
	"encoding/binary"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"

	"referto/internal/tenant/tenantdb/tenantdbtest"
)

// PowerLine is the connection between a server and its database, which a test cuts between any two statements of a
// request. The database still carries out everything that has crossed it; nothing comes back.
type PowerLine struct {
	t        testing.TB
	listener net.Listener
	network  string // of the database
	address  string

	mu    sync.Mutex
	left  int               // statements until the cut; negative is no cut
	down  bool              // since the cut
	trips int               // of requests, in all
	sent  int               // statements of requests, in all
	conns map[net.Conn]byte // whether each is idle ('I'), in a transaction or waits for an answer
	rest  *sync.Cond        // one has become idle or is gone
	busy  sync.WaitGroup    // connections for requests that the database still serves
}

// StartBehind starts a server as [Start] does, whose requests reach the database through the line. Its jobs do too,
// but are never cut. Its cache is not compared with the stored data, because the test counts only its own queries.
func StartBehind(t testing.TB) (*Server, *PowerLine) {
	t.Helper()
	line := newLine(t)
	server := start(t, func(d tenantdbtest.Database) tenantdbtest.Database {
		d.Application = line.lead(d.Application)
		return d
	})
	server.recollection.looked = nil
	return server, line
}

// LineTo returns a line to the database at an address, and the address of the line: a server that is started with
// that address reaches the database through the line.
func LineTo(t testing.TB, database string) (line *PowerLine, address string) {
	t.Helper()
	line = newLine(t)
	return line, line.lead(database)
}

func newLine(t testing.TB) *PowerLine {
	line := &PowerLine{t: t, left: -1, conns: make(map[net.Conn]byte)}
	line.rest = sync.NewCond(&line.mu)
	return line
}

// lead replaces the address of a database by the line's.
func (l *PowerLine) lead(database string) string {
	l.t.Helper()
	var host, port, rest string
	for _, setting := range strings.Fields(database) {
		switch name, value, _ := strings.Cut(setting, "="); name {
		case "host":
			host = value
		case "port":
			port = value
		default:
			rest += " " + setting
		}
	}
	l.network, l.address = "tcp", net.JoinHostPort(host, port)
	if strings.HasPrefix(host, "/") {
		l.network, l.address = "unix", host+"/.s.PGSQL."+port
	}
	var err error
	if l.listener, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
		l.t.Fatal(err)
	}
	l.t.Cleanup(func() { _ = l.listener.Close() })
	go l.accept()
	return fmt.Sprintf("host=127.0.0.1 port=%d%s", l.listener.Addr().(*net.TCPAddr).Port, rest)
}

// CutAfter cuts the line when so many statements of requests have crossed it from
// now on, 0 for before the first.
func (l *PowerLine) CutAfter(statements int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left = statements
}

// Trips counts the round trips of requests, in all. It waits until no request is in a transaction, because a refusal
// may be answered before its transaction is rolled back.
func (l *PowerLine) Trips() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	for l.inTransaction() {
		l.rest.Wait()
	}
	return l.trips
}

// Statements counts the statements of requests that have crossed the line, in all.
func (l *PowerLine) Statements() int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.sent
}

func (l *PowerLine) inTransaction() bool {
	for _, status := range l.conns {
		if status != 'I' {
			return true
		}
	}
	return false
}

// Mend lets statements pass again and waits until the database has done all that
// came before the cut. It reports whether there was one.
func (l *PowerLine) Mend() (cut bool) {
	l.mu.Lock()
	cut = l.down
	l.mu.Unlock()
	if cut {
		l.busy.Wait()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.left, l.down = -1, false
	return cut
}

func (l *PowerLine) accept() {
	for {
		server, err := l.listener.Accept()
		if err != nil {
			return // closed with the test
		}
		go l.serve(server)
	}
}

// serve joins one connection of the server with one of the database.
func (l *PowerLine) serve(server net.Conn) {
	defer server.Close()
	database, err := net.Dial(l.network, l.address)
	if err != nil {
		return
	}
	defer database.Close()
	opening, err := message(server, 0)
	if err != nil {
		return
	}
	// Only the connections of requests have this name: package tenantdb.
	ofRequests := strings.Contains(string(opening), "application_name\x00referto\x00")
	if ofRequests && !l.open(server) {
		return
	}
	if _, err := database.Write(opening); err == nil {
		back := make(chan struct{})
		go func() {
			defer close(back)
			l.backward(server, database, ofRequests)
			_ = server.Close()
			_, _ = io.Copy(io.Discard, database)
		}()
		l.forward(server, database, ofRequests)
		_ = database.(interface{ CloseWrite() error }).CloseWrite() // gone if not there
		<-back
	}
	if ofRequests {
		l.closed(server)
	}
}

func (l *PowerLine) open(server net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down {
		return false
	}
	l.conns[server] = 0
	l.busy.Add(1)
	return true
}

func (l *PowerLine) closed(server net.Conn) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, server)
	l.rest.Broadcast()
	l.busy.Done()
}

// forward passes messages on until the line is cut or the server hangs up.
func (l *PowerLine) forward(server net.Conn, database io.Writer, ofRequests bool) {
	introduced := !ofRequests // the first messages of a connection are no statements of a request
	for {
		m, err := message(server, 1)
		if err != nil || ofRequests && introduced && !l.passes(server, m[0]) {
			return
		}
		introduced = introduced || m[0] == 'S'
		if _, err := database.Write(m); err != nil {
			return
		}
	}
}

// backward passes answers on until either side hangs up, and notes at the end of each whether a transaction is open,
// as ReadyForQuery reports.
func (l *PowerLine) backward(server net.Conn, database io.Reader, ofRequests bool) {
	for {
		m, err := message(database, 1)
		if err != nil {
			return
		}
		if ofRequests && m[0] == 'Z' {
			l.ready(server, m[5])
		}
		if _, err := server.Write(m); err != nil {
			return
		}
	}
}

func (l *PowerLine) ready(server net.Conn, status byte) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if _, open := l.conns[server]; open {
		l.conns[server] = status
		l.rest.Broadcast()
	}
}

// passes reports whether a message of a kind still crosses. An extended statement
// is counted by its Execute, a simple one by its Query.
func (l *PowerLine) passes(server net.Conn, kind byte) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.down {
		return false
	}
	if kind == 'S' || kind == 'Q' { // the server waits for an answer
		l.trips++
		l.conns[server] = 0
	}
	if kind != 'E' && kind != 'Q' {
		return true
	}
	if l.left == 0 {
		l.down = true
		for conn := range l.conns {
			_ = conn.Close() // its other end finds out
		}
		return false
	}
	l.sent++
	l.left = max(l.left-1, -1)
	return true
}

// message reads a message of PostgreSQL's protocol with a header of so many bytes
// before its length.
func message(r io.Reader, header int) ([]byte, error) {
	m := make([]byte, header+4)
	if _, err := io.ReadFull(r, m); err != nil {
		return nil, err
	}
	length := int(binary.BigEndian.Uint32(m[header:]))
	if length < 4 {
		return nil, io.ErrUnexpectedEOF
	}
	m = append(m, make([]byte, length-4)...)
	_, err := io.ReadFull(r, m[header+4:])
	return m, err
}

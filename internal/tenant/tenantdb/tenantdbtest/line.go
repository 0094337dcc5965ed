package tenantdbtest

import (
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
)

// SilentLine is a connection to a database that a test makes silent: sent bytes are held back and nothing comes back,
// but neither side hangs up. This is how a lost network link or a suspended database behaves.
type SilentLine struct {
	listener net.Listener
	network  string // of the database
	address  string

	mu     sync.Mutex
	speaks *sync.Cond
	silent bool
	over   bool
	conns  map[net.Conn]bool
}

// Behind returns the database as reached through a line of its own, which ends with the test. Owner and superuser
// still reach it directly.
func (d Database) Behind(t testing.TB) (Database, *SilentLine) {
	t.Helper()
	l := &SilentLine{conns: map[net.Conn]bool{}}
	l.speaks = sync.NewCond(&l.mu)
	var rest string
	l.network, l.address, rest = reach(d.Application)
	var err error
	if l.listener, err = (&net.ListenConfig{}).Listen(t.Context(), "tcp", "127.0.0.1:0"); err != nil {
		t.Fatal(err)
	}
	go l.accept()
	t.Cleanup(l.end)
	d.Application = fmt.Sprintf("host=127.0.0.1 port=%d%s", l.listener.Addr().(*net.TCPAddr).Port, rest)
	return d, l
}

// reach takes the address out of a connection string.
func reach(dsn string) (network, address, rest string) {
	var host, port string
	for _, setting := range strings.Fields(dsn) {
		switch name, value, _ := strings.Cut(setting, "="); name {
		case "host":
			host = value
		case "port":
			port = value
		default:
			rest += " " + setting
		}
	}
	if strings.HasPrefix(host, "/") {
		return "unix", host + "/.s.PGSQL." + port, rest
	}
	return "tcp", net.JoinHostPort(host, port), rest
}

// Silence lets nothing pass any more, in either direction.
func (l *SilentLine) Silence() { l.set(true) }

// Speak lets everything pass again. The bytes held back arrive now.
func (l *SilentLine) Speak() { l.set(false) }

// Lead has the line lead to another database from now on, and hangs up on everybody.
func (l *SilentLine) Lead(d Database) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.network, l.address, _ = reach(d.Application)
	for conn := range l.conns {
		_ = conn.Close()
	}
}

// Break lets everything pass again on new connections, and never more on those there
// are: their other ends do not know.
func (l *SilentLine) Break() {
	l.mu.Lock()
	for conn := range l.conns {
		l.conns[conn] = true
	}
	l.mu.Unlock()
}

func (l *SilentLine) set(silent bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.silent = silent
	l.speaks.Broadcast()
}

// end hangs up on everybody.
func (l *SilentLine) end() {
	_ = l.listener.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = true
	l.speaks.Broadcast()
	for conn := range l.conns {
		_ = conn.Close()
	}
}

func (l *SilentLine) accept() {
	for {
		server, err := l.listener.Accept()
		if err != nil {
			return // closed with the test
		}
		l.mu.Lock()
		l.conns[server] = false
		l.mu.Unlock()
		go l.serve(server)
	}
}

func (l *SilentLine) serve(server net.Conn) {
	defer l.gone(server)
	if !l.pass(server) {
		return
	}
	l.mu.Lock()
	network, address := l.network, l.address
	l.mu.Unlock()
	database, err := net.Dial(network, address)
	if err != nil {
		return
	}
	defer database.Close()
	go func() {
		l.copy(server, database, server)
		_ = server.Close()
	}()
	l.copy(database, server, server)
}

func (l *SilentLine) gone(server net.Conn) {
	_ = server.Close()
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.conns, server)
}

// copy passes bytes on as long as the line speaks.
func (l *SilentLine) copy(to io.Writer, from io.Reader, of net.Conn) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := from.Read(buffer)
		if err != nil || !l.pass(of) {
			return
		}
		if _, err := to.Write(buffer[:n]); err != nil {
			return
		}
	}
}

// pass waits until the line speaks; false once it is over.
func (l *SilentLine) pass(of net.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	for (l.silent || l.conns[of]) && !l.over {
		l.speaks.Wait()
	}
	return !l.over
}

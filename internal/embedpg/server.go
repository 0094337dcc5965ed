package embedpg

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"sync"
)

// superuser is the role that initdb makes.
const superuser = "postgres"

// ErrInUse is returned by [Start] when another process runs on the same State.
var ErrInUse = errors.New("in use by another process")

// Server is a running PostgreSQL. Its methods may be called concurrently.
type Server struct {
	installation installation
	cluster      cluster
	process      *process
	release      func() // gives the state folder back, and removes it if throw-away
	stopping     sync.Mutex
}

// Start runs PostgreSQL and returns when it answers queries: some 0.5 s with a
// new cluster, 50 ms with an existing one, longer after a crash with much to
// recover. The context governs the start only.
//
// Errors: [ErrInUse]; no installation found; data of a version that is not installed, or of another user; the
// messages of PostgreSQL itself.
func Start(ctx context.Context, o Options) (*Server, error) {
	settings, err := o.parameters()
	if err != nil {
		return nil, err
	}
	found, err := installations(o)
	if err != nil {
		return nil, err
	}
	state, err := openState(o.State)
	if err != nil {
		return nil, err
	}
	s, err := startIn(ctx, state, found, o, settings)
	if err != nil {
		state.close()
		return nil, fmt.Errorf("embedpg: %w", err)
	}
	return s, nil
}

// startIn starts one of the installations on the state folder, which we hold.
func startIn(ctx context.Context, state *state, found []installation, o Options, settings []string) (*Server, error) {
	inst, err := choose(found, o.Major, state)
	if err != nil {
		return nil, err
	}
	home, err := state.home(inst.major)
	if err != nil {
		return nil, err
	}
	if inst, err = inst.readableBy(home.account); err != nil {
		return nil, err
	}
	c, err := home.prepare(ctx, inst, state.temporary)
	if err != nil {
		return nil, err
	}
	s := &Server{installation: inst, cluster: c}
	s.release = func() {
		c.removeSocket()
		state.close()
	}
	if err := s.launch(ctx, settings, o.Log); err != nil {
		c.removeSocket()
		return nil, err
	}
	return s, nil
}

// DSN returns the connection string, in the form that pgx and libpq share, for
// a database and a role. The database postgres and the superuser postgres always exist.
func (s *Server) DSN(database, user string) string {
	return fmt.Sprintf("host=%s port=%s dbname=%s user=%s sslmode=disable",
		quote(s.cluster.host), strconv.Itoa(s.cluster.port), quote(database), quote(user))
}

// quote writes a value of a connection string.
func quote(value string) string {
	if value != "" && !strings.ContainsAny(value, ` '\`) {
		return value
	}
	return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`).Replace(value) + "'"
}

// Major returns the major version of the running PostgreSQL: 15, 18.
func (s *Server) Major() int { return s.installation.major }

// Data returns the folder of the cluster, which may be outside of
// [Options.State] (see the package comment on running as root).
func (s *Server) Data() string { return s.cluster.data }

// Done is closed when the server has ended, asked or not.
func (s *Server) Done() <-chan struct{} { return s.process.done }

// Stop ends the server: open transactions are rolled back, connections closed.
// It waits until the process is gone and gives the state folder back. If the
// context ends first, the server is ended at once, which loses nothing that was
// committed, and the context's error is returned. It also returns an error if the
// server had ended by itself. Stopping twice does no harm.
func (s *Server) Stop(ctx context.Context) error {
	s.stopping.Lock()
	defer s.stopping.Unlock()
	if s.release == nil {
		return nil
	}
	err := s.shutdown(ctx)
	s.release()
	s.release = nil
	if err != nil {
		return fmt.Errorf("embedpg: %w", err)
	}
	return nil
}

func (s *Server) shutdown(ctx context.Context) error {
	select {
	case <-s.process.done:
		return s.process.ended()
	default:
	}
	stopErr := s.ask(fast)
	select {
	case <-s.process.done:
		if s.process.err != nil { // it had another end than the one it was asked for
			return s.process.ended()
		}
		return nil
	case <-ctx.Done():
		s.kill()
		return errors.Join(ctx.Err(), stopErr)
	}
}

// ask sends the server one of its three ways to end.
func (s *Server) ask(how shutdown) error {
	return requestShutdown(how, s.process.cmd.Process, s.installation, s.cluster)
}

// kill ends the server whatever it takes.
func (s *Server) kill() {
	if err := s.ask(immediate); err == nil && s.process.endsWithin(patience) {
		return
	}
	if err := s.process.cmd.Process.Kill(); err == nil || errors.Is(err, os.ErrProcessDone) {
		<-s.process.done
	}
}

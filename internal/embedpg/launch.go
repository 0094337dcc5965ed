package embedpg

import (
	"context"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
)

const (
	// patience limits the wait for the remains of an earlier server to disappear.
	patience = 30 * time.Second

	// nap is the pause between two looks at something that takes a moment.
	nap = 10 * time.Millisecond
)

// launch starts the server and waits until it answers. PostgreSQL refuses to
// start as long as a backend of a killed postmaster works on the same data:
// such a start is tried again.
func (s *Server) launch(ctx context.Context, settings []string, log io.Writer) error {
	giveUp := time.Now().Add(patience)
	for {
		err := s.attempt(ctx, settings, log)
		if err == nil || ctx.Err() != nil || !s.refusedForNow() || time.Now().After(giveUp) {
			return err
		}
		time.Sleep(nap)
	}
}

// attempt starts the server once. On error it has ended.
func (s *Server) attempt(ctx context.Context, settings []string, log io.Writer) error {
	args := append([]string{"-D", s.cluster.data}, s.cluster.listen...)
	p, err := spawn(s.cluster.account.command(s.installation.program("postgres"), append(args, settings...)...), log)
	if err != nil {
		return err
	}
	s.process = p
	for !s.answers(ctx) {
		select {
		case <-p.done:
			return p.ended()
		case <-ctx.Done():
			s.kill()
			return ctx.Err()
		case <-time.After(nap):
		}
	}
	return nil
}

// answers reports whether the server takes connections.
func (s *Server) answers(ctx context.Context) bool {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	conn, err := pgx.Connect(ctx, s.DSN(superuser, superuser))
	if err != nil {
		return false
	}
	return conn.Close(ctx) == nil
}

// refusedForNow reports whether the server has ended because a backend of an
// earlier one is still at work.
func (s *Server) refusedForNow() bool {
	return s.process != nil && strings.Contains(s.process.said.String(), "pre-existing shared memory block")
}

package main

import (
	"context"
	"errors"
	"io"
	"slices"
	"sync"

	"referto/internal/league/conformance"
	"referto/internal/league/conformance/remote"
)

// seasonServers is the number of servers on which seasons are replayed: each plays one at a time.
const seasonServers = 3

// fleet are the servers that were started for a run: one for all tournaments, and some
// for seasons, each with a clock of its own. It is a [conformance.Driver].
type fleet struct {
	program string
	log     io.Writer
	servers []*server
	// tournaments is nil when there are none.
	tournaments *remote.Driver
	seasons     []*remote.Seasons

	mu    sync.Mutex
	given map[string]int // to which of the seasons a case was given
}

// start starts the servers that the cases need.
func (f *fleet) start(ctx context.Context, cases []conformance.Case) error {
	seasons := 0
	for _, c := range cases {
		if (*remote.Seasons)(nil).Supports(c.Regulation, c.Kind) {
			seasons++
		}
	}
	if seasons < len(cases) || seasons == 0 {
		s, err := f.launch(ctx)
		if err != nil {
			return err
		}
		if f.tournaments, err = remote.New(ctx, s.address, s.mailbox); err != nil {
			return err
		}
	}
	for range min(seasons, seasonServers) {
		s, err := f.launch(ctx)
		if err != nil {
			return err
		}
		driver, err := remote.NewSeasons(ctx, s.address, s.mailbox, s.clock)
		if err != nil {
			return err
		}
		f.seasons = append(f.seasons, driver)
	}
	return nil
}

// launch starts one more server.
func (f *fleet) launch(ctx context.Context) (*server, error) {
	s, err := startServer(ctx, f.program, &shared{to: f.log, mu: &f.mu})
	if err == nil {
		f.servers = append(f.servers, s)
	}
	return s, err
}

// shared is a writer for several servers, one line after another.
type shared struct {
	to io.Writer
	mu *sync.Mutex
}

// Write implements [io.Writer].
func (s *shared) Write(text []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.to.Write(text)
}

// Supports implements [conformance.Driver].
func (f *fleet) Supports(regulation, kind string) bool {
	return f.tournaments != nil && f.tournaments.Supports(regulation, kind) ||
		slices.ContainsFunc(f.seasons, func(s *remote.Seasons) bool { return s.Supports(regulation, kind) })
}

// Replay implements [conformance.Driver].
func (f *fleet) Replay(ctx context.Context, c conformance.Case) (any, error) {
	if f.tournaments != nil && f.tournaments.Supports(c.Regulation, c.Kind) {
		return f.tournaments.Replay(ctx, c)
	}
	return f.seasonsFor(c.ID).Replay(ctx, c)
}

// seasonsFor returns the server on which a case is replayed in all its readings: its people are known
// there.
func (f *fleet) seasonsFor(id string) *remote.Seasons {
	f.mu.Lock()
	defer f.mu.Unlock()
	to, known := f.given[id]
	if !known {
		to = len(f.given) % len(f.seasons)
		f.given[id] = to
	}
	return f.seasons[to]
}

// close stops the servers and removes their data.
func (f *fleet) close() error {
	var failed []error
	for _, s := range f.servers {
		failed = append(failed, s.close())
	}
	return errors.Join(failed...)
}

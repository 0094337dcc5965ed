package tenantdb

import (
	"context"
	"errors"
	"time"

	"github.com/jackc/pgx/v5"
)

// Probe checks whether the database answers and has the schema that the program needs, on a connection of its own, so
// that a busy pool does not affect the result. Make one with [DB.Probe]. It may be used by many goroutines.
type Probe struct {
	db   *DB
	turn chan struct{} // held by the running probe

	conn  *pgx.Conn // nil before the first look and after one that failed
	found error
	at    time.Time // of the last look
}

// fresh is the time for which a look stands for the next one.
const fresh = time.Second

// Probe makes one. Close it in the end.
func (db *DB) Probe() *Probe { return &Probe{db: db, turn: make(chan struct{}, 1)} }

// Check returns the trouble with the database: [ErrUnavailable], [ErrOutdated], or that the
// context has ended before it was known.
func (p *Probe) Check(ctx context.Context) error {
	select {
	case p.turn <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-p.turn }()
	//nolint:forbidigo // the machine's clock: how old a look is
	if now := time.Now(); p.at.IsZero() || now.Sub(p.at) > fresh {
		p.found = p.look(ctx)
		p.at = time.Now() //nolint:forbidigo // the same
	}
	return p.found
}

func (p *Probe) look(ctx context.Context) error {
	if p.conn != nil && !p.db.leader.current(p.conn) {
		p.hangup()
	}
	if p.conn == nil {
		conn, err := p.db.Connect(ctx)
		if err != nil {
			return err
		}
		p.conn = conn
	}
	err := CheckSchema(ctx, p.conn)
	if p.conn.IsClosed() || ctx.Err() != nil {
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			p.db.leader.silent(p.conn)
		}
		p.hangup()
	}
	return err
}

// hangup ends the connection.
func (p *Probe) hangup() {
	Hangup(p.conn)
	p.conn = nil
}

// Close ends the connection, after a look that is under way.
func (p *Probe) Close() {
	p.turn <- struct{}{}
	defer func() { <-p.turn }()
	if p.conn != nil {
		p.hangup()
	}
}

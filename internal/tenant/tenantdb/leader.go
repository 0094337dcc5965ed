package tenantdb

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strconv"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/sync/singleflight"
)

// leader tracks which of several nodes of a database leads, so that a node that was suspended and still believes
// itself the leader is not used.
//
// PostgreSQL counts takeovers by another node: the timeline. Of the nodes that accept writes, the one with the higher
// timeline leads. Two rules follow:
//
//   - A new connection looks at all nodes first, and takes the one with the
//     highest timeline of those that accept writes ([leader.aim]).
//   - Once a node has been silent for longer than a working node ever is,
//     another may have taken over. No earlier connection is used again
//     ([leader.giveUp]); the same holds once a higher timeline is seen.
//
// If the address names a single host there is no choice to make; a timeline that goes down is refused there, too.
type leader struct {
	nodes []*pgconn.Config // one for each node; fewer than two: nothing to choose
	looks singleflight.Group

	mu       sync.Mutex
	timeline int64     // the highest that was seen
	seen     time.Time // when it was seen last
	found    finding
	// age counts how often all connections were given up.
	age   uint64
	pools []*pgxpool.Pool
}

// finding is the node that was found to lead.
type finding struct {
	node *pgconn.Config
	at   time.Time
	age  uint64 // then
}

const (
	// anyMayTake is the time that nodes have to answer once one has.
	anyMayTake = time.Second
	// othersMayTake is the time that other nodes have to answer once one is found that takes writes.
	othersMayTake = 500 * time.Millisecond
	// foundFor is the time for which a look stands for the next one.
	foundFor = time.Second
	// timelineStands is the time for which a timeline that was not seen again rules out lower ones: a database that
	// was restored from a copy may have a lower one.
	timelineStands = time.Minute
	// ageKey names, at a connection, the age in which it was begun.
	ageKey = "referto.age"
)

// timelineColumn reads the timeline of a node; 0 is one that follows another.
const timelineColumn = `case when pg_is_in_recovery() then 0 else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end`

var errNobodyLeads = errors.New("no node takes writes")

// know stores the nodes that an address names.
func (l *leader) know(config *pgx.ConnConfig) {
	if config.ValidateConnect == nil {
		return // any node will do: without target_session_attrs a proxy in between chooses
	}
	places := map[string]*pgconn.Config{}
	all := append([]*pgconn.FallbackConfig{{Host: config.Host, Port: config.Port, TLSConfig: config.TLSConfig}}, config.Fallbacks...)
	for _, way := range all {
		place := net.JoinHostPort(way.Host, strconv.Itoa(int(way.Port)))
		node := places[place]
		if node == nil {
			node = config.Config.Copy()
			node.Host, node.Port, node.TLSConfig, node.Fallbacks = way.Host, way.Port, way.TLSConfig, nil
			places[place] = node
			l.nodes = append(l.nodes, node)
			continue
		}
		node.Fallbacks = append(node.Fallbacks, way) // the same place with and without TLS
	}
}

// several reports whether there is more than one node to choose from.
func (l *leader) several() bool { return len(l.nodes) > 1 }

// aim points a connection that is about to be made at the node that leads, and has it remember the age that it was
// begun in.
func (l *leader) aim(ctx context.Context, config *pgx.ConnConfig) error {
	l.mu.Lock()
	age := l.age
	l.mu.Unlock()
	if l.several() {
		found, err := l.look(ctx)
		if err != nil {
			return err
		}
		node := found.node
		age = found.age
		config.Host, config.Port, config.TLSConfig, config.Fallbacks = node.Host, node.Port, node.TLSConfig, node.Fallbacks
	}
	introduce := config.AfterConnect
	config.AfterConnect = func(ctx context.Context, conn *pgconn.PgConn) error {
		conn.CustomData()[ageKey] = age
		return introduce(ctx, conn)
	}
	return nil
}

// look returns the node that leads. A call during a running look waits for its result.
func (l *leader) look(ctx context.Context) (finding, error) {
	l.mu.Lock()
	found := l.found
	l.mu.Unlock()
	if time.Since(found.at) < foundFor { //nolint:forbidigo // the machine's clock: how old a look is
		return found, nil
	}
	answer := l.looks.DoChan("", func() (any, error) {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), connectTimeout)
		defer cancel()
		return l.ask(ctx)
	})
	select {
	case <-ctx.Done():
		return finding{}, context.Cause(ctx)
	case a := <-answer:
		if a.Err != nil {
			return finding{}, a.Err
		}
		return a.Val.(finding), nil
	}
}

// answer is a node’s reply, or the error instead of one.
type answer struct {
	node     *pgconn.Config
	timeline int64
	err      error
}

// ask asks all nodes at once and returns the one that leads. It waits for all of them, but only briefly once some
// have answered, because a suspended node never answers.
func (l *leader) ask(ctx context.Context) (finding, error) {
	answers := make(chan answer, len(l.nodes))
	for _, node := range l.nodes {
		go func() {
			timeline, err := timelineOf(ctx, node)
			answers <- answer{node, timeline, err}
		}()
	}
	var best answer
	errs := []error{ErrUnavailable, errNobodyLeads}
	enough := make(<-chan time.Time)
	for n := range l.nodes {
		select {
		case a := <-answers:
			switch {
			case a.err != nil:
				errs = append(errs, a.err)
			case a.timeline > best.timeline:
				best = a
			}
		case <-enough:
			return l.settle(best, errs)
		}
		switch {
		case best.node != nil:
			enough = time.After(othersMayTake)
		case n == 0:
			enough = time.After(anyMayTake)
		}
	}
	return l.settle(best, errs)
}

// settle stores which node leads, if one does.
func (l *leader) settle(best answer, errs []error) (finding, error) {
	if best.node == nil {
		return finding{}, errors.Join(errs...)
	}
	if err := l.note(best.timeline); err != nil {
		return finding{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.found = finding{node: best.node, at: time.Now(), age: l.age} //nolint:forbidigo // the machine's clock: how old a look is
	return l.found, nil
}

// timelineOf asks a node that takes writes for its timeline.
func timelineOf(ctx context.Context, node *pgconn.Config) (int64, error) {
	config := node.Copy()
	config.AfterConnect = nil
	conn, err := pgconn.ConnectConfig(ctx, config)
	if err != nil {
		return 0, err
	}
	defer func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), goodbye)
		defer cancel()
		_ = conn.Close(ctx)
	}()
	answer := conn.ExecParams(ctx, "select "+timelineColumn, nil, nil, nil, nil).Read()
	if answer.Err != nil {
		return 0, answer.Err
	}
	return parseTimeline(answer.Rows)
}

// parseTimeline reads the timeline in the last column of the only row of an answer.
func parseTimeline(rows [][][]byte) (int64, error) {
	if len(rows) != 1 || len(rows[0]) == 0 {
		return 0, fmt.Errorf("tenantdb: a node says nothing of its timeline: %d rows", len(rows))
	}
	return strconv.ParseInt(string(rows[0][len(rows[0])-1]), 10, 64)
}

// note stores the timeline of a node that was just connected to. A higher one ends all earlier connections; a lower
// one is an error: the node was suspended while another took over.
func (l *leader) note(timeline int64) error {
	if timeline == 0 {
		return nil // follows another
	}
	now := time.Now() //nolint:forbidigo // the machine's clock: how old a timeline is
	l.mu.Lock()
	before := l.timeline
	if timeline < before && now.Sub(l.seen) < timelineStands {
		l.mu.Unlock()
		return fmt.Errorf("%w: a node on timeline %d still takes writes after one on timeline %d has taken over", ErrUnavailable, timeline, before)
	}
	l.timeline, l.seen = timeline, now
	l.mu.Unlock()
	if before != 0 && timeline > before {
		l.giveUp()
	}
	return nil
}

// giveUp has no connection used again that was begun before.
func (l *leader) giveUp() {
	l.mu.Lock()
	l.age++
	l.found = finding{}
	pools := l.pools
	l.mu.Unlock()
	for _, pool := range pools {
		pool.Reset()
	}
}

// silent is called when nothing was heard on a connection until a caller's deadline.
func (l *leader) silent(conn *pgx.Conn) {
	if l.several() && l.current(conn) {
		l.giveUp()
	}
}

// current reports whether a connection was begun since others were given up.
func (l *leader) current(conn *pgx.Conn) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return conn.PgConn().CustomData()[ageKey] == l.age
}

// guard has a pool take connections to the node that leads only.
func (l *leader) guard(config *pgxpool.Config) {
	config.BeforeConnect = l.aim
	if !l.several() {
		return
	}
	config.PrepareConn = func(_ context.Context, conn *pgx.Conn) (bool, error) {
		return !conn.IsClosed() && l.current(conn), nil
	}
	// The pool's own question whether a connection that has rested still answers, asked here so
	// that silence is heard of.
	config.ShouldPing = func(ctx context.Context, p pgxpool.ShouldPingParams) bool {
		if p.IdleDuration < time.Second {
			return false
		}
		ctx, cancel := context.WithTimeout(ctx, config.PingTimeout)
		defer cancel()
		if err := p.Conn.Ping(ctx); err != nil && errors.Is(ctx.Err(), context.DeadlineExceeded) {
			l.silent(p.Conn)
		}
		return false
	}
}

// keep has pools emptied when connections are given up.
func (l *leader) keep(pools ...*pgxpool.Pool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pools = pools
}

// connect makes a connection beside the pools.
func (l *leader) connect(ctx context.Context, config *pgx.ConnConfig) (*pgx.Conn, error) {
	config = config.Copy()
	if err := l.aim(ctx, config); err != nil {
		return nil, err
	}
	return pgx.ConnectConfig(ctx, config)
}

// exchange is the function of that name on a connection of a pool.
func (l *leader) exchange(ctx context.Context, conn *pgx.Conn, b *pgx.Batch) error {
	err := exchange(ctx, conn, b)
	if err != nil && conn.IsClosed() && errors.Is(ctx.Err(), context.DeadlineExceeded) {
		l.silent(conn)
	}
	return err
}

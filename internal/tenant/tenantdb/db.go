package tenantdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// DB is the pool. It has no query methods: rows are reached through [Read],
// [In], [Self] and [Global].
type DB struct {
	pool *pgxpool.Pool
	jobs *pgxpool.Pool // for everything but requests
	sql  *sql.DB
	gorm *gorm.DB
	// slots are the places at pool.
	slots *slots
	// wait is the time for which a request waits for a connection.
	wait time.Duration
	// leader knows which node leads, if there are several.
	leader *leader
	// alone configures a connection beside the pools.
	alone *pgx.ConnConfig

	// watch observes the use of connections ([DB.Watch]); nil for none.
	watch Watch

	mu        sync.Mutex
	listeners []func(tenant, id uuid.UUID, revision int64)
}

// OnNews registers fn for the revisions that transactions publish ([Tx.Publish]). It is called after the commit, on
// the goroutine of the transaction.
func (db *DB) OnNews(fn func(tenant, id uuid.UUID, revision int64)) {
	db.mu.Lock()
	defer db.mu.Unlock()
	db.listeners = append(db.listeners, fn)
}

func (db *DB) publish(tenant, id uuid.UUID, revision int64) {
	db.mu.Lock()
	listeners := slices.Clip(db.listeners)
	db.mu.Unlock()
	for _, fn := range listeners {
		fn(tenant, id, revision)
	}
}

// Connections besides those of requests. An operator needs the maximum that a server takes to set max_connections; it
// is documented in docs/operate/database.md.
const (
	// JobConnections is the number of connections of the job queue. They are separate so that neither jobs nor
	// requests wait for the other.
	JobConnections = 4
	// ConnectionsBeside is the number of all connections of a server besides those of requests: those of the job
	// queue, one that listens for jobs, one that listens for news of other servers, and one that probes whether the
	// database answers.
	ConnectionsBeside = JobConnections + 3
	// MigrationConnections is the number of connections of a migration: one that holds the lock, two that migrate,
	// and one for the tables of the job queue.
	MigrationConnections = 4
)

// Open connects as the application role. It fails if the database would lose acknowledged writes in a crash, if the
// role could see the rows of more than one tenant (a superuser, BYPASSRLS, the owner of tables), or if a pooler
// shares one connection among several clients in turn ([ErrShared]). Requests have at most maxConns connections; the
// job queue has four more, and each listener and the probe have one of their own ([DB.Connect]).
func Open(ctx context.Context, dsn string, maxConns int) (*DB, error) {
	return open(ctx, dsn, maxConns, ofRequests, waitForConnection)
}

// OpenUnhurried is [Open] where requests wait for connections and locks as long as [Unhurried] work, and their
// statements may take as long. It is for tests on machines that do much else: a request that has to wait is then slow
// and not refused.
func OpenUnhurried(ctx context.Context, dsn string, maxConns int) (*DB, error) {
	return open(ctx, dsn, maxConns, ofUnhurriedRequests, unhurriedWait)
}

func open(ctx context.Context, dsn string, maxConns int, requests manner, wait time.Duration) (*DB, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("tenantdb: database address: %w", err)
	}
	config.MaxConns = int32(maxConns)
	config.MaxConnIdleTime = 5 * time.Minute
	config.PingTimeout = wait
	config.AfterConnect = func(_ context.Context, conn *pgx.Conn) error {
		registerTypes(conn.TypeMap())
		return nil
	}
	lead := &leader{}
	jobs := config.Copy()
	jobs.MaxConns = JobConnections
	wary(jobs.ConnConfig, ofJobs, lead)
	jobs.ConnConfig.Tracer = impatient{answerWithin}
	alone := config.ConnConfig.Copy()
	wary(alone, aside, lead)
	wary(config.ConnConfig, requests, lead)
	lead.know(alone)
	lead.guard(config)
	lead.guard(jobs)
	pool, err := pgxpool.NewWithConfig(ctx, config)
	if err != nil {
		return nil, fmt.Errorf("tenantdb: connect: %w", err)
	}
	if err := errors.Join(checkServer(ctx, pool), checkOwnConnections(ctx, lead, alone)); err != nil {
		pool.Close()
		return nil, err
	}
	jobPool, err := pgxpool.NewWithConfig(ctx, jobs)
	if err != nil {
		pool.Close()
		return nil, fmt.Errorf("tenantdb: connect: %w", err)
	}
	lead.keep(pool, jobPool)
	handle := stdlib.OpenDBFromPool(pool)
	orm, err := gorm.Open(postgres.New(postgres.Config{Conn: handle}), &gorm.Config{
		SkipDefaultTransaction: true,           // the door is the transaction
		Logger:                 logger.Discard, // errors are logged once, at the edge
	})
	if err != nil {
		pool.Close()
		jobPool.Close()
		return nil, fmt.Errorf("tenantdb: gorm: %w", err)
	}
	return &DB{pool: pool, jobs: jobPool, sql: handle, gorm: orm, slots: newSlots(maxConns), wait: wait, leader: lead, alone: alone}, nil
}

func checkServer(ctx context.Context, pool *pgxpool.Pool) error {
	var fsync, fullPageWrites, synchronousCommit string
	var super, bypass, owns bool
	err := pool.QueryRow(ctx, `
		select current_setting('fsync'), current_setting('full_page_writes'), current_setting('synchronous_commit'),
			r.rolsuper, r.rolbypassrls,
			exists (select from pg_class c where c.relowner = r.oid and c.relkind in ('r', 'p'))
		from pg_roles r where r.rolname = current_user`).
		Scan(&fsync, &fullPageWrites, &synchronousCommit, &super, &bypass, &owns)
	switch {
	case err != nil:
		return fmt.Errorf("tenantdb: connect: %w", err)
	case fsync != "on" || fullPageWrites != "on" || synchronousCommit == "off":
		return errors.New("tenantdb: fsync, full_page_writes and synchronous_commit must be on: acknowledged results would be lost in a crash")
	case super || bypass || owns:
		return errors.New("tenantdb: the application role must be no superuser, not BYPASSRLS and own no tables: row-level security would not hold")
	}
	return nil
}

// Close ends all connections, after those in use are given back.
func (db *DB) Close() { _ = db.sql.Close(); db.pool.Close(); db.jobs.Close() }

// Anew returns another DB on the same connections, without listeners for news and without waiting requests. It is for
// tests that use a database in turn: only one of the two may be used from now on, and only one may be closed.
func (db *DB) Anew() *DB {
	return &DB{pool: db.pool, jobs: db.jobs, sql: db.sql, gorm: db.gorm, slots: newSlots(db.slots.most), wait: db.wait, leader: db.leader, alone: db.alone}
}

// Idle reports whether no connection of the pools is in use. It is for tests, as [DB.Anew] is.
func (db *DB) Idle() bool {
	return db.pool.Stat().AcquiredConns() == 0 && db.jobs.Stat().AcquiredConns() == 0
}

// Stats are counts of the connections that serve requests, for the metrics.
func (db *DB) Stats() (inUse, idle, most int32) {
	s := db.pool.Stat()
	return s.AcquiredConns(), s.IdleConns(), s.MaxConns()
}

// A Watch observes operations on connections. It is called with a fixed name when an operation begins, and returns
// the context for everything within the operation and a function to call at its end.
type Watch func(ctx context.Context, what string) (within context.Context, end func(error))

// The operations that a [Watch] observes.
const (
	Waiting     = "database.wait"        // for a connection
	Reading     = "database.read"        // by a [Reader], in one round trip
	Transacting = "database.transaction" // from its first statement to its end
)

// Watch sets the watch that observes the connections of requests and jobs. Call it before the first use of the
// database.
func (db *DB) Watch(w Watch) { db.watch = w }

// begin announces an operation to the watch.
func (db *DB) begin(ctx context.Context, what string) (context.Context, func(error)) {
	if db.watch == nil {
		return ctx, unwatched
	}
	return db.watch(ctx, what)
}

func unwatched(error) {}

// OnWait registers fn for every wait of a request for a connection. It gets the time waited and whether a connection
// was given, and runs on the goroutine that waited. A request that gets a connection at once does not call it.
func (db *DB) OnWait(fn func(waited time.Duration, got bool)) {
	db.slots.mu.Lock()
	defer db.slots.mu.Unlock()
	db.slots.tell = fn
}

// Queued returns the number of waiters for a request connection.
func (db *DB) Queued() int {
	db.slots.mu.Lock()
	defer db.slots.mu.Unlock()
	return len(db.slots.waiting)
}

// Pool is the pool of the job queue and of news that are sent, which keep to their own
// tables and channels. Nothing else may use it.
func (db *DB) Pool() *pgxpool.Pool { return db.jobs }

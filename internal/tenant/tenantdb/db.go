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
	jobs *pgxpool.Pool // for who is no request
	sql  *sql.DB
	gorm *gorm.DB
	// slots are the places at pool.
	slots *slots
	// leader tells which node leads, where there are several.
	leader *leader
	// alone configures a connection beside the pools.
	alone *pgx.ConnConfig

	// watch is told of what is done with connections ([DB.Watch]); nil tells nobody.
	watch Watch

	mu        sync.Mutex
	listeners []func(tenant, id uuid.UUID, revision int64)
}

// OnNews has fn called with what a transaction has published ([Tx.Publish]) once it has
// committed, on the goroutine of the transaction.
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

// Connections beside those of requests. What a server takes at most has to be known to whoever sets
// max_connections: docs/operate/database.md says it.
const (
	// JobConnections are those of the job queue, so that neither waits for the other.
	JobConnections = 4
	// ConnectionsBeside are all that a server takes beside those of requests: those of the job queue, one
	// that hears of jobs, one that hears the news of other servers, and one that looks whether the
	// database answers.
	ConnectionsBeside = JobConnections + 3
	// MigrationConnections are those of who migrates: one that holds the lock, two that migrate, and one
	// for the tables of the job queue.
	MigrationConnections = 4
)

// Open connects as the application role. It fails when the database would lose
// acknowledged writes in a crash, or when the role could see more than one
// tenant's rows (a superuser, BYPASSRLS, the owner of tables), or when a pooler stands
// between that gives one connection to several in turn ([ErrShared]). Requests have at
// most maxConns connections; the job queue has four more, and who listens or looks
// whether the database answers has one each ([DB.Connect]).
func Open(ctx context.Context, dsn string, maxConns int) (*DB, error) {
	config, err := pgxpool.ParseConfig(dsn)
	if err != nil {
		return nil, fmt.Errorf("tenantdb: database address: %w", err)
	}
	config.MaxConns = int32(maxConns)
	config.MaxConnIdleTime = 5 * time.Minute
	config.PingTimeout = waitForConnection
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
	wary(config.ConnConfig, ofRequests, lead)
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
	return &DB{pool: pool, jobs: jobPool, sql: handle, gorm: orm, slots: newSlots(maxConns), leader: lead, alone: alone}, nil
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

// Anew returns another DB on the same connections, to whose news nobody listens yet and
// at which nobody waits. It is for tests that use a database in turn: only one of the two
// may be used from now on, and only one be closed.
func (db *DB) Anew() *DB {
	return &DB{pool: db.pool, jobs: db.jobs, sql: db.sql, gorm: db.gorm, slots: newSlots(db.slots.most), leader: db.leader, alone: db.alone}
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

// A Watch is told that something with a connection begins, by a fixed name, and gets back the context of what is
// part of it and what to call at its end.
type Watch func(ctx context.Context, what string) (within context.Context, end func(error))

// What a [Watch] is told of.
const (
	Waiting     = "database.wait"        // for a connection
	Reading     = "database.read"        // by a [Reader], in one round trip
	Transacting = "database.transaction" // from its first statement to its end
)

// Watch has a watch told of everything that is done with connections of requests and jobs from now on. It is set
// before the first.
func (db *DB) Watch(w Watch) { db.watch = w }

// begin tells the watch of something.
func (db *DB) begin(ctx context.Context, what string) (context.Context, func(error)) {
	if db.watch == nil {
		return ctx, unwatched
	}
	return db.watch(ctx, what)
}

func unwatched(error) {}

// OnWait has fn called with how long each of those has waited who did not get a connection for a request at
// once, and whether they got one, on the goroutine that has waited. Whoever need not wait costs nothing.
func (db *DB) OnWait(fn func(waited time.Duration, got bool)) {
	db.slots.mu.Lock()
	defer db.slots.mu.Unlock()
	db.slots.tell = fn
}

// Queued is the number of those who wait for a connection for a request.
func (db *DB) Queued() int {
	db.slots.mu.Lock()
	defer db.slots.mu.Unlock()
	return len(db.slots.waiting)
}

// Pool is the pool of the job queue and of news that are sent, which keep to their own
// tables and channels. Nothing else may use it.
func (db *DB) Pool() *pgxpool.Pool { return db.jobs }

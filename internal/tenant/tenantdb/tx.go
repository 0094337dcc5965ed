package tenantdb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"
	"gorm.io/gorm"
)

// Tx is a transaction that sees the rows of one tenant. Only [In] makes one. It
// must not be used by two goroutines or after In's function has returned.
type Tx struct{ *transaction }

// GlobalTx is a transaction on rows that belong to no tenant. Only [Global] makes one; rows of tenants are invisible
// to it.
type GlobalTx struct{ *transaction }

// In runs fn in one transaction as tenant and commits if fn returns nil. A
// transaction that loses a race to another (serialization failure, deadlock) is
// run again, up to five times; fn must therefore have no effect outside it.
// The errors of fn are returned as they are, others translated.
func In(ctx context.Context, db *DB, tenant uuid.UUID, prelude Prelude, fn func(Tx) error) error {
	if tenant == uuid.Nil {
		return ErrNoTenant
	}
	return repeat(ctx, func() error {
		return run(ctx, db, setting{tenant: tenant}, prelude, func(t *transaction) error { return fn(Tx{t}) })
	})
}

// Presume runs fn in one transaction as tenant, once, without reading first: fn decides by the caller's cache. Every
// assumption is queued as a statement that fails if it does not hold ([Insist]), by the prelude or by fn itself, and
// may travel with everything else in the round trip of the commit. The callbacks of a prelude come too late to stop
// the commit. It returns [ErrPresumed] if an assumption does not hold.
func Presume(ctx context.Context, db *DB, tenant uuid.UUID, prelude Prelude, fn func(Tx) error) error {
	if tenant == uuid.Nil {
		return ErrNoTenant
	}
	t := &transaction{ctx: ctx, db: db, setting: setting{tenant: tenant}, prelude: prelude, presumes: true, tail: &pgx.Batch{}}
	err := t.run(func(t *transaction) error { return fn(Tx{t}) })
	if errors.Is(err, errLostRace) {
		return fmt.Errorf("%w: %w", ErrPresumed, err)
	}
	return err
}

// ErrPresumed means that an assumption of [Presume] does not hold.
var ErrPresumed = errors.New("tenantdb: presumed what does not hold")

// Insist queues a statement that fails the transaction where a condition does not hold.
func Insist(b *pgx.Batch, with, condition string, args ...any) {
	b.Queue(with+` select platform.insist(`+condition+`)`, args...)
}

// Presumes reports whether the transaction was begun by [Presume].
func (t *transaction) Presumes() bool { return t.presumes }

// Preview runs fn in one transaction as tenant, as [In] does, and always rolls back, whatever fn returns. Statements
// that fn leaves with [Tx.Defer] are not even sent.
func Preview(ctx context.Context, db *DB, tenant uuid.UUID, prelude Prelude, fn func(Tx) error) error {
	err := In(ctx, db, tenant, prelude, func(tx Tx) error {
		if err := fn(tx); err != nil {
			return err
		}
		return errPreviewed
	})
	if errors.Is(err, errPreviewed) {
		return nil
	}
	return err
}

// errPreviewed ends a preview that has gone well.
var errPreviewed = errors.New("tenantdb: previewed")

// Global runs fn in one transaction on rows that belong to no tenant; see [In].
func Global(ctx context.Context, db *DB, prelude Prelude, fn func(GlobalTx) error) error {
	return repeat(ctx, func() error {
		return run(ctx, db, setting{}, prelude, func(t *transaction) error { return fn(GlobalTx{t}) })
	})
}

// attempts is the number of times that a transaction which lost a race is run in all.
const attempts = 6

func repeat(ctx context.Context, once func() error) error {
	for n := 1; ; n++ {
		err := once()
		if !errors.Is(err, errLostRace) || n == attempts {
			return err
		}
		// The pause only spreads the transactions that collided; nothing depends on it.
		pause := time.Duration(n*(1+rand.IntN(8))) * time.Millisecond //nolint:forbidigo // jitter
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(pause):
		}
	}
}

// transaction is a connection with a transaction. Both begin with the first
// statement, so that a use case which computes beforehand (the hash of a password)
// keeps no connection from others, and may look something up through a door of
// its own without holding two.
type transaction struct {
	ctx     context.Context
	db      *DB
	line    line      // the place at the pool, with conn
	conn    *sql.Conn // the same connection for gorm
	pg      *pgx.Conn // nil before the first statement
	setting setting
	prelude Prelude
	begun   bool
	// presumes reports whether the prelude need not be answered before the commit.
	presumes bool
	lead     *pgx.Batch // travels before the next statements; may be nil
	tail     *pgx.Batch
	news     []news
	after    []afterwards
	ended    func(error) // tells the watch that the transaction has ended
}

// afterwards is a function about a thing, to be called once the transaction has committed.
type afterwards struct {
	about uuid.UUID
	do    func()
}

// news is the message that something of a tenant has reached a revision.
type news struct {
	tenant   uuid.UUID
	id       uuid.UUID
	revision *int64
}

func run(ctx context.Context, db *DB, s setting, prelude Prelude, fn func(*transaction) error) error {
	t := &transaction{ctx: ctx, db: db, setting: s, prelude: prelude, tail: &pgx.Batch{}}
	return t.run(fn)
}

func (t *transaction) run(fn func(*transaction) error) error {
	if err := t.toTheEnd(fn); err != nil {
		return err
	}
	t.finish()
	return nil
}

// toTheEnd runs fn, commits and gives the connection back.
func (t *transaction) toTheEnd(fn func(*transaction) error) (failed error) {
	defer func() { t.end(failed) }()
	if failed = fn(t); failed != nil {
		return failed
	}
	return t.commit()
}

// finish runs the functions left for after the commit, and then the listeners of the news.
func (t *transaction) finish() {
	times := make(map[uuid.UUID]int, len(t.after))
	for _, a := range t.after {
		times[a.about]++
	}
	for _, a := range t.after {
		if times[a.about] == 1 {
			a.do()
		}
	}
	for _, n := range t.news {
		t.db.publish(n.tenant, n.id, *n.revision)
	}
}

// connect takes a connection from the pool.
func (t *transaction) connect() error {
	var within context.Context
	within, t.ended = t.db.begin(t.ctx, Transacting)
	_, got := t.db.begin(within, Waiting)
	bounded, end, line, err := t.db.queue(t.ctx)
	if err != nil {
		got(err)
		return err
	}
	conn, err := t.db.sql.Conn(bounded)
	end()
	got(err)
	if err != nil {
		line.leave(err)
		return unconnected(t.ctx, err)
	}
	t.conn, t.line = conn, line
	return conn.Raw(func(driver any) error {
		t.pg = driver.(*stdlib.Conn).Conn()
		return nil
	})
}

// Tenant returns the tenant whose rows the transaction sees.
func (t *transaction) Tenant() uuid.UUID { return t.setting.tenant }

// Context is the context of the transaction.
func (t *transaction) Context() context.Context { return t.ctx }

// Send runs the batch in the transaction. The first one also begins it.
func (t *transaction) Send(b *pgx.Batch) error {
	if t.lead != nil {
		t.lead.QueuedQueries = append(t.lead.QueuedQueries, b.QueuedQueries...)
		b, t.lead = t.lead, nil
	}
	if t.begun {
		return Translate(t.db.leader.exchange(t.ctx, t.pg, b))
	}
	if err := t.connect(); err != nil {
		return err
	}
	t.begun = true
	err := t.begin(b)
	if errors.Is(err, ErrAskAgain) {
		t.rollback() // by itself: where b has failed, statements can be prepared only behind it
		err = t.begin(b)
	}
	return err
}

// begin opens the transaction and runs its first batch.
func (t *transaction) begin(b *pgx.Batch) error {
	all := &pgx.Batch{}
	all.Queue(opening(t.ctx))
	queueUnhurried(t.ctx, all)
	t.setting.open(all, t.prelude)
	all.QueuedQueries = append(all.QueuedQueries, b.QueuedQueries...)
	return Translate(t.db.leader.exchange(t.ctx, t.pg, all))
}

// Asked reports whether the prelude, if there is one, has been sent, or need not be.
func (t *transaction) Asked() bool { return t.begun || t.prelude == nil || t.presumes }

// Defer leaves statements for the end: they are sent in the round trip of the commit, after everything else. If the
// database refuses one, nothing is committed. That an [Exec] has found no row is known only from the answer, when the
// commit is under way, so a statement whose row may be missing has to be sent earlier ([Tx.Send]).
func (t *transaction) Defer(queue func(*pgx.Batch)) { queue(t.tail) }

// Lead leaves statements to travel before the next ones that are sent, those of the commit at the latest. It is for
// locking a row before any other statement does.
func (t *transaction) Lead(queue func(*pgx.Batch)) {
	if t.lead == nil {
		t.lead = &pgx.Batch{}
	}
	queue(t.lead)
}

// AfterCommit leaves a function about a thing for after the commit, before the listeners of the news run. It is not
// called if the transaction fails, nor if more than one function was left about the same thing, because each knows
// only its own change.
func (t *transaction) AfterCommit(about uuid.UUID, do func()) {
	t.after = append(t.after, afterwards{about, do})
}

// Flush sends the statements left with [Tx.Defer], so that later statements of the transaction can read their effect.
// They are committed with everything else.
func (t *transaction) Flush() error {
	if len(t.tail.QueuedQueries) == 0 {
		return nil
	}
	b := t.tail
	t.tail = &pgx.Batch{}
	return t.Send(b)
}

// Publish notes that something has reached a revision, for the listeners of [DB.OnNews], who are called after the
// commit and not if the transaction fails. The revision is read then, so that a deferred statement may set it.
func (t *transaction) Publish(id uuid.UUID, revision *int64) {
	t.news = append(t.news, news{tenant: t.setting.tenant, id: id, revision: revision})
}

// Gorm is gorm in this transaction. Errors go through [Translate].
func (t *transaction) Gorm() (*gorm.DB, error) {
	if !t.begun {
		if err := t.Send(&pgx.Batch{}); err != nil {
			return nil, err
		}
	}
	session := t.db.gorm.Session(&gorm.Session{NewDB: true, Context: t.ctx})
	session.Statement.ConnPool = t.conn
	return session, nil
}

// Pgx is the transaction for the job queue, which inserts its rows in it.
func (t *transaction) Pgx() (pgx.Tx, error) {
	if !t.begun {
		if err := t.Send(&pgx.Batch{}); err != nil {
			return nil, err
		}
	}
	return borrowed{t.pg}, nil
}

func (t *transaction) commit() error {
	if !t.begun && t.lead == nil && len(t.tail.QueuedQueries) == 0 {
		return nil
	}
	if !t.Asked() { // the answer of the prelude decides whether there is anything to commit
		if err := t.Send(&pgx.Batch{}); err != nil {
			return err
		}
	}
	all := t.tail
	all.Queue("commit").Exec(func(tag pgconn.CommandTag) error {
		if tag.String() != "COMMIT" {
			return fmt.Errorf("tenantdb: the transaction had failed: %s", tag)
		}
		return nil
	})
	return t.Send(all)
}

// end gives the connection back, also when fn panicked; failed is the error that it
// ended with.
func (t *transaction) end(failed error) {
	if t.ended != nil {
		defer t.ended(failed)
	}
	if t.conn == nil {
		return
	}
	t.rollback()
	_ = t.conn.Close()
	t.line.leave(failed)
}

// rollback ends a transaction that is still open. A connection whose rollback fails is closed, because it must not
// return to the pool.
func (t *transaction) rollback() {
	if t.pg.IsClosed() || t.pg.PgConn().TxStatus() == 'I' {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(t.ctx), time.Second)
	defer cancel()
	if _, err := t.pg.Exec(ctx, "rollback"); err != nil {
		_ = t.pg.Close(ctx)
	}
}

package tenantdb

import (
	"context"
	"errors"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// ErrNoTenant is the answer of a door that was given no tenant.
var ErrNoTenant = errors.New("tenantdb: no tenant")

// A Door takes batches of statements and returns when all of them are answered.
// Loading functions take a Door, so that they serve [Reader] and [Tx] alike.
type Door interface {
	// Send runs the statements of the batch in order, in one round trip, and
	// calls their callbacks. The error is translated, see [Translate].
	Send(*pgx.Batch) error
	// Tenant returns the tenant whose rows are visible; uuid.Nil outside of tenants. Queries do not need it. A cache
	// that outlives a query must be keyed by it.
	Tenant() uuid.UUID
}

// Reader is the door for reading alone: rows of one tenant, each Send on its own. Make one with [Read].
type Reader struct {
	ctx     context.Context
	db      *DB
	setting setting
	prelude Prelude
}

// Read opens the reading door of a tenant. Nothing is sent until the first Send;
// the prelude travels with it, once.
func Read(ctx context.Context, db *DB, tenant uuid.UUID, prelude Prelude) (*Reader, error) {
	if tenant == uuid.Nil {
		return nil, ErrNoTenant
	}
	return &Reader{ctx: ctx, db: db, setting: setting{tenant: tenant}, prelude: prelude}, nil
}

// Self opens the reading door of one person. It shows, in all tenants, their own grants, the invitations to their
// confirmed address and the registers that contain them, and nothing else of any tenant. With an empty email key no
// invitation is visible.
func Self(ctx context.Context, db *DB, account uuid.UUID, emailKey string) (*Reader, error) {
	if account == uuid.Nil {
		return nil, ErrNoTenant
	}
	return &Reader{ctx: ctx, db: db, setting: setting{account: account, emailKey: emailKey}}, nil
}

// Context is the context the door was opened with.
func (r *Reader) Context() context.Context { return r.ctx }

// Tenant returns the tenant whose rows are visible.
func (r *Reader) Tenant() uuid.UUID { return r.setting.tenant }

// Asked reports whether the prelude has been sent.
func (r *Reader) Asked() bool { return r.prelude == nil }

// Send runs the batch as one implicit transaction, which sees the rows of one
// moment.
func (r *Reader) Send(b *pgx.Batch) error {
	prelude := r.prelude
	r.prelude = nil
	err := r.send(b, prelude)
	if errors.Is(err, ErrAskAgain) {
		err = r.send(b, prelude)
	}
	return err
}

func (r *Reader) send(b *pgx.Batch, prelude Prelude) error {
	all := &pgx.Batch{}
	queueUnhurried(r.ctx, all)
	r.setting.open(all, prelude)
	all.QueuedQueries = append(all.QueuedQueries, b.QueuedQueries...)
	return Translate(r.db.send(r.ctx, all))
}

// send runs a batch on a connection of the pool.
func (db *DB) send(ctx context.Context, b *pgx.Batch) (err error) {
	ctx, ended := db.begin(ctx, Reading)
	defer func() { ended(err) }()
	_, got := db.begin(ctx, Waiting)
	bounded, end, line, err := db.queue(ctx)
	if err != nil {
		got(err)
		return err
	}
	defer func() { line.leave(err) }()
	conn, err := db.pool.Acquire(bounded)
	end()
	got(err)
	if err != nil {
		return unconnected(ctx, err)
	}
	defer conn.Release()
	return db.leader.exchange(ctx, conn.Conn(), b)
}

// setting selects the rows that the database shows through a door: the rows of a tenant or of a person.
type setting struct {
	tenant, account uuid.UUID
	emailKey        string
}

// queue sets it for the transaction, which a pipeline without BEGIN is too. The
// parameters go as text in one statement whatever is set.
func (s setting) queue(b *pgx.Batch) {
	switch {
	case s.tenant != uuid.Nil:
		b.Queue(`select set_config('app.tenant_id', $1, true)`, s.tenant.String())
	case s.account != uuid.Nil:
		b.Queue(`select set_config('app.account_id', $1, true), set_config('app.account_email', $2, true)`, s.account.String(), s.emailKey)
	}
}

package authzdb

import (
	"context"
	"time"

	"github.com/jackc/pgx/v5/pgconn"

	"referto/internal/tenant/tenantdb"
)

// The times for which ended things are kept.
const (
	// KeepEnded is for how long sessions, with their refresh tokens, and links of letters are kept.
	KeepEnded = 90 * 24 * time.Hour
	// KeepInvitations is for how long the address of an invitation is kept that was withdrawn,
	// accepted or has expired.
	KeepInvitations = 90 * 24 * time.Hour
	// KeepAccesses is for how long it is kept that an operator has looked into a tenant.
	KeepAccesses = 2 * 365 * 24 * time.Hour
)

// ForgetSessions deletes sessions, refresh tokens and links that ended before a moment, and
// returns how many rows there were. It may run in several replicas at once.
func ForgetSessions(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		gone = 0
		b := &tenantdb.Batch{}
		for _, statement := range []string{
			`delete from platform.mail_tokens where least(expires_at, used_at) < $1`,
			`delete from platform.refresh_tokens t using platform.sessions s where s.id = t.session_id and least(s.expires_at, s.revoked_at) < $1`,
			`delete from platform.sessions where least(expires_at, revoked_at) < $1`,
		} {
			b.Queue(statement, before).Exec(counted(&gone))
		}
		return tx.Send(b)
	})
	return gone, err
}

// ForgetInvitations empties the addresses of invitations that ended before a moment, in every
// tenant, and returns how many there were.
func ForgetInvitations(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	err = tenantdb.Everywhere(ctx, db, func(tx tenantdb.Tx) error {
		tx.Defer(func(b *tenantdb.Batch) {
			b.Queue(`update league.invitations set email = '', email_key = '' where email_key <> '' and least(expires_at, accepted_at, withdrawn_at) < $1`, before).
				Exec(counted(&gone))
		})
		return nil
	})
	return gone, err
}

// ForgetAccesses deletes the accesses of operators to tenants and their other acts before a moment, and returns the
// number of deleted rows.
func ForgetAccesses(ctx context.Context, db *tenantdb.DB, before time.Time) (gone int64, err error) {
	err = tenantdb.Global(ctx, db, nil, func(tx tenantdb.GlobalTx) error {
		gone = 0
		b := &tenantdb.Batch{}
		b.Queue(`delete from platform.operator_accesses where at < $1`, before).Exec(counted(&gone))
		b.Queue(`delete from platform.operator_acts where at < $1`, before).Exec(counted(&gone))
		return tx.Send(b)
	})
	return gone, err
}

func counted(n *int64) func(pgconn.CommandTag) error {
	return func(tag pgconn.CommandTag) error {
		*n += tag.RowsAffected()
		return nil
	}
}

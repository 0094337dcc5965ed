package tenantdb

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// Visit runs fn in the same transaction as another tenant, for an act that concerns two tenants: both halves are
// committed together or not at all. Statements that fn leaves with Defer are sent before Visit returns; its news
// ([Tx.Publish]) and functions for after the commit ([Tx.AfterCommit]) wait for the commit. Callers have made sure
// that the other tenant permits the visit; see package registrydb.
func (t Tx) Visit(tenant uuid.UUID, fn func(Tx) error) error {
	if tenant == uuid.Nil {
		return ErrNoTenant
	}
	there := setting{tenant: tenant}
	if err := t.switchSetting(there); err != nil {
		return err
	}
	guest := &transaction{ctx: t.ctx, db: t.db, conn: t.conn, pg: t.pg, setting: there, begun: true, tail: &pgx.Batch{}}
	if err := fn(Tx{guest}); err != nil {
		return err // nothing is committed
	}
	if err := guest.Flush(); err != nil {
		return err
	}
	t.news, t.after = append(t.news, guest.news...), append(t.after, guest.after...)
	return t.switchSetting(t.setting)
}

// switchSetting begins the transaction if it has not begun, and sets the tenant for the following statements.
func (t Tx) switchSetting(s setting) error {
	if !t.begun {
		if err := t.Send(&pgx.Batch{}); err != nil {
			return err
		}
	}
	b := &pgx.Batch{}
	s.switchTo(b)
	return t.Send(b)
}

// Visit returns the reading door of another tenant, for a view that concerns two tenants; see [Tx.Visit].
func (r *Reader) Visit(tenant uuid.UUID) (*Reader, error) { return Read(r.ctx, r.db, tenant, nil) }

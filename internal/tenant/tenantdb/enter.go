package tenantdb

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// As continues the same transaction as a tenant. It is for acts that begin outside of tenants and end inside one,
// such as founding a tenant or accepting a role, so that both halves are committed together or not at all.
func (g GlobalTx) As(tenant uuid.UUID) (Tx, error) {
	if tenant == uuid.Nil {
		return Tx{}, ErrNoTenant
	}
	b := &pgx.Batch{}
	setting{tenant: tenant}.switchTo(b)
	if err := g.Send(b); err != nil {
		return Tx{}, err
	}
	g.setting = setting{tenant: tenant}
	return Tx(g), nil
}

// Self returns a door to the rows of one person in all tenants, within the same transaction; see the function [Self].
// It must not be used after [GlobalTx.As].
func (g GlobalTx) Self(account uuid.UUID, emailKey string) (Door, error) {
	if account == uuid.Nil {
		return nil, ErrNoTenant
	}
	return look{g.transaction, setting{account: account, emailKey: emailKey}}, nil
}

// Look returns a door to the rows of one tenant, within the same transaction, to read for one person in several
// tenants one after the other. The caller makes sure that the person may read these rows. It must not be used after
// [GlobalTx.As].
func (g GlobalTx) Look(tenant uuid.UUID) (Door, error) {
	if tenant == uuid.Nil {
		return nil, ErrNoTenant
	}
	return look{g.transaction, setting{tenant: tenant}}, nil
}

// look is the door of a person or a tenant inside a transaction. Each batch sets the tenant or person first, so that
// doors may take turns.
type look struct {
	*transaction
	setting setting
}

// Tenant returns the tenant whose rows are visible; uuid.Nil for a person, who sees rows of all tenants.
func (l look) Tenant() uuid.UUID { return l.setting.tenant }

// Send sets the tenant or person and runs the batch.
func (l look) Send(b *pgx.Batch) error {
	all := &pgx.Batch{}
	l.setting.switchTo(all)
	all.QueuedQueries = append(all.QueuedQueries, b.QueuedQueries...)
	return l.transaction.Send(all)
}

// switchTo queues the statement that replaces the setting of a transaction: variables that this setting does not name
// become empty.
func (s setting) switchTo(b *pgx.Batch) {
	text := func(id uuid.UUID) string {
		if id == uuid.Nil {
			return ""
		}
		return id.String()
	}
	b.Queue(`select set_config('app.tenant_id', $1, true), set_config('app.account_id', $2, true), set_config('app.account_email', $3, true)`,
		text(s.tenant), text(s.account), s.emailKey)
}

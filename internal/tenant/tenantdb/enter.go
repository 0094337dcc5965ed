package tenantdb

import (
	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
)

// As is the same transaction from here on as a tenant: for what begins outside of
// tenants and ends inside one, such as founding it or accepting a role, so that
// both halves are committed together or not at all.
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

// Self is the same transaction looking at what one person has in all tenants; see
// the function [Self]. It must not be used after [GlobalTx.As].
func (g GlobalTx) Self(account uuid.UUID, emailKey string) (Door, error) {
	if account == uuid.Nil {
		return nil, ErrNoTenant
	}
	return look{g.transaction, setting{account: account, emailKey: emailKey}}, nil
}

// Look is the same transaction looking at the rows of one tenant, and of no other: for
// what a person reads in several, one after the other. What is read has to be their
// business there. It must not be used after [GlobalTx.As].
func (g GlobalTx) Look(tenant uuid.UUID) (Door, error) {
	if tenant == uuid.Nil {
		return nil, ErrNoTenant
	}
	return look{g.transaction, setting{tenant: tenant}}, nil
}

// look is the door of a person or a tenant inside a transaction. Each batch says whose
// rows there are, so that doors may take turns.
type look struct {
	*transaction
	setting setting
}

// Tenant is the tenant whose rows are seen; none for a person, who sees those of all.
func (l look) Tenant() uuid.UUID { return l.setting.tenant }

// Send sets whose rows there are and runs the batch.
func (l look) Send(b *pgx.Batch) error {
	all := &pgx.Batch{}
	l.setting.switchTo(all)
	all.QueuedQueries = append(all.QueuedQueries, b.QueuedQueries...)
	return l.transaction.Send(all)
}

// switchTo sets it in a transaction in which another may have been set: what it
// does not name is emptied.
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

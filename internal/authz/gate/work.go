package gate

import (
	"context"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// Work does the asynchronous part of an operation: in a transaction of the tenant, if the account still has the
// permission when it is done. Log and audit are written with the commit, as those of a request. Like tenantdb.In it
// may run fn again.
func (g *Gate) Work(ctx context.Context, in uuid.UUID, by authz.Principal, operation string, fn func(*Call) error) error {
	call := &Call{
		Operation: g.Operations[operation], Principal: by, Tenant: tenant.Tenant{ID: in}, Now: g.Now().UTC().Truncate(time.Microsecond),
		table: g.Table, target: authz.Target{Tenant: in},
	}
	p := passage{gate: g, call: call}
	err := tenantdb.In(ctx, g.DB, in, p.ask(), func(tx tenantdb.Tx) error {
		call.tx = &tx
		call.facts, call.audit, call.after = nil, record{}, nil
		if err := fn(call); err != nil {
			return err
		}
		if !tx.Asked() {
			if err := tx.Send(&tenantdb.Batch{}); err != nil {
				return err
			}
		}
		tx.Defer(call.queueRecords)
		return nil
	})
	if err != nil {
		return err
	}
	for _, after := range call.after {
		after()
	}
	return nil
}

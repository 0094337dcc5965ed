package tenantapi

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/oneline"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/openapi"
)

// GetTenantDeletion answers whether the tenant is to be deleted, and how much would go.
func (a *API) GetTenantDeletion(ctx context.Context, _ openapi.GetTenantDeletionRequestObject) (openapi.GetTenantDeletionResponseObject, error) {
	call := gate.From(ctx)
	d, err := registrydb.Deletion(call.Door(), call.Now)
	if err != nil {
		return nil, err
	}
	answer, err := deletionOf(call, d)
	return openapi.GetTenantDeletion200JSONResponse(answer), err
}

// AskTenantDeletion asks for the deletion of the tenant. The caller confirms it with their password.
func (a *API) AskTenantDeletion(ctx context.Context, r openapi.AskTenantDeletionRequestObject) (openapi.AskTenantDeletionResponseObject, error) {
	call := gate.From(ctx)
	reason, err := oneline.Line(r.Body.Reason)
	if err == nil {
		err = a.sure(ctx, call, r.Body.Slug, r.Body.Password)
	}
	if err != nil {
		return nil, err
	}
	tx := call.Tx()
	of, err := registrydb.LockedTenant(tx) // if two managers ask at once, the second finds the request of the first
	if err != nil {
		return nil, err
	}
	d, err := registrydb.Deletion(tx, call.Now)
	switch {
	case err != nil:
		return nil, err
	case d != nil && !d.Lapsed(call.Now):
		return nil, tenant.ErrDeletionOpen
	}
	counts, err := registrydb.CountDeletion(tx)
	if err != nil {
		return nil, err
	}
	asked := tenant.Deletion{ID: newID(), Reason: reason, Counts: counts, AskedBy: call.Account(), AskedAt: call.Now}
	if err := registrydb.AskDeletion(tx, of, asked); err != nil {
		return nil, err
	}
	call.Audit("tenant:"+of.ID.String(), reason, nil, map[string]any{"deletion": "asked", "counts": counts})
	if err := a.notify(call, asked.ID, letters.DeletionAsked, time.Time{}); err != nil {
		return nil, err
	}
	answer, err := deletionNow(call)
	return openapi.AskTenantDeletion201JSONResponse(answer), err
}

// closedAnew is the time after which the pages of a tenant that was closed are shown anew once more: until then
// another server may have made some again that remembers the tenant as open.
const closedAnew = 90 * time.Second

// ConfirmTenantDeletion closes the tenant.
func (a *API) ConfirmTenantDeletion(ctx context.Context, r openapi.ConfirmTenantDeletionRequestObject) (openapi.ConfirmTenantDeletionResponseObject, error) {
	call := gate.From(ctx)
	if err := a.sure(ctx, call, r.Body.Slug, r.Body.Password); err != nil {
		return nil, err
	}
	tx := call.Tx()
	d, err := lockedDeletion(call)
	if err == nil {
		err = d.Confirm(call.Account(), call.Now)
	}
	if err == nil {
		err = registrydb.CloseTenant(tx, *d, call.Account())
	}
	if err == nil {
		err = registrydb.RaiseAll(tx)
	}
	if err != nil {
		return nil, err
	}
	call.Audit("tenant:"+call.Tenant.ID.String(), d.Reason, map[string]any{"deletion": "asked"}, map[string]any{"deletion": "closed", "dueAt": d.DueAt})
	due := *d.DueAt
	for _, step := range []letters.DeletionStep{letters.DeletionClosed, letters.DeletionInAWeek, letters.DeletionTomorrow} {
		if err := a.notify(call, d.ID, step, step.At(due)); err != nil {
			return nil, err
		}
	}
	if err := errors.Join(
		a.Outbox.InsertAt(tx, ShowClosed{Closed: call.Tenant.ID, Deletion: d.ID}, call.Now.Add(closedAnew)),
		a.Outbox.InsertAt(tx, DeleteTenant{Deletion: d.ID}, due),
	); err != nil {
		return nil, err
	}
	call.AfterCommit(func() { a.Tenants.Forget(call.Tenant) })
	answer, err := deletionOf(call, d)
	return openapi.ConfirmTenantDeletion200JSONResponse(answer), err
}

// WithdrawTenantDeletion withdraws a deletion: a closed tenant opens again, an unconfirmed request is dropped.
func (a *API) WithdrawTenantDeletion(ctx context.Context, _ openapi.WithdrawTenantDeletionRequestObject) (openapi.WithdrawTenantDeletionResponseObject, error) {
	call := gate.From(ctx)
	d, err := lockedDeletion(call)
	if err == nil {
		err = d.Withdraw(call.Now)
	}
	if err == nil {
		err = registrydb.WithdrawDeletion(call.Tx(), d.ID, call.Account(), call.Now)
	}
	if err != nil {
		return nil, err
	}
	call.Audit("tenant:"+call.Tenant.ID.String(), "", map[string]any{"deletion": stateOf(d)}, map[string]any{"deletion": openapi.TenantDeletionStateNone})
	if err := a.notify(call, d.ID, letters.DeletionWithdrawn, time.Time{}); err != nil {
		return nil, err
	}
	answer, err := deletionNow(call)
	return openapi.WithdrawTenantDeletion200JSONResponse(answer), err
}

// sure checks that the caller has typed the short name of the tenant and their password. No connection is held
// meanwhile.
func (a *API) sure(ctx context.Context, call *gate.Call, slug, password string) error {
	if err := call.IdentifyApart(); err != nil {
		return err
	}
	if slug != call.Tenant.Slug {
		return tenant.ErrOtherName
	}
	return a.Confirm(ctx, call, password)
}

// notify inserts the letter of a step, to all managers, to be sent at a time; the zero time is now.
func (a *API) notify(call *gate.Call, deletion uuid.UUID, step letters.DeletionStep, at time.Time) error {
	return a.Outbox.InsertAt(call.Tx(), letters.TenantDeletion{Of: call.Tenant.ID, Deletion: deletion, Step: step, By: call.Account()}, at)
}

// lockedDeletion is the deletion that is under way; [tenant.ErrNoDeletion] without one.
func lockedDeletion(call *gate.Call) (*tenant.Deletion, error) {
	d, err := registrydb.LockedDeletion(call.Tx(), call.Now)
	if err == nil && d == nil {
		err = tenant.ErrNoDeletion
	}
	return d, err
}

// deletionNow is the answer to an act, as it stands then.
func deletionNow(call *gate.Call) (openapi.TenantDeletion, error) {
	d, err := registrydb.Deletion(call.Door(), call.Now)
	if err != nil {
		return openapi.TenantDeletion{}, err
	}
	return deletionOf(call, d)
}

func stateOf(d *tenant.Deletion) openapi.TenantDeletionState {
	if d.Closed() {
		return openapi.TenantDeletionStateClosed
	}
	return openapi.TenantDeletionStateAsked
}

func deletionOf(call *gate.Call, d *tenant.Deletion) (out openapi.TenantDeletion, err error) {
	counts, err := registrydb.CountDeletion(call.Door())
	out = openapi.TenantDeletion{State: openapi.TenantDeletionStateNone, Counts: toCounts(counts)}
	if err != nil || d == nil || d.Lapsed(call.Now) {
		return out, err
	}
	out.State, out.Reason, out.AskedBy, out.AskedByName, out.AskedAt = stateOf(d), d.Reason, d.AskedBy, d.Asker, d.AskedAt
	if d.Closed() {
		out.ClosedAt, out.DueAt = *d.ClosedAt, *d.DueAt
		return out, nil
	}
	out.LapsesAt = d.AskedAt.Add(tenant.AskedFor)
	if from, may := d.ConfirmableFrom(call.Account()); may {
		out.ConfirmableFrom = from
	}
	return out, nil
}

func toCounts(n tenant.DeletionCounts) openapi.DeletionCounts {
	return openapi.DeletionCounts{Events: n.Events, Seasons: n.Seasons, Rankings: n.Rankings, Players: n.Players, Photos: n.Photos, Accounts: n.Accounts}
}

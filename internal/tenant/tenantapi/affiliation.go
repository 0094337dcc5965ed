package tenantapi

import (
	"context"
	"errors"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/logfact"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/internal/tenant/tenantlog"
	"referto/openapi"
)

// ListAffiliations answers with those the tenant is a side of, the newest first.
func (a *API) ListAffiliations(ctx context.Context, _ openapi.ListAffiliationsRequestObject) (openapi.ListAffiliationsResponseObject, error) {
	call := gate.From(ctx)
	affiliations, err := registrydb.Affiliations(call.Door(), call.Tenant.ID)
	if err != nil {
		return nil, err
	}
	return openapi.ListAffiliations200JSONResponse{Items: openapi.Each(affiliations, toAffiliation)}, nil
}

// RequestAffiliation asks a federation to take the club in.
func (a *API) RequestAffiliation(ctx context.Context, r openapi.RequestAffiliationRequestObject) (openapi.RequestAffiliationResponseObject, error) {
	call := gate.From(ctx)
	federation, err := registrydb.Lookup(call.Tx(), r.Body.Federation)
	switch {
	case errors.Is(err, tenant.ErrNotFound), err == nil && federation.Kind != tenant.Federation:
		return nil, ErrNotFederation
	case err != nil:
		return nil, err
	case call.Tenant.Kind != tenant.Club:
		return nil, ErrNotClub
	}
	request := tenant.Affiliation{
		ID: newID(), State: tenant.AffiliationRequested, RequestedAt: call.Now,
		Federation: refOf(federation), Club: refOf(call.Tenant),
	}
	if err := registrydb.AddAffiliation(call.Tx(), request, call.Account()); err != nil {
		return nil, err
	}
	record(call, nil, request)
	letter := letters.AffiliationRequested{Club: call.Tenant.ID, Affiliation: request.ID, By: call.Account()}
	return openapi.RequestAffiliation201JSONResponse(toAffiliation(request)), a.Outbox.Insert(call.Tx(), letter)
}

// DecideAffiliation takes a step on an affiliation, for the side that the tenant is.
func (a *API) DecideAffiliation(ctx context.Context, r openapi.DecideAffiliationRequestObject) (openapi.DecideAffiliationResponseObject, error) {
	call := gate.From(ctx)
	before, err := registrydb.LockedAffiliation(call.Tx(), call.Tenant.ID, r.Affiliation)
	if err != nil {
		return nil, err
	}
	after, err := before.Decide(call.Tenant.ID, tenant.AffiliationStep(r.Body.Decision), r.Body.Reason, call.Now)
	if err != nil {
		return nil, err
	}
	if err := registrydb.DecideAffiliation(call.Tx(), after, call.Account()); err != nil {
		return nil, err
	}
	if before.State == tenant.AffiliationAccepted {
		if err := endHosting(call, after); err != nil {
			return nil, err
		}
	}
	record(call, &before, after)
	if after.State != tenant.AffiliationEnded {
		err = a.Outbox.Insert(call.Tx(), letters.AffiliationDecided{Federation: call.Tenant.ID, Affiliation: after.ID})
		if err != nil {
			return nil, err
		}
	}
	return openapi.DecideAffiliation200JSONResponse(toAffiliation(after)), nil
}

// endHosting revokes the roles of the club's people in events of the federation that have not started, in the
// transaction in which the affiliation ends.
func endHosting(call *gate.Call, a tenant.Affiliation) error {
	end := func(tx tenantdb.Tx, log func(event uuid.UUID, fact logfact.Fact)) error {
		roles, err := registrydb.EndHosting(tx, a.Club.ID, call.Account(), call.Now)
		if err == nil && roles > 0 {
			log(uuid.Nil, tenantlog.HostingEnded{Club: a.Club.ID, Roles: roles})
		}
		return err
	}
	if call.Tenant.ID == a.Federation.ID {
		return end(call.Tx(), call.Log)
	}
	return call.Visit(
		func(part func(tenantdb.Tx) error) error { return call.Tx().Visit(a.Federation.ID, part) },
		func(tx tenantdb.Tx, there *gate.Records) error {
			there.Audit("affiliation:"+a.ID.String(), a.Reason, map[string]any{"state": tenant.AffiliationAccepted}, map[string]any{"state": a.State})
			return end(tx, there.Log)
		})
}

// record leaves fact and audit of a step in the acting tenant.
func record(call *gate.Call, before *tenant.Affiliation, after tenant.Affiliation) {
	call.Log(uuid.Nil, tenantlog.AffiliationTurned(after.State, tenantlog.Affiliation{Affiliation: after.ID, Federation: after.Federation.ID, Club: after.Club.ID}))
	var was any
	if before != nil {
		was = map[string]any{"state": before.State}
	}
	call.Audit("affiliation:"+after.ID.String(), after.Reason, was, map[string]any{"state": after.State})
}

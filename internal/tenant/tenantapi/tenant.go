package tenantapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/gate"
	"referto/internal/oneline"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantlog"
	"referto/openapi"
)

// pageLength is the length of a page if the request names no limit, as in the contract.
const pageLength = 50

// tenantPosition marks the end of a page of tenants.
type tenantPosition struct {
	Slug string `json:"s"`
}

// ListTenants answers with the federations and clubs by slug.
func (a *API) ListTenants(ctx context.Context, r openapi.ListTenantsRequestObject) (openapi.ListTenantsResponseObject, error) {
	call := gate.From(ctx)
	limit := pageLimit(r.Params.Limit)
	list := "tenants " + string(r.Params.Kind)
	var after tenantPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	tenants, err := registrydb.Tenants(call.Global(), tenant.Kind(r.Params.Kind), after.Slug, limit+1)
	if err != nil {
		return nil, err
	}
	next := ""
	if len(tenants) > limit {
		tenants = tenants[:limit]
		next = a.Cursors.Encode(list, tenantPosition{tenants[limit-1].Slug})
	}
	return openapi.ListTenants200JSONResponse{Items: openapi.Each(tenants, View), NextCursor: call.Next(next)}, nil
}

// CreateTenant founds a tenant and makes the founder its championship manager, both
// or neither.
func (a *API) CreateTenant(ctx context.Context, r openapi.CreateTenantRequestObject) (openapi.CreateTenantResponseObject, error) {
	call := gate.From(ctx)
	founded, err := fromNewTenant(r.Body)
	if err != nil {
		return nil, err
	}
	if err := a.Spend(call); err != nil {
		return nil, err
	}
	founded.ID, founded.CreatedAt, founded.Version = newID(), call.Now, 1
	if err := registrydb.AddTenant(call.Global(), founded); err != nil {
		return nil, err
	}
	tx, err := call.Enter(founded)
	if err != nil {
		return nil, err
	}
	founder := call.Account()
	manager := authzdb.Grant{
		ID: newID(), AccountID: founder, Role: authz.RoleChampionshipManager, Scope: authz.ScopeTenant,
		ValidFrom: call.Now, GrantedBy: &founder, CreatedAt: call.Now,
	}
	if err := authzdb.AddGrant(tx, manager); err != nil {
		return nil, err
	}
	call.Log(uuid.Nil, tenantlog.TenantFounded{TenantKind: founded.Kind, Account: founder, Grant: manager.ID})
	call.Audit("tenant:"+founded.ID.String(), "", nil, toRecord(founded))
	call.ETag(gate.Version(founded.Version))
	call.Header("Location", "/v1/tenants/"+founded.Slug)
	return openapi.CreateTenant201JSONResponse(View(founded)), nil
}

// GetTenant answers with the current state of a tenant, because the finder's cache may be a minute old.
func (a *API) GetTenant(ctx context.Context, _ openapi.GetTenantRequestObject) (openapi.GetTenantResponseObject, error) {
	call := gate.From(ctx)
	found, err := registrydb.Tenant(call.Door(), call.Tenant.ID)
	if err != nil {
		return nil, err
	}
	call.ETag(gate.Version(found.Version))
	return openapi.GetTenant200JSONResponse(View(found)), nil
}

// UpdateTenant changes name or languages.
func (a *API) UpdateTenant(ctx context.Context, r openapi.UpdateTenantRequestObject) (openapi.UpdateTenantResponseObject, error) {
	call := gate.From(ctx)
	before, err := registrydb.LockedTenant(call.Tx())
	if err != nil {
		return nil, err
	}
	err = gate.CheckMatch(r.Params.IfMatch, gate.Version(before.Version), func() map[string]any { return toRecord(before) })
	if err != nil {
		return nil, err
	}
	after := before
	if r.Body.Name != "" {
		if after.Name, err = oneline.Clean(r.Body.Name); err != nil {
			return nil, err
		}
	}
	if r.Body.Languages != nil {
		after.Languages = openapi.Each(r.Body.Languages, func(l openapi.Language) string { return string(l) })
	}
	if err := registrydb.ChangeTenant(call.Tx(), after.Name, after.Languages); err != nil {
		return nil, err
	}
	after.Version++
	call.Log(uuid.Nil, tenantlog.TenantChanged{})
	call.Audit("tenant:"+after.ID.String(), "", toRecord(before), toRecord(after))
	call.AfterCommit(func() { a.Tenants.Changed(after) })
	call.ETag(gate.Version(after.Version))
	return openapi.UpdateTenant200JSONResponse(View(after)), nil
}

// newID is a new row's id: by time, so that rows lie in the order they were made.
func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

// Package platformapi implements the API operations for the operators of the platform: they list the tenants of the
// installation, the failed jobs and the refusals, and get access to a tenant for some hours, with a reason that the
// tenant can read.
package platformapi

import (
	"context"
	"errors"
	"strconv"
	"time"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/authzdb"
	"referto/internal/authz/authzlog"
	"referto/internal/authz/gate"
	"referto/internal/authz/letters"
	"referto/internal/cursor"
	"referto/internal/oneline"
	"referto/internal/outbox"
	"referto/internal/refusals/refusalsdb"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// Config is the surroundings of the operations.
type Config struct {
	Cursors cursor.Codec
	Outbox  *outbox.Outbox
	// Confirm asks the signed-in person for their password once more.
	Confirm func(ctx context.Context, call *gate.Call, typed string) error
}

// API is the handlers.
type API struct{ Config }

// New makes the handlers.
func New(c Config) *API { return &API{c} }

// The limits of the lists that are shown.
const (
	tenantsAtOnce = 20
	shownJobs     = 100
	shownAccesses = 100
	shownActs     = 100
	refusedSince  = 24 * time.Hour
)

// GetPlatformState answers with the waiting jobs, the failed jobs and the recent refusals.
func (a *API) GetPlatformState(ctx context.Context, _ openapi.GetPlatformStateRequestObject) (openapi.GetPlatformStateResponseObject, error) {
	call := gate.From(ctx)
	backlog, err := outbox.BacklogBy(call.Global())
	if err != nil {
		return nil, err
	}
	failed, err := outbox.FailedJobs(call.Global(), shownJobs)
	if err != nil {
		return nil, err
	}
	refused, err := refusalsdb.Summary(call.Global(), call.Now.Add(-refusedSince))
	if err != nil {
		return nil, err
	}
	out := openapi.PlatformState{
		Backlogs: openapi.Each(backlog, func(b outbox.Backlog) openapi.JobBacklog {
			return openapi.JobBacklog{Kind: b.Kind, Due: b.Due, OldestSeconds: int(b.Oldest.Seconds()), Dead: b.Dead}
		}),
		Jobs: openapi.Each(failed, func(j outbox.FailedJob) openapi.FailedJob {
			state := openapi.FailedJobStateWaits
			if j.Dead {
				state = openapi.FailedJobStateDead
			}
			return openapi.FailedJob{Id: strconv.FormatInt(j.ID, 10), Kind: j.Kind, State: state, Tries: j.Tries, At: j.At.UTC(), Error: j.Error, Tenant: j.Tenant.UUID}
		}),
		Refusals: openapi.Each(refused, func(r refusalsdb.Counted) openapi.RefusalCount {
			return openapi.RefusalCount{Status: openapi.RefusalCountStatus(r.Status), Reason: r.Reason, Times: r.Times, Addresses: r.Addresses}
		}),
	}
	return openapi.GetPlatformState200JSONResponse(out), nil
}

// position is the last tenant of a page.
type position struct {
	Slug string `json:"s"`
}

// ListPlatformTenants answers all tenants, closed ones too. Each is looked at through its own door.
func (a *API) ListPlatformTenants(ctx context.Context, r openapi.ListPlatformTenantsRequestObject) (openapi.ListPlatformTenantsResponseObject, error) {
	call := gate.From(ctx)
	limit := min(r.Params.Limit, tenantsAtOnce)
	if limit == 0 {
		limit = tenantsAtOnce
	}
	const list = "tenants of the platform"
	var after position
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	found, err := registrydb.AllTenants(call.Global(), after.Slug, limit+1)
	if err != nil {
		return nil, err
	}
	next := ""
	if len(found) > limit {
		found = found[:limit]
		next = a.Cursors.Encode(list, position{found[limit-1].Slug})
	}
	out := openapi.ListPlatformTenants200JSONResponse{Items: []openapi.PlatformTenant{}, NextCursor: call.Next(next)}
	for _, t := range found {
		one, err := extent(call, t)
		if err != nil {
			return nil, err
		}
		out.Items = append(out.Items, one)
	}
	return out, nil
}

// extent is a tenant with how much it has.
func extent(call *gate.Call, t tenant.Tenant) (out openapi.PlatformTenant, err error) {
	door, err := call.Global().As(t.ID)
	if err != nil {
		return out, err
	}
	n, err := registrydb.CountDeletion(door)
	if err != nil {
		return out, err
	}
	last, err := authzdb.LastAct(door)
	out = openapi.PlatformTenant{
		Tenant: openapi.Tenant{Id: t.ID, Slug: t.Slug, Name: t.Name, Kind: openapi.TenantKind(t.Kind), CreatedAt: t.CreatedAt, Languages: openapi.Each(t.Languages, func(l string) openapi.Language { return openapi.Language(l) })},
		Counts: openapi.DeletionCounts{Events: n.Events, Seasons: n.Seasons, Rankings: n.Rankings, Players: n.Players, Photos: n.Photos, Accounts: n.Accounts},
	}
	if last != nil {
		out.LastActAt = *last
	}
	if t.DeleteAt != nil {
		out.DeleteAt = *t.DeleteAt
	}
	return out, err
}

// RetryJob schedules a failed job for another try and records the operator who asked for it.
func (a *API) RetryJob(ctx context.Context, r openapi.RetryJobRequestObject) (openapi.RetryJobResponseObject, error) {
	id, err := strconv.ParseInt(r.Job, 10, 64)
	if err != nil { // the contract allows numbers only
		return nil, err
	}
	call := gate.From(ctx)
	kind, err := a.Outbox.Again(call.Global(), id)
	if err != nil {
		return nil, err
	}
	by := call.Account()
	return openapi.RetryJob204Response{}, authzdb.AddOperatorAct(call.Global(), authzdb.OperatorAct{At: call.Now, Account: &by, Act: authzdb.JobRetried, Subject: kind + " " + r.Job})
}

// ListPlatformActs answers with the acts of operators outside of tenants, and with the people who became operators or
// ceased to be.
func (a *API) ListPlatformActs(ctx context.Context, _ openapi.ListPlatformActsRequestObject) (openapi.ListPlatformActsResponseObject, error) {
	found, err := authzdb.OperatorActs(gate.From(ctx).Global(), shownActs)
	return openapi.ListPlatformActs200JSONResponse{Items: openapi.Each(found, func(a authzdb.OperatorAct) openapi.PlatformAct {
		return openapi.PlatformAct{Id: a.ID, At: a.At, By: a.Name, Act: openapi.PlatformActAct(a.Act), Whom: a.WhomName, Subject: a.Subject}
	})}, err
}

// ListPlatformAccesses answers with the accesses of operators to tenants.
func (a *API) ListPlatformAccesses(ctx context.Context, _ openapi.ListPlatformAccessesRequestObject) (openapi.ListPlatformAccessesResponseObject, error) {
	found, err := authzdb.Accesses(gate.From(ctx).Global(), shownAccesses)
	return openapi.ListPlatformAccesses200JSONResponse{Items: openapi.Each(found, toAccess)}, err
}

func toAccess(a authzdb.Access) openapi.PlatformAccess {
	out := openapi.PlatformAccess{Id: a.ID, By: a.Name, Tenant: a.Tenant, TenantSlug: a.Slug, Reason: a.Reason, At: a.At, Until: a.Until, EndedBy: a.EndedBy}
	if a.EndedAt != nil {
		out.EndedAt = *a.EndedAt
	}
	return out
}

// AccessTenant makes an operator an auditor of a tenant for some hours. The tenant has it in its audit and its log, among
// its roles, and its managers get a letter.
func (a *API) AccessTenant(ctx context.Context, r openapi.AccessTenantRequestObject) (openapi.AccessTenantResponseObject, error) {
	call := gate.From(ctx)
	reason, err := oneline.Line(r.Body.Reason)
	if err == nil {
		err = a.Confirm(ctx, call, r.Body.Password)
	}
	if err != nil {
		return nil, err
	}
	of, err := registrydb.Lookup(call.Global(), r.Body.Tenant)
	if errors.Is(err, tenant.ErrNotFound) {
		return nil, gate.ErrNoSuchTenant
	}
	if err != nil {
		return nil, err
	}
	given := newID()
	access := authzdb.Access{ID: newID(), Role: &given, Account: call.Account(), Name: call.Name(), Tenant: of.ID, Slug: of.Slug, Reason: reason, At: call.Now, Until: call.Now.Add(time.Duration(r.Body.Hours) * time.Hour)}
	if err := authzdb.AddAccess(call.Global(), access); err != nil {
		return nil, err
	}
	tx, err := call.Enter(of)
	if err != nil {
		return nil, err
	}
	by := call.Account()
	role := authzdb.Grant{ID: given, AccountID: by, Role: authz.RoleAuditor, Scope: authz.ScopeTenant, ValidFrom: call.Now, ValidUntil: &access.Until, GrantedBy: &by, CreatedAt: call.Now}
	if err := authzdb.AddGrant(tx, role); err != nil {
		return nil, err
	}
	call.Log(uuid.Nil, authzlog.MemberGranted{Membership: authzlog.Membership{ID: role.ID, Role: role.Role, Scope: role.Scope, Account: &by}})
	call.Audit("grant:"+role.ID.String(), reason, nil, map[string]any{"role": role.Role, "until": access.Until, "platform": true})
	if err := a.Outbox.Insert(tx, letters.PlatformAccess{Of: of.ID, Access: access.ID}); err != nil {
		return nil, err
	}
	return openapi.AccessTenant201JSONResponse(toAccess(access)), nil
}

// EndPlatformAccess ends an access to a tenant before its time, the caller's own or a colleague's. The role is
// revoked, which the tenant can read in its audit and its log. If the role was revoked before, by a manager or by
// expiry, nothing is written there.
func (a *API) EndPlatformAccess(ctx context.Context, r openapi.EndPlatformAccessRequestObject) (openapi.EndPlatformAccessResponseObject, error) {
	call := gate.From(ctx)
	done := openapi.EndPlatformAccess204Response{}
	access, err := authzdb.AccessOf(call.Global(), r.Access)
	if err == nil {
		err = authzdb.EndAccess(call.Global(), access.ID, call.Account(), call.Now)
	}
	if err != nil || access.Role == nil {
		return done, err
	}
	of, err := registrydb.Tenant(call.Global(), access.Tenant)
	if errors.Is(err, tenantdb.ErrNotFound) { // it is deleted meanwhile, with its roles
		return done, nil
	}
	if err != nil {
		return nil, err
	}
	door, err := call.Global().As(of.ID)
	if err != nil {
		return nil, err
	}
	role, _, err := authzdb.LockedGrant(door, *access.Role, call.Now)
	if errors.Is(err, tenantdb.ErrNotFound) {
		return done, nil
	}
	if err != nil {
		return nil, err
	}
	tx, err := call.Enter(of)
	if err != nil {
		return nil, err
	}
	if err := authzdb.RevokeGrant(tx, role, call.Account(), call.Now); err != nil {
		return nil, err
	}
	call.Log(uuid.Nil, authzlog.MemberRevoked{Membership: authzlog.Membership{ID: role.ID, Role: role.Role, Scope: role.Scope, Account: &role.AccountID}})
	call.Audit("grant:"+role.ID.String(), access.Reason, map[string]any{"role": role.Role, "until": access.Until, "platform": true}, nil)
	return done, nil
}

func newID() uuid.UUID { return uuid.Must(uuid.NewV7()) }

package authzdb

import (
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/authz"
	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// Grant is a role that an account holds over a scope, as it is stored in a tenant.
type Grant struct {
	ID         uuid.UUID
	AccountID  uuid.UUID
	Role       authz.Role
	Scope      authz.Scope
	ScopeID    *uuid.UUID // nil over the tenant
	ValidFrom  time.Time
	ValidUntil *time.Time // nil: until revoked
	GrantedBy  *uuid.UUID
	CreatedAt  time.Time
}

// TableName names the table of grants for gorm.
func (Grant) TableName() string { return "league.grants" }

// Over returns the id of the scope; uuid.Nil for the tenant.
func (g Grant) Over() uuid.UUID {
	if g.ScopeID == nil {
		return uuid.Nil
	}
	return *g.ScopeID
}

// standing limits a query to the grants of the door's tenant that are not revoked
// and not over at the time $1.
const standing = `g.tenant_id = platform.current_tenant() and g.revoked_at is null and (g.valid_until is null or g.valid_until > $1)`

// Member is a grant with its holder's name.
type Member struct {
	ID         uuid.UUID
	AccountID  uuid.UUID
	Name       string
	Role       authz.Role
	Scope      authz.Scope
	ScopeID    *uuid.UUID
	Over       string // name of the region or title of the event; "" over the tenant
	ValidFrom  time.Time
	ValidUntil *time.Time
}

// called names the scope of a row g: the name of the region or the title of
// the event; "" for the tenant. It reads the tables of one tenant.
const called = `coalesce((select r.name from league.regions r where r.tenant_id = g.tenant_id and r.id = g.scope_id and g.scope = 'region'),
		(select e.title from league.events e where e.tenant_id = g.tenant_id and e.id = g.scope_id and g.scope = 'stage'), '') as over`

// reached limits a query to the rows g over the tenant $4, the regions $5 with their events, or the events $6.
const reached = `($4 or g.scope = 'region' and g.scope_id = any($5) or g.scope = 'stage' and (g.scope_id = any($6)
		or exists (select from league.events e where e.tenant_id = g.tenant_id and e.id = g.scope_id and e.region_id = any($5))))`

// Members retrieves at most limit standing grants of the tenant over scopes within the reach, in the order in which
// they were given, after a grant (uuid.Nil for the first).
func Members(door tenantdb.Door, now time.Time, reach authz.Reach, after uuid.UUID, limit int) (list []Member, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select g.id, g.account_id, a.name, g.role, g.scope, g.scope_id, `+called+`, g.valid_from, g.valid_until
		from league.grants g join platform.accounts a on a.id = g.account_id
		where `+standing+` and g.id > $2 and `+reached+` order by g.id limit $3`, now, after, limit, reach.Whole, reach.Regions, reach.Stages)
	return list, door.Send(b)
}

// OwnGrant is a standing grant of a person, with the tenant it is in.
type OwnGrant struct {
	ID                     uuid.UUID
	TenantID               uuid.UUID
	TenantSlug, TenantName string
	TenantKind             tenant.Kind
	Role                   authz.Role
	Scope                  authz.Scope
	ScopeID                *uuid.UUID
	ValidFrom              time.Time
	ValidUntil             *time.Time
}

// Over returns the id of the scope; uuid.Nil for the tenant.
func (g OwnGrant) Over() uuid.UUID {
	if g.ScopeID == nil {
		return uuid.Nil
	}
	return *g.ScopeID
}

// OwnGrants are a person's standing grants in all tenants, by the tenant's name,
// through the door of that person.
func OwnGrants(self tenantdb.Door, account uuid.UUID, now time.Time) (list []OwnGrant, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select g.id, g.tenant_id, t.slug as tenant_slug, t.name as tenant_name, t.kind as tenant_kind, g.role, g.scope, g.scope_id, g.valid_from, g.valid_until
		from league.grants g join platform.tenants t on t.id = g.tenant_id
		where g.account_id = $2 and g.revoked_at is null and (g.valid_until is null or g.valid_until > $1)
		order by t.name, g.id`, now, account)
	return list, self.Send(b)
}

// OwnTenants retrieves the tenants in which a person holds or has held a role, through the door of that person.
func OwnTenants(self tenantdb.Door, account uuid.UUID) (list []tenant.Ref, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select distinct t.id, t.slug, t.name from league.grants g join platform.tenants t on t.id = g.tenant_id where g.account_id = $1`, account)
	return list, self.Send(b)
}

// AddGrant stores a grant. It takes the place of one that its holder has of the same
// role over the same.
func AddGrant(tx tenantdb.Tx, g Grant) error {
	if err := revokeAlike(tx, g, g.GrantedBy, g.CreatedAt); err != nil {
		return err
	}
	return tenantdb.Add(tx, &g)
}

// LockedGrant retrieves a standing grant, locked until the end of the transaction, and the number of managers of the
// tenant besides its holder. Managers are locked with it, so that of two who remove each other one stays. It returns
// [tenantdb.ErrNotFound] if the grant does not stand.
func LockedGrant(tx tenantdb.Tx, id uuid.UUID, now time.Time) (g Grant, otherManagers int, err error) {
	b := &pgx.Batch{}
	b.Queue(`select from league.grants g where `+standing+` and (g.id = $2 or g.role = 'championship-manager') order by g.id for update`, now, id)
	tenantdb.One(b, &g, `select g.id, g.account_id, g.role, g.scope, g.scope_id, g.valid_from, g.valid_until, g.granted_by, g.created_at
		from league.grants g where `+standing+` and g.id = $2`, now, id)
	tenantdb.Scalar(b, &otherManagers, `select count(distinct g.account_id)
		from league.grants g join league.grants mine on mine.tenant_id = g.tenant_id and mine.id = $2
		where `+standing+` and g.role = 'championship-manager' and g.scope = 'tenant' and g.valid_from <= $1
			and g.account_id <> mine.account_id`, now, id)
	return g, otherManagers, tx.Send(b)
}

// RevokeGrant revokes a grant, and any other grant of the same role over the same scope to the same holder, so that
// the role is really gone. For a role over an event that is not over, the holder's place on the staff goes too; the
// staff of a past event stays recorded.
func RevokeGrant(tx tenantdb.Tx, g Grant, by uuid.UUID, now time.Time) error {
	if err := revokeAlike(tx, g, &by, now); err != nil {
		return err
	}
	if g.Scope == authz.ScopeRegion {
		return forgetContactData(tx, g)
	}
	if g.Scope != authz.ScopeStage {
		return nil
	}
	var shown *struct{ Revision int64 }
	b := &pgx.Batch{}
	tenantdb.Maybe(b, &shown, `with gone as (
			update league.event_staff s set removed_at = $4 from league.events e
			where s.event_id = $1 and s.account_id = $2 and s.role = $3 and s.removed_at is null
				and e.tenant_id = s.tenant_id and e.id = s.event_id and e.state <> 'finished'
			returning s.event_id)
		update league.events set revision = revision + 1 where id in (select event_id from gone) returning revision`,
		g.Over(), g.AccountID, g.Role, now)
	if err := tx.Send(b); err != nil {
		return err
	}
	if shown != nil {
		tx.Publish(g.Over(), &shown.Revision)
	}
	return nil
}

// forgetContactData empties the contact data that a person gave for publication with an office that was revoked. The
// seasons whose pages may show it get their next revision.
func forgetContactData(tx tenantdb.Tx, g Grant) error {
	var seasons []struct {
		ID       uuid.UUID
		Revision int64
	}
	b := &pgx.Batch{}
	tenantdb.Many(b, &seasons, `with gone as (
			update league.contact_data d set mail = '', telephone = '', city = '' from league.grants o
			where o.tenant_id = d.tenant_id and o.id = d.grant_id and o.account_id = $1 and o.scope_id = $2 and o.revoked_at is not null
				and d.mail || d.telephone || d.city <> '' returning d.grant_id)
		update league.seasons set revision = revision + 1 where state <> 'closed' and exists (select from gone) returning id, revision`, g.AccountID, g.Over())
	if err := tx.Send(b); err != nil {
		return err
	}
	for _, s := range seasons {
		tx.Publish(s.ID, &s.Revision)
	}
	return nil
}

func revokeAlike(tx tenantdb.Tx, g Grant, by *uuid.UUID, now time.Time) error {
	orm, err := tx.Gorm()
	if err != nil {
		return err
	}
	alike := orm.Model(&Grant{}).
		Where("tenant_id = platform.current_tenant() and account_id = ? and role = ? and scope = ?", g.AccountID, g.Role, g.Scope).
		Where("scope_id is not distinct from ? and revoked_at is null", g.ScopeID)
	return tenantdb.Translate(alike.Updates(map[string]any{"revoked_at": now, "revoked_by": by}).Error)
}

// Place finds the place of a scope in the tenant, for deciding who may give roles over it: a region, or an event with
// its region. It returns [tenantdb.ErrNotFound] if the tenant has no such region or event.
func Place(door tenantdb.Door, tenant uuid.UUID, scope authz.Scope, id uuid.UUID) (authz.Target, error) {
	target := authz.Target{Tenant: tenant}
	b := &pgx.Batch{}
	switch scope {
	case authz.ScopeTenant: // nothing to look up, but the statements that travel with the door have to be sent
	case authz.ScopeRegion:
		tenantdb.Scalar(b, &target.Region, `select id from league.regions where id = $1`, id)
	default:
		b.Queue(`select id, region_id from league.events where id = $1`, id).QueryRow(func(row pgx.Row) error {
			var region *uuid.UUID
			if err := row.Scan(&target.Stage, &region); err != nil {
				return err
			}
			if region != nil {
				target.Region = *region
			}
			return nil
		})
	}
	return target, door.Send(b)
}

// RegionsOf retrieves the regions of events of the door's tenant, by the events' ids; events without a region are
// left out.
func RegionsOf(door tenantdb.Door, events []uuid.UUID) (map[uuid.UUID]uuid.UUID, error) {
	var rows []struct{ ID, RegionID uuid.UUID }
	b := &pgx.Batch{}
	tenantdb.Many(b, &rows, `select id, region_id from league.events where id = any($1) and region_id is not null`, events)
	if err := door.Send(b); err != nil {
		return nil, err
	}
	out := make(map[uuid.UUID]uuid.UUID, len(rows))
	for _, row := range rows {
		out[row.ID] = row.RegionID
	}
	return out, nil
}

// Managers are the accounts that manage the tenant now, without those suspended.
func Managers(door tenantdb.Door, now time.Time) (list []Account, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select `+accountColumns+` from platform.accounts where suspended_at is null and id in (
			select g.account_id from league.grants g
			where `+standing+` and g.valid_from <= $1 and g.role = 'championship-manager' and g.scope = 'tenant')
		order by id`, now)
	return list, door.Send(b)
}

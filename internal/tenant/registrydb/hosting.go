package registrydb

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"

	"referto/internal/tenant"
	"referto/internal/tenant/tenantdb"
)

// ErrNotAffiliated means that the club is not affiliated with the federation.
var ErrNotAffiliated = errors.New("registrydb: not affiliated")

// HoldAffiliation makes sure that a club is affiliated with a federation, one of
// which is the tenant of the door, and keeps it so until the end of the
// transaction. The error is [ErrNotAffiliated].
func HoldAffiliation(tx tenantdb.Tx, federation, club uuid.UUID) error {
	var id uuid.UUID
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &id, `select id from platform.affiliations
		where federation_id = $1 and club_id = $2 and state = 'accepted' and platform.current_tenant() in ($1, $2) for share`, federation, club)
	if err := tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return ErrNotAffiliated
	} else if err != nil {
		return err
	}
	return nil
}

// AtFederation runs fn at a federation, in the transaction of a club that is affiliated with it and stays so until
// the commit. It returns the error of [HoldAffiliation].
func AtFederation(club tenantdb.Tx, federation uuid.UUID, fn func(tenantdb.Tx) error) error {
	if err := HoldAffiliation(club, federation, club.Tenant()); err != nil {
		return err
	}
	return club.Visit(federation, fn)
}

// Federations are those with which the club of the door is affiliated or has been,
// by id.
func Federations(club tenantdb.Door) ([]tenant.Ref, error) {
	return federations(club, "accepted", "ended")
}

// FederationsNow are those with which the club of the door is affiliated, by id.
func FederationsNow(club tenantdb.Door) ([]tenant.Ref, error) {
	return federations(club, "accepted")
}

// federations are those with which the club of the door has an affiliation in one of some states.
func federations(club tenantdb.Door, states ...string) (list []tenant.Ref, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select distinct f.id, f.slug, f.name from platform.affiliations a
		join platform.tenants f on f.id = a.federation_id
		where a.club_id = platform.current_tenant() and a.state = any($1) order by f.id`, states)
	return list, club.Send(b)
}

// EndHosting revokes, at a federation, the roles of a club's people in the events that the club was to hold there and
// that have not started. It returns the number of roles: those of the club's organizers, and those that they gave or
// offered. Everyone who loses a role also leaves the staff of the event.
func EndHosting(federation tenantdb.Tx, club, by uuid.UUID, now time.Time) (roles int, err error) {
	var events []revised
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &roles, `with `+hosted+`, ended as (
			update league.grants g set revoked_at = $3, revoked_by = $2 from hosted h
			where g.tenant_id = platform.current_tenant() and g.revoked_at is null and g.scope = 'stage' and g.scope_id = h.id
				and (g.account_id = any(h.organizers) or g.granted_by = any(h.organizers))
			returning g.id)
		select count(*) from ended`, club, by, now)
	tenantdb.Many(b, &events, `with `+hosted+`, offers as (
			update league.invitations i set withdrawn_at = $3 from hosted h
			where i.tenant_id = platform.current_tenant() and i.accepted_at is null and i.withdrawn_at is null and i.scope = 'stage' and i.scope_id = h.id
				and i.invited_by = any(h.organizers)
			returning i.id),
		gone as (
			update league.event_staff s set removed_at = $3 from hosted h
			where s.tenant_id = platform.current_tenant() and s.event_id = h.id and s.removed_at is null
				and (s.invitation_id in (select id from offers) or s.account_id in (
					select g.account_id from league.grants g where g.scope = 'stage' and g.scope_id = h.id and g.role = s.role and g.revoked_at = $3 and g.revoked_by = $2))
			returning s.event_id)
		update league.events e set revision = e.revision + 1 where e.id in (select event_id from gone) returning e.id, e.revision`, club, by, now)
	if err := federation.Send(b); err != nil {
		return 0, err
	}
	for i := range events {
		federation.Publish(events[i].ID, &events[i].Revision)
	}
	return roles, nil
}

// hosted are the events of the door's tenant that the club $1 was to hold and that have
// not started, with its organizers.
const hosted = `hosted as (
		select e.id, r.organizers from league.events e
			join league.hosting_steps s on s.tenant_id = e.tenant_id and s.event_id = e.id
			join league.hosting_requests r on r.tenant_id = s.tenant_id and r.id = s.hosting_id
		where e.tenant_id = platform.current_tenant() and e.host_id = $1 and r.club_id = $1 and e.state not in ('running', 'finished'))`

// revised is an event at its next revision.
type revised struct {
	ID       uuid.UUID
	Revision int64
}

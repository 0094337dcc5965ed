package authzdb

import (
	"errors"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5"
	"gorm.io/gorm"

	"referto/internal/authz"
	"referto/internal/tenant/tenantdb"
)

// InvitationLifetime limits how long a role stays offered. An invitation contains no secret: it can be accepted only
// by the account with the confirmed address, signed in.
const InvitationLifetime = 14 * 24 * time.Hour

// ErrInvitation means that the invitation is not open. It does not exist, is for another person, or was accepted, withdrawn or
// has expired.
var ErrInvitation = errors.New("authzdb: no open invitation")

// Invitation is a role offered to a mail address.
type Invitation struct {
	ID         uuid.UUID
	Email      string
	EmailKey   string
	Role       authz.Role
	Scope      authz.Scope
	ScopeID    *uuid.UUID // nil over the tenant
	ValidUntil *time.Time // end of the role; nil: until revoked
	InvitedBy  uuid.UUID
	CreatedAt  time.Time
	ExpiresAt  time.Time
}

// TableName names the table of invitations for gorm.
func (Invitation) TableName() string { return "league.invitations" }

// Over returns the id of the scope; uuid.Nil for the tenant.
func (i Invitation) Over() uuid.UUID {
	if i.ScopeID == nil {
		return uuid.Nil
	}
	return *i.ScopeID
}

const (
	invitationColumns = `i.id, i.email, i.email_key, i.role, i.scope, i.scope_id, i.valid_until, i.invited_by, i.created_at, i.expires_at`
	// open limits a query to the invitations that can be accepted at the time $1.
	open = `i.accepted_at is null and i.withdrawn_at is null and i.expires_at > $1`
)

// InvitationState is the state of an invitation: waiting, or how it ended.
type InvitationState string

// The states of invitations.
const (
	InvitationOpen      InvitationState = "open"
	InvitationAccepted  InvitationState = "accepted"
	InvitationWithdrawn InvitationState = "withdrawn"
	InvitationExpired   InvitationState = "expired"
)

// state computes the state of an invitation i at the time $1.
const state = `case when i.accepted_at is not null then 'accepted' when i.withdrawn_at is not null then 'withdrawn'
		when i.expires_at <= $1 then 'expired' else 'open' end`

// ListedInvitation is an invitation with its current state.
type ListedInvitation struct {
	Invitation
	Over  string // name of the region or title of the event; "" over the tenant
	State InvitationState
}

// Invitations retrieves at most limit invitations of the tenant in a state at a time, over scopes within the reach,
// in the order in which they were made, after an invitation (uuid.Nil for the first).
func Invitations(door tenantdb.Door, in InvitationState, now time.Time, reach authz.Reach, after uuid.UUID, limit int) (list []ListedInvitation, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select g.id, g.email, g.email_key, g.role, g.scope, g.scope_id, g.valid_until, g.invited_by, g.created_at, g.expires_at,
			g.state, `+called+`
		from (select i.tenant_id, `+invitationColumns+`, `+state+` as state from league.invitations i
			where i.tenant_id = platform.current_tenant() and i.id > $2) g
		where g.state = $7 and `+reached+` order by g.id limit $3`, now, after, limit, reach.Whole, reach.Regions, reach.Stages, in)
	return list, door.Send(b)
}

// OwnInvitation is an open invitation to a person, with the tenant it is from.
type OwnInvitation struct {
	ID                     uuid.UUID
	TenantID               uuid.UUID
	TenantSlug, TenantName string
	Role                   authz.Role
	Scope                  authz.Scope
	ScopeID                *uuid.UUID
	CreatedAt              time.Time
	ExpiresAt              time.Time
}

// Over returns the id of the scope; uuid.Nil for the tenant.
func (i OwnInvitation) Over() uuid.UUID {
	if i.ScopeID == nil {
		return uuid.Nil
	}
	return *i.ScopeID
}

// OwnInvitations are the open invitations to a confirmed address in all tenants, in
// the order they were made, through the door of that person.
func OwnInvitations(self tenantdb.Door, emailKey string, now time.Time) (list []OwnInvitation, err error) {
	b := &pgx.Batch{}
	tenantdb.Many(b, &list, `select i.id, i.tenant_id, t.slug as tenant_slug, t.name as tenant_name, i.role, i.scope, i.scope_id, i.created_at, i.expires_at
		from league.invitations i join platform.tenants t on t.id = i.tenant_id
		where i.email_key = $2 and `+open+` order by i.id`, now, emailKey)
	return list, self.Send(b)
}

// AddInvitation stores an invitation.
func AddInvitation(tx tenantdb.Tx, i Invitation) error { return tenantdb.Add(tx, &i) }

// HasAccepted reports whether an invitation of the tenant to an address was ever accepted.
func HasAccepted(tx tenantdb.Tx, emailKey string) (accepted bool, err error) {
	b := &pgx.Batch{}
	tenantdb.Scalar(b, &accepted, `select exists (select from league.invitations i
		where i.tenant_id = platform.current_tenant() and i.email_key = $1 and i.accepted_at is not null)`, emailKey)
	return accepted, tx.Send(b)
}

// LockedInvitation is an open invitation of the tenant, kept from other changes
// until the end of the transaction. The error is [ErrInvitation].
func LockedInvitation(tx tenantdb.Tx, id uuid.UUID, now time.Time) (i Invitation, err error) {
	b := &pgx.Batch{}
	tenantdb.One(b, &i, `select `+invitationColumns+` from league.invitations i
		where i.tenant_id = platform.current_tenant() and i.id = $2 and `+open+` for update`, now, id)
	if err = tx.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return i, ErrInvitation
	}
	return i, err
}

// WithdrawInvitation takes back an invitation that [LockedInvitation] has locked.
func WithdrawInvitation(tx tenantdb.Tx, id uuid.UUID, now time.Time) error {
	return tenantdb.Change(tx, func(orm *gorm.DB) *gorm.DB {
		return orm.Model(&Invitation{}).Where("id = ?", id).Update("withdrawn_at", now)
	})
}

// AcceptInvitation grants the role of an invitation that [LockedInvitation] has locked. If the invitation was for a
// person named on an event's staff, the entry on the staff is linked to the account.
func AcceptInvitation(tx tenantdb.Tx, i Invitation, g Grant) error {
	err := tenantdb.Change(tx, func(orm *gorm.DB) *gorm.DB {
		return orm.Model(&Invitation{}).Where("id = ?", i.ID).Updates(map[string]any{"accepted_at": g.CreatedAt, "accepted_by": g.AccountID})
	})
	if err != nil {
		return err
	}
	if err := AddGrant(tx, g); err != nil {
		return err
	}
	b := &pgx.Batch{}
	b.Queue(`update league.event_staff set account_id = $2 where invitation_id = $1 and removed_at is null`, i.ID, g.AccountID)
	return tx.Send(b)
}

// InvitationLetter is the content of the letter about an invitation, with its reader.
type InvitationLetter struct {
	Email     string
	Account   uuid.UUID // with the address; uuid.Nil if there is none
	Name      string    // of the account with the address; "" if there is none
	Language  string    // of that account, otherwise the tenant's first
	Tenant    string    // its name
	Role      authz.Role
	Over      string // name of the region or title of the event; "" over the tenant
	By        string // name of the inviting person
	ExpiresAt time.Time
}

// LetterOf is the letter about an open invitation of the tenant. The error is
// [ErrInvitation].
func LetterOf(door tenantdb.Door, id uuid.UUID, now time.Time) (l InvitationLetter, err error) {
	b := &pgx.Batch{}
	tenantdb.One(b, &l, `select i.email, coalesce(a.id, '00000000-0000-0000-0000-000000000000') as account, coalesce(a.name, '') as name, coalesce(a.language, t.languages[1], 'en') as language,
			t.name as tenant, i.role, coalesce(r.name, e.title, '') as over, by.name as by, i.expires_at
		from league.invitations i
		join platform.tenants t on t.id = i.tenant_id
		join platform.accounts by on by.id = i.invited_by
		left join platform.accounts a on a.email_key = i.email_key and a.verified_at is not null
		left join league.regions r on r.tenant_id = i.tenant_id and r.id = i.scope_id and i.scope = 'region'
		left join league.events e on e.tenant_id = i.tenant_id and e.id = i.scope_id and i.scope = 'stage'
		where i.tenant_id = platform.current_tenant() and i.id = $2 and `+open, now, id)
	if err = door.Send(b); errors.Is(err, tenantdb.ErrNotFound) {
		return l, ErrInvitation
	}
	return l, err
}

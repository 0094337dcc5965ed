// Package authzlog holds the facts about roles in the log of a tenant: to whom they were
// offered and given, and from whom they were taken. People are named by the ids of
// their accounts.
package authzlog

import (
	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/logfact"
)

// Registry has all facts of roles.
var Registry = logfact.NewRegistry(MemberInvited{}, InvitationWithdrawn{}, MemberJoined{}, MemberGranted{}, MemberRevoked{})

// Membership is a person's role, or an offer of one.
type Membership struct {
	ID      uuid.UUID   `json:"id"`                // of the grant; of an offer, that of the invitation
	Role    authz.Role  `json:"role"`              // such as first-referee
	Scope   authz.Scope `json:"scope"`             // how wide the role reaches
	ScopeID *uuid.UUID  `json:"scopeId,omitempty"` // of the region or the event over which it is
	Account *uuid.UUID  `json:"account,omitempty"` // who has the role; left out of an offer
}

// MemberInvited records that a person was offered a role.
type MemberInvited struct{ Membership }

// Kind is member.invited.
func (MemberInvited) Kind() string { return "member.invited" }

// InvitationWithdrawn records that the offer of a role was taken back.
type InvitationWithdrawn struct{ Membership }

// Kind is member.invitation-withdrawn.
func (InvitationWithdrawn) Kind() string { return "member.invitation-withdrawn" }

// MemberJoined records that a person has taken the role that they were offered.
type MemberJoined struct{ Membership }

// Kind is member.joined.
func (MemberJoined) Kind() string { return "member.joined" }

// MemberGranted records that a person was given a role without an offer, by an act that
// named them.
type MemberGranted struct{ Membership }

// Kind is member.granted.
func (MemberGranted) Kind() string { return "member.granted" }

// MemberRevoked records that a person has a role no longer.
type MemberRevoked struct{ Membership }

// Kind is member.revoked.
func (MemberRevoked) Kind() string { return "member.revoked" }

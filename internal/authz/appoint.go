package authz

import (
	"time"

	"github.com/google/uuid"
)

// Grantable reports whether a role may be granted over a kind of scope
// (scopes.csv).
func (t Table) Grantable(r Role, over Scope) bool {
	i, ok := r.index()
	return ok && t.scopes[i].has(over)
}

// MayGrant decides whether the subject may grant (or revoke) the role over the scope. The target holds the id of the
// scope and of the scopes that contain it. The decision is positive if the subject holds, over the target, a role
// that may grant it (grantable.csv): a regional contact within their region, an organizer for their stage. An API key
// or a link grants nothing.
//
// The operation's own permission (member:write, event:staff) is decided separately.
func (t Table) MayGrant(s Subject, r Role, over Scope, target Target, now time.Time) Decision {
	target.Anywhere, target.AnyRegion = false, false
	d := Decision{needs: t.granters(r)}
	if s.Principal.Anonymous() {
		d.Reason = ReasonSignInRequired
		return d
	}
	if !t.Grantable(r, over) || !target.is(over) {
		d.Reason = ReasonNotGrantable
		return d
	}
	if s.Principal.Kind != KindUser {
		d.Reason = ReasonRoleMissing
		return d
	}
	held, reason := t.held(&s, d.needs, &target, now)
	if held == 0 {
		d.Reason = reason
		return d
	}
	d.Allowed, d.Role = true, held.list()[0]
	return d
}

// MayGrantRoles returns the roles that a role may grant, in the order of [Roles]: for forms and for the table of
// appointments.
func (t Table) MayGrantRoles(r Role) []Role {
	i, ok := r.index()
	if !ok {
		return nil
	}
	return t.grantable[i].list()
}

// granters are the roles that may grant r.
func (t Table) granters(r Role) roleSet {
	var set roleSet
	for i := range t.grantable {
		if t.grantable[i].has(r) {
			set |= 1 << i
		}
	}
	return set
}

// is reports whether the target is a thing of this scope: it has that id, and
// none narrower. Otherwise a grant over the tenant could be asked for with a
// stage's id beside it, and an organizer's grant over that stage would do.
func (t *Target) is(k Scope) bool {
	tenant, region, stage := t.Tenant != uuid.Nil, t.Region != uuid.Nil, t.Stage != uuid.Nil
	switch k {
	case ScopePlatform:
		return !tenant && !region && !stage
	case ScopeTenant:
		return tenant && !region && !stage
	case ScopeRegion:
		return tenant && region && !stage
	case ScopeStage:
		return tenant && stage
	default:
		return false
	}
}

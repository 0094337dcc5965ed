package authz

import (
	"time"

	"github.com/google/uuid"
)

// Grant is a role that its holder has over a scope for a time. The account, key or link that holds it is known to the
// code that read it.
type Grant struct {
	// Tenant is the tenant the grant belongs to, uuid.Nil for the platform's. A
	// grant never counts in another tenant, even should the same id of a
	// region or stage exist there.
	Tenant uuid.UUID

	Role    Role
	Scope   Scope
	ScopeID uuid.UUID // tenant, region, event or player; uuid.Nil for the platform

	From  time.Time // first moment it holds; zero: always has
	Until time.Time // first moment it no longer holds; zero: until revoked

	// RevokedAt is zero while the grant stands. Once set it does not hold any
	// more, whatever the time: clocks of two replicas differ, and a
	// revocation must hold at once on both. An end in the future is Until.
	RevokedAt time.Time
}

// state returns why a grant does not hold at the time, or "" if it does.
func (g *Grant) state(now time.Time) Reason {
	switch {
	case !g.RevokedAt.IsZero():
		return ReasonGrantRevoked
	case !g.From.IsZero() && now.Before(g.From):
		return ReasonGrantNotYet
	case !g.Until.IsZero() && !now.Before(g.Until):
		return ReasonGrantExpired
	default:
		return ""
	}
}

// covers reports whether the target lies inside the grant's scope. An unset id
// on either side never matches.
func (g *Grant) covers(t *Target) bool {
	if g.Scope == ScopePlatform {
		return g.Tenant == uuid.Nil && g.ScopeID == uuid.Nil
	}
	if g.Tenant == uuid.Nil || g.Tenant != t.Tenant || g.ScopeID == uuid.Nil {
		return false
	}
	switch g.Scope {
	case ScopeTenant:
		return g.ScopeID == t.Tenant
	case ScopeRegion:
		return t.Anywhere || t.AnyRegion || g.ScopeID == t.Region
	case ScopeStage:
		return t.Anywhere || g.ScopeID == t.Stage
	default:
		return false
	}
}

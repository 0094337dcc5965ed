package authz

import (
	"math/bits"
	"slices"
	"time"
)

// Subject is the caller, with the roles that were read in the same request.
type Subject struct {
	Principal Principal
	Grants    []Grant

	// KeyScopes are the permissions for which an API key was issued; unused for other kinds. A key may do what both
	// its integrator's grant *and* its scopes allow, so without scopes it reads only public data.
	KeyScopes []Permission
}

// Reason is the stable code of the reason for a refusal.
type Reason string

// The reasons of a refusal.
const (
	ReasonUnknownPermission Reason = "unknown-permission" // a fault of the program
	ReasonSignInRequired    Reason = "sign-in-required"   // anonymous
	ReasonRoleMissing       Reason = "role-missing"       // no grant of a role that carries it
	ReasonOutOfScope        Reason = "out-of-scope"       // such a role, over another scope
	ReasonGrantNotYet       Reason = "grant-not-yet"      // such a role over this, later
	ReasonGrantExpired      Reason = "grant-expired"      // such a role over this, until lately
	ReasonGrantRevoked      Reason = "grant-revoked"      // such a role over this, taken away
	ReasonKeyScope          Reason = "key-scope"          // the API key was not issued for it
	ReasonNotGrantable      Reason = "not-grantable"      // the role cannot be granted over this
)

// Decision is the answer to one question. The zero value is a refusal.
type Decision struct {
	Allowed bool

	// Role is the role that allowed it, the farthest-reaching if several did;
	// "" if refused.
	Role Role

	// Reason is the code of the refusal; "" if allowed.
	Reason Reason

	Permission Permission

	needs roleSet
}

// Needs returns the roles that would have allowed the act, in the order of [Roles], for the text of a refusal ("needs
// first-referee or referee"). Nil if there are none.
func (d Decision) Needs() []Role { return d.needs.list() }

// Can decides whether the subject may do the act of the permission to the target now. It allocates nothing and its
// cost grows with the subject's grants only.
//
// Unknown permissions and roles, grants over a scope that their role does not have, and grants of a role that the
// kind of principal cannot hold are ignored.
func (t Table) Can(s Subject, p Permission, target Target, now time.Time) Decision {
	d := Decision{Permission: p}
	carriers, ok := t.carriers[p]
	if !ok {
		d.Reason = ReasonUnknownPermission
		return d
	}
	d.needs = carriers
	if carriers&everyone == 0 && s.Principal.Anonymous() {
		d.Reason = ReasonSignInRequired
		return d
	}
	held, reason := t.held(&s, carriers, &target, now)
	if held != 0 && s.Principal.Kind == KindKey && !slices.Contains(s.KeyScopes, p) {
		held, reason = 0, ReasonKeyScope
	}
	held |= carriers & s.Principal.Kind.implied()
	if held == 0 {
		d.Reason = reason
		return d
	}
	d.Allowed = true
	d.Role = roles[bits.TrailingZeros16(uint16(held))]
	return d
}

// implied are the roles a principal of this kind has without a grant.
func (k Kind) implied() roleSet {
	if k == KindUser {
		return implied
	}
	return everyone
}

// held returns those of the wanted roles that the subject holds over the target now. If there are none it returns the
// nearest miss as reason.
func (t *Table) held(s *Subject, wanted roleSet, target *Target, now time.Time) (roleSet, Reason) {
	var held roleSet
	miss := ReasonRoleMissing
	wanted &= s.Principal.Kind.holdable()
	for i := range s.Grants {
		g := &s.Grants[i]
		role, ok := g.Role.index()
		if !ok || wanted>>role&1 == 0 || !t.scopes[role].has(g.Scope) {
			continue
		}
		if !g.covers(target) {
			if miss == ReasonRoleMissing {
				miss = ReasonOutOfScope
			}
			continue
		}
		if state := g.state(now); state != "" {
			miss = state
			continue
		}
		held |= 1 << role
	}
	if held != 0 {
		return held, ""
	}
	return 0, miss
}

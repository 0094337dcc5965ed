package authz

import "math/bits"

// Role is a named set of permissions, defined in policy.csv.
type Role string

// The roles, from the farthest-reaching to the nearest. Where several grants
// allow the same thing, a [Decision] names the first of this order.
const (
	RolePlatformAdmin       Role = "platform-admin"       // the installation
	RoleChampionshipManager Role = "championship-manager" // a whole tenant
	RoleTreasurer           Role = "treasurer"            // pays for a whole tenant
	RoleRegionalContact     Role = "regional-contact"     // a region
	RoleOrganizer           Role = "organizer"            // a stage, or a club's every event
	RoleFirstReferee        Role = "first-referee"        // a stage; decides appeals
	RoleReferee             Role = "referee"              // a stage
	RoleHelper              Role = "helper"               // check-in of a stage, often by link
	RoleIntegrator          Role = "integrator"           // an API key
	RoleAuditor             Role = "auditor"              // reads a whole tenant, changes nothing
	RoleAccount             Role = "account"              // implied: every signed-in person
	RoleAnonymous           Role = "anonymous"            // implied: everyone
)

// roleCount is the number of roles; their indices run below it.
const roleCount = 12

// roles holds every role at its index.
var roles = [roleCount]Role{
	RolePlatformAdmin, RoleChampionshipManager, RoleTreasurer, RoleRegionalContact, RoleOrganizer,
	RoleFirstReferee, RoleReferee, RoleHelper, RoleIntegrator, RoleAuditor,
	RoleAccount, RoleAnonymous,
}

// Roles returns every role, farthest-reaching first.
func Roles() []Role { return roles[:len(roles):len(roles)] }

// Implied reports whether people have r without being appointed to it.
func (r Role) Implied() bool { return r == RoleAccount || r == RoleAnonymous }

// Known reports whether r is one of the roles, spelled exactly.
func (r Role) Known() bool {
	_, ok := r.index()
	return ok
}

// index is the place of r in roles. It is written as a switch because it runs
// for every grant of every request.
func (r Role) index() (uint, bool) {
	switch r {
	case RolePlatformAdmin:
		return 0, true
	case RoleChampionshipManager:
		return 1, true
	case RoleTreasurer:
		return 2, true
	case RoleRegionalContact:
		return 3, true
	case RoleOrganizer:
		return 4, true
	case RoleFirstReferee:
		return 5, true
	case RoleReferee:
		return 6, true
	case RoleHelper:
		return 7, true
	case RoleIntegrator:
		return 8, true
	case RoleAuditor:
		return 9, true
	case RoleAccount:
		return 10, true
	case RoleAnonymous:
		return 11, true
	default:
		return 0, false
	}
}

// roleSet is a set of roles: bit i stands for roles[i].
type roleSet uint16

var (
	// everyone is the role that needs not even a sign-in.
	everyone = setOf(RoleAnonymous)
	// implied are the roles that are never granted: they follow from being signed in, or from nothing at all.
	implied = setOf(RoleAccount, RoleAnonymous)
)

// setOf is the set of the given roles; unknown ones are left out.
func setOf(members ...Role) roleSet {
	var s roleSet
	for _, r := range members {
		if i, ok := r.index(); ok {
			s |= 1 << i
		}
	}
	return s
}

// has reports whether r is in the set. An unknown role is in none.
func (s roleSet) has(r Role) bool {
	i, ok := r.index()
	return ok && s>>i&1 == 1
}

// list is the set in the order of [Roles], nil if empty.
func (s roleSet) list() []Role {
	if s == 0 {
		return nil
	}
	out := make([]Role, 0, bits.OnesCount16(uint16(s)))
	for i, r := range roles {
		if s>>i&1 == 1 {
			out = append(out, r)
		}
	}
	return out
}

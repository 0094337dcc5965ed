package leagueapi

import (
	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league/leaguedb"
)

// Offices are a tenant's own: a role over it or a region of it reaches them, one over
// an event, whose people may be a club's, does not.
func Offices(c *gate.Call) authz.Target { return authz.Target{Tenant: c.Tenant.ID, AnyRegion: true} }

// Over is an event of the call's tenant.
func Over(c *gate.Call, e leaguedb.EventPlace) authz.Target {
	target := authz.Target{Tenant: c.Tenant.ID, Stage: e.ID.UUID}
	if e.RegionID != nil {
		target.Region = e.RegionID.UUID
	}
	return target
}

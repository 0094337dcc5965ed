package authz

import (
	"time"

	"github.com/google/uuid"
)

// Reach is the part of a tenant over which a subject has a permission: the whole, or some regions, with their events,
// and some events.
type Reach struct {
	Whole   bool
	Regions []uuid.UUID
	Stages  []uuid.UUID
}

// Reach returns the part of a tenant over which the subject has a permission now. It is for lists that are narrowed
// to it: [Table.Can] allows everything within the reach and nothing else.
func (t Table) Reach(s Subject, p Permission, tenant uuid.UUID, now time.Time) (reach Reach) {
	reach.Whole = t.Can(s, p, Target{Tenant: tenant}, now).Allowed
	for _, g := range s.Grants {
		switch {
		case g.Tenant != tenant:
		case g.Scope == ScopeRegion && t.Can(s, p, Target{Tenant: tenant, Region: g.ScopeID}, now).Allowed:
			reach.Regions = append(reach.Regions, g.ScopeID)
		case g.Scope == ScopeStage && t.Can(s, p, Target{Tenant: tenant, Stage: g.ScopeID}, now).Allowed:
			reach.Stages = append(reach.Stages, g.ScopeID)
		}
	}
	return reach
}

// Package tenantlog holds the facts about tenants in their logs: that they were
// founded and changed, which regions they have, and how clubs belong to federations.
package tenantlog

import (
	"github.com/google/uuid"

	"referto/internal/logfact"
	"referto/internal/tenant"
)

// Registry has all facts of tenants.
var Registry = logfact.NewRegistry(
	TenantFounded{}, TenantChanged{}, RegionAdded{},
	AffiliationRequested{}, AffiliationAccepted{}, AffiliationDeclined{}, AffiliationEnded{}, HostingEnded{},
)

// TenantFounded records that a federation or a club was founded here.
type TenantFounded struct {
	TenantKind tenant.Kind `json:"kind"`    // federation or club
	Account    uuid.UUID   `json:"account"` // of the founder
	Grant      uuid.UUID   `json:"grant"`   // id of their role
}

// Kind is tenant.founded.
func (TenantFounded) Kind() string { return "tenant.founded" }

// TenantChanged records that the name or the languages of a tenant were changed.
type TenantChanged struct{}

// Kind is tenant.changed.
func (TenantChanged) Kind() string { return "tenant.changed" }

// RegionAdded records that a federation has a further region.
type RegionAdded struct {
	Region uuid.UUID `json:"region"` // id
}

// Kind is region.added.
func (RegionAdded) Kind() string { return "region.added" }

// Affiliation names the club and the federation whose affiliation a fact is about.
type Affiliation struct {
	Affiliation uuid.UUID `json:"affiliation"` // id
	Federation  uuid.UUID `json:"federation"`  // tenant
	Club        uuid.UUID `json:"club"`        // tenant
}

// AffiliationRequested records that a club wants to belong to a federation.
type AffiliationRequested struct{ Affiliation }

// Kind is affiliation.requested.
func (AffiliationRequested) Kind() string { return "affiliation.requested" }

// AffiliationAccepted records that a club belongs to a federation.
type AffiliationAccepted struct{ Affiliation }

// Kind is affiliation.accepted.
func (AffiliationAccepted) Kind() string { return "affiliation.accepted" }

// AffiliationDeclined records that a federation does not take a club.
type AffiliationDeclined struct{ Affiliation }

// Kind is affiliation.declined.
func (AffiliationDeclined) Kind() string { return "affiliation.declined" }

// AffiliationEnded records that a club does not belong to a federation any more.
type AffiliationEnded struct{ Affiliation }

// Kind is affiliation.ended.
func (AffiliationEnded) Kind() string { return "affiliation.ended" }

// AffiliationTurned is the fact that an affiliation is in a state from now on.
func AffiliationTurned(state tenant.AffiliationState, a Affiliation) logfact.Fact {
	switch state {
	case tenant.AffiliationRequested:
		return AffiliationRequested{a}
	case tenant.AffiliationAccepted:
		return AffiliationAccepted{a}
	case tenant.AffiliationDeclined:
		return AffiliationDeclined{a}
	default: // ended
		return AffiliationEnded{a}
	}
}

// HostingEnded records that the people of a club have no roles any more in events of
// the federation that have not started, because the club does not belong to it.
type HostingEnded struct {
	Club  uuid.UUID `json:"club"`  // tenant
	Roles int       `json:"roles"` // number of roles that ended
}

// Kind is hosting.ended.
func (HostingEnded) Kind() string { return "hosting.ended" }

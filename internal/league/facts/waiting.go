package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Office is a role of a person, for whom matters may wait.
type Office struct {
	AccountID uuid.UUID
	Role      string
	Scope     string     // tenant, region or stage
	ScopeID   *uuid.UUID // nil for the tenant
}

// Over reports whether the office is held over an event, a region (the zero ids for none)
// or the whole tenant.
func (o Office) Over(event league.EventID, region league.RegionID) bool {
	switch {
	case o.ScopeID == nil:
		return o.Scope == "tenant"
	case o.Scope == "stage":
		return *o.ScopeID == event.UUID
	default:
		return o.Scope == "region" && *o.ScopeID == region.UUID
	}
}

// WaitingStructure is a proposed structure of an event without approval.
type WaitingStructure struct {
	EventID    league.EventID
	ProposedAt time.Time
}

// WaitingRefund is a claim on which somebody has to act.
type WaitingRefund struct {
	ID        uuid.UUID
	State     RefundState
	PlayerID  league.PlayerID
	Player    string     // name
	Account   *uuid.UUID // of the player
	CreatedBy uuid.UUID
	Version   int
}

// PlayerAccount is a player of the register with their account; nil without one.
type PlayerAccount struct {
	PlayerID  league.PlayerID
	Name      string
	AccountID *uuid.UUID
}

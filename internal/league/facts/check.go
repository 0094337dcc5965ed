package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// CheckOutcome names a decision about an entry that was to be checked.
type CheckOutcome string

// The outcomes.
const (
	CheckConfirmed CheckOutcome = "confirmed" // he is nobody of those whom he resembles
	CheckRefused   CheckOutcome = "refused"
)

// EntryCheck is a decision about an entry whose player resembles others.
type EntryCheck struct {
	ID         uuid.UUID
	EventID    league.EventID
	Entry      int
	PlayerID   league.PlayerID
	About      []uuid.UUID // whom he resembles: players, or lines of the staff
	Outcome    CheckOutcome
	Everywhere bool // confirmed for all events of the tenant
	Reason     string
	DecidedBy  string // name
	DecidedAt  time.Time
}

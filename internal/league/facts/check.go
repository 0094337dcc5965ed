package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// CheckOutcome is a decision about an entry's check.
type CheckOutcome string

// The outcomes.
const (
	CheckConfirmed CheckOutcome = "confirmed" // none of the people resembled
	CheckRefused   CheckOutcome = "refused"
)

// EntryCheck is a decision about an entry whose player resembles others.
type EntryCheck struct {
	ID         uuid.UUID
	EventID    league.EventID
	Entry      int
	PlayerID   league.PlayerID
	About      []uuid.UUID // the people resembled: ids of players, or of staff records
	Outcome    CheckOutcome
	Everywhere bool // confirmed for all events of the tenant
	Reason     string
	DecidedBy  string // name
	DecidedAt  time.Time
}

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
	CheckConfirmed CheckOutcome = "confirmed" // they are nobody of those whom they resemble
	CheckRefused   CheckOutcome = "refused"
)

// EntryCheck is a decision about an entry whose player resembles others.
type EntryCheck struct {
	ID         uuid.UUID
	EventID    league.EventID
	Entry      int
	PlayerID   league.PlayerID
	About      []uuid.UUID // whom they resemble: players, or lines of the staff
	Outcome    CheckOutcome
	Everywhere bool // confirmed for all events of the tenant
	Reason     string
	DecidedBy  string // name
	DecidedAt  time.Time
}

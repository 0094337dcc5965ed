package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/mail/matter"
)

// RefusedMail is an undelivered letter about an open matter.
type RefusedMail struct {
	About   matter.Kind
	AboutID uuid.UUID
	Name    string // of the recipient, or the address if the name is not known
	By      *uuid.UUID
	EventID *league.EventID // for an invitation to a role in an event, or a leaving
	// PlayerID is the record of the banned person; nil for other matters.
	PlayerID *league.PlayerID
	State    matter.State
	At       time.Time
	Reply    string
}

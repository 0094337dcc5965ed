package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/mail/matter"
)

// RefusedMail is a letter that did not reach its reader, about something that is open.
type RefusedMail struct {
	About   matter.Kind
	AboutID uuid.UUID
	Name    string // of whom it was to, or the address where the name is not known
	By      *uuid.UUID
	EventID *league.EventID // of an invitation to a role over an event, or of a leaving
	State   matter.State
	At      time.Time
	Reply   string
}

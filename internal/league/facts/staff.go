package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Staff is an organizer, referee or helper named for an event.
type Staff struct {
	ID           uuid.UUID
	Role         string
	Name         string
	Initials     bool // see [Player.Initials], of their record
	PlayerID     *league.PlayerID
	AccountID    *uuid.UUID // once the offered role is accepted
	InvitationID *uuid.UUID
	CreatedAt    time.Time
}

// Referees reports whether the person referees at the event, and so may not play there (CN09 1.5).
func (s Staff) Referees() bool { return s.Role == "first-referee" || s.Role == "referee" }

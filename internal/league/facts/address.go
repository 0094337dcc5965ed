package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// AddressChange records that the register got another mail address of a
// person.
type AddressChange struct {
	ID          uuid.UUID
	PlayerID    league.PlayerID
	Was, Became string
	ChangedBy   uuid.UUID
	ChangedAt   time.Time
	ConfirmedAt *time.Time
}

package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// AddressChange records that a person's mail address in the register was changed.
type AddressChange struct {
	ID          uuid.UUID
	PlayerID    league.PlayerID
	Was, Became string
	ChangedBy   uuid.UUID
	ChangedAt   time.Time
	ConfirmedAt *time.Time
}

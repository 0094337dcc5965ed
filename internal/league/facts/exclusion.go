package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Exclusion is the fact that a person may not take part because of their position (CN09 1.5).
type Exclusion struct {
	ID            uuid.UUID
	PlayerID      league.PlayerID
	PlayerName    string
	PlayerClub    string
	AccountID     *uuid.UUID // of the player
	Kind          rules.ExclusionReason
	FromDay       rules.Day
	UntilDay      rules.Day // "" until it is revoked
	Reason        string
	RecordedBy    string // name
	RecordedAt    time.Time
	RevokedBy     string // name; "" while it stands
	RevokedAt     *time.Time
	RevokedReason string
}

package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Player is a person in the tenant's register.
type Player struct {
	ID      league.PlayerID
	Name    string
	NameKey string // folded: names that read alike have the same
	Club    string
	City    string
	Email   string
	// AddressBefore is his last confirmed address as long as Email is not confirmed; ""
	// where it is, or needs no confirmation.
	AddressBefore string
	AccountID     *uuid.UUID
	AddedBy       *uuid.UUID // account; nil where that was not kept yet
	CreatedAt     time.Time
	Version       int
}

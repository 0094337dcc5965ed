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
	NameKey string // folded: similar names have the same
	// ClubID is their present club; nil for none. Club is its name.
	ClubID *league.ClubID
	Club   string
	City   string
	Email  string
	// AddressBefore is their last confirmed address while Email is unconfirmed; "" if Email is
	// confirmed, or needs no confirmation.
	AddressBefore string
	AccountID     *uuid.UUID // of the person
	// KeptAs is the kept record of the same person, if this one is an alias; nil otherwise.
	KeptAs    *league.PlayerID
	BirthYear int // 0: not known
	// Initials reports that the player is a minor, whose name is shown to the public as initials.
	Initials  bool
	AddedBy   *uuid.UUID // account; nil if it was not recorded
	CreatedAt time.Time
	ErasedAt  *time.Time // nil unless the record was erased
	Version   int
}

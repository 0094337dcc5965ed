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
	// ClubID is the club in which they are today; nil: none. Club is its name.
	ClubID *league.ClubID
	Club   string
	City   string
	Email  string
	// AddressBefore is their last confirmed address as long as Email is not confirmed;
	// "" where it is, or needs no confirmation.
	AddressBefore string
	AccountID     *uuid.UUID // of the person
	// KeptAs is the record that is kept for this one too, which is an alias then; nil for others.
	KeptAs    *league.PlayerID
	BirthYear int // 0: not known
	// Initials reports that the player is a minor, of whom the public reads only initials.
	Initials  bool
	AddedBy   *uuid.UUID // account; nil where that was not kept yet
	CreatedAt time.Time
	ErasedAt  *time.Time // nil: it names a person
	Version   int
}

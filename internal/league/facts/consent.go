package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Purpose is a purpose of a consent.
type Purpose string

// The purposes.
const (
	FullName Purpose = "full-name" // a minor is named in full in public
	Profile  Purpose = "profile"   // the player's page shows more than results and ranks
	Photos   Purpose = "photos"    // photos with the person in them are published
	Letters  Purpose = "letters"   // letters about other tournaments
)

// Purposes lists all purposes, in the order in which they are shown.
var Purposes = []Purpose{FullName, Profile, Photos, Letters}

// Consent records that a person, or a guardian for them, has agreed to a purpose.
type Consent struct {
	ID       uuid.UUID
	PlayerID league.PlayerID // the record at the time of the consent
	Purpose  Purpose
	// TextVersion is the number of the text that they agreed to.
	TextVersion  int
	Guardian     string // who has agreed for them; "" if they agreed themselves
	Proof        string // the proof; "" if given with their own account
	GivenOn      rules.Day
	RecordedByID uuid.UUID // the account
	RecordedBy   string    // name of the account
	RecordedAt   time.Time
	// WithdrawnAt is nil while the consent is not withdrawn.
	WithdrawnAt     *time.Time
	WithdrawnBy     string // name of the account; "" while it is not withdrawn
	WithdrawnReason string
}

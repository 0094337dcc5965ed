package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Purpose names what somebody agrees to.
type Purpose string

// The purposes.
const (
	FullName Purpose = "full-name" // a minor is named in full in public
	Profile  Purpose = "profile"   // the page of the player shows more than results and ranks
	Photos   Purpose = "photos"    // photos with the person in them are published
	Letters  Purpose = "letters"   // letters about other tournaments
)

// Purposes are all of them, in the order in which they are told.
var Purposes = []Purpose{FullName, Profile, Photos, Letters}

// Consent records that somebody, or a guardian for them, has agreed to a purpose.
type Consent struct {
	ID       uuid.UUID
	PlayerID league.PlayerID // the record with which it was recorded
	Purpose  Purpose
	// TextVersion is the number of the text to which they agreed.
	TextVersion int
	Guardian    string // who has agreed for them; "": they themselves
	Proof       string // by what it is known; "": by their own account
	GivenOn     rules.Day
	RecordedBy  string // name of the account
	RecordedAt  time.Time
	// WithdrawnAt is nil as long as it is not withdrawn.
	WithdrawnAt     *time.Time
	WithdrawnBy     string // name of the account; "" as long as it is not withdrawn
	WithdrawnReason string
}

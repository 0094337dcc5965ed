package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// PhotoState names a step on the way of a photo.
type PhotoState string

// The states of a photo.
const (
	PhotoUploading  PhotoState = "uploading"
	PhotoProcessing PhotoState = "processing" // it has arrived
	PhotoReady      PhotoState = "ready"      // its pictures are made
	PhotoRefused    PhotoState = "refused"    // it is none that is taken, or did not arrive in time
)

// Photo is one of an event.
type Photo struct {
	ID      uuid.UUID
	EventID league.EventID
	Kind    string
	Round   *int
	Alt     string // what is to be seen on it
	PhotoConsent
	TakenAt         *time.Time // as its sender says
	State           PhotoState
	Refusal         *league.Grounds // nil if it is not refused
	Bytes           int             // as announced
	Received        int             // of them
	Digest          string          // SHA-256 as announced, hexadecimal; "" for none
	PageDigest      string          // SHA-256 of the picture as it is shown; "" before
	PageWidth       int
	PageHeight      int
	ThumbnailDigest string
	ThumbnailWidth  int
	ThumbnailHeight int
	CreatedBy       uuid.UUID
	CreatedAt       time.Time
	ReceivedAt      *time.Time // the last byte
	HiddenAt        *time.Time
	HiddenBy        *uuid.UUID
	RemovedAt       *time.Time
	RemovedBy       *uuid.UUID
	RemovedReason   string
	Withheld        Withheld
	Version         int
}

// Withheld is the reason for which a photo is kept from the public because of somebody who is named on it; "" where
// nothing keeps it, as on one on which nobody is named.
type Withheld string

// The reasons for which a photo is kept from the public.
const (
	WithoutConsent  Withheld = "photo-consent-missing"  // somebody does not agree, or no more
	WithoutGuardian Withheld = "photo-guardian-missing" // no guardian of a minor agrees, or no more
	AskedOff        Withheld = "photo-asked-off"        // somebody has asked to be taken off
	ErasedPerson    Withheld = "photo-of-erased"        // somebody who was on it was erased
)

// PersonOnPhoto is a person who is named on a photo, by one record of theirs or by several.
type PersonOnPhoto struct {
	PhotoID    uuid.UUID
	EventID    league.EventID
	PersonID   league.PlayerID   // the record that is kept for them
	Records    []league.PlayerID // by which they are named
	Name       string
	Initials   bool       // see [Player.Initials]
	Born       int        // the latest year of birth among their records; 0 where none is known
	Agreed     []Consent  // to photos, by any record, without those that were withdrawn
	NamedAt    time.Time  // first
	AskedOffAt *time.Time // nil as long as they do not ask to be taken off
}

// AskedOffPhoto is a photo from which somebody who is named on it asks to be taken off.
type AskedOffPhoto struct {
	PhotoID uuid.UUID
	EventID league.EventID
	Name    string    // of who has asked first
	AskedAt time.Time // that was
	People  int       // who ask
}

// PhotoConsent is the statement that those on a photo agree to its publication.
type PhotoConsent struct {
	PeopleAgree    bool // everybody who can be recognized
	Minors         bool // there are some on it
	GuardiansAgree bool // those of the minors
}

// Public reports whether everybody may see the photo. Package leaguedb selects by the
// same terms.
func (p Photo) Public() bool {
	return p.State == PhotoReady && p.HiddenAt == nil && p.RemovedAt == nil && p.PeopleAgree && (!p.Minors || p.GuardiansAgree) && p.Withheld == ""
}

// Document records that an event's document of a kind was received: a photo whose
// pictures were made. It stands when the photo is hidden or removed later, with what
// became of it.
type Document struct {
	EventID    league.EventID
	PhotoID    uuid.UUID
	Kind       string // of those that the ruleset asks for, or another
	Round      *int   // in which it was taken; nil if nobody said so
	ReceivedAt time.Time
	Hidden     bool
	Removed    bool
}

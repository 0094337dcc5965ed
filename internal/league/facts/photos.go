package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// PhotoState is the state of a photo.
type PhotoState string

// The states of a photo.
const (
	PhotoUploading  PhotoState = "uploading"
	PhotoProcessing PhotoState = "processing" // it has arrived
	PhotoReady      PhotoState = "ready"      // its pictures are made
	PhotoRefused    PhotoState = "refused"    // not accepted, or not received in time
)

// Photo is a photo of an event.
type Photo struct {
	ID      uuid.UUID
	EventID league.EventID
	Kind    string
	Round   *int
	Alt     string // description
	PhotoConsent
	TakenAt         *time.Time // as given by the sender
	State           PhotoState
	Refusal         *league.Grounds // nil if it is not refused
	Bytes           int             // as announced
	Received        int             // bytes received
	Digest          string          // SHA-256 as announced, hexadecimal; "" for none
	PageDigest      string          // SHA-256 of the displayed picture; "" before it is made
	PageWidth       int
	PageHeight      int
	ThumbnailDigest string
	ThumbnailWidth  int
	ThumbnailHeight int
	CreatedBy       uuid.UUID
	CreatedAt       time.Time
	ReceivedAt      *time.Time // when the last byte came
	HiddenAt        *time.Time
	HiddenBy        *uuid.UUID
	RemovedAt       *time.Time
	RemovedBy       *uuid.UUID
	RemovedReason   string
	Withheld        Withheld
	Version         int
}

// Withheld is the reason for which a photo is hidden from the public because of a person named on
// it; "" if there is none, as for a photo on which nobody is named.
type Withheld string

// The reasons for which a photo is withheld from the public.
const (
	WithoutConsent  Withheld = "photo-consent-missing"  // a person does not agree, or no longer
	WithoutGuardian Withheld = "photo-guardian-missing" // no guardian of a minor agrees, or no longer
	AskedOff        Withheld = "photo-asked-off"        // a person has asked to be taken off
	ErasedPerson    Withheld = "photo-of-erased"        // a person named on it was erased
)

// PersonOnPhoto is a person who is named on a photo, by one or several of their records.
type PersonOnPhoto struct {
	PhotoID    uuid.UUID
	EventID    league.EventID
	PersonID   league.PlayerID   // their kept record
	Records    []league.PlayerID // those by which they are named
	Name       string
	Initials   bool       // see [Player.Initials]
	Born       int        // the latest year of birth among their records; 0 where none is known
	Agreed     []Consent  // to photos, by any record, without withdrawn consents
	NamedAt    time.Time  // first
	AskedOffAt *time.Time // nil while they have not asked to be taken off
}

// AskedOffPhoto is a photo from which at least one person named on it asks to be taken off.
type AskedOffPhoto struct {
	PhotoID uuid.UUID
	EventID league.EventID
	Name    string    // of the first to ask
	AskedAt time.Time // when the first one asked
	People  int       // number of people who ask
}

// PhotoConsent is the uploader's statement that the people on a photo agree to its publication.
type PhotoConsent struct {
	PeopleAgree    bool // everybody who can be recognized
	Minors         bool // there are minors on it
	GuardiansAgree bool // the guardians of the minors agree
}

// Public reports whether everybody may see the photo. Package leaguedb selects by the same
// conditions.
func (p Photo) Public() bool {
	return p.State == PhotoReady && p.HiddenAt == nil && p.RemovedAt == nil && p.PeopleAgree && (!p.Minors || p.GuardiansAgree) && p.Withheld == ""
}

// Document records that an event's document of a kind was received: a photo whose pictures were
// made. The record is kept if the photo is hidden or removed later, with that state.
type Document struct {
	EventID    league.EventID
	PhotoID    uuid.UUID
	Kind       string // one that the ruleset demands, or another
	Round      *int   // in which it was taken; nil if not given
	ReceivedAt time.Time
	Hidden     bool
	Removed    bool
}

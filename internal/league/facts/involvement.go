package facts

import (
	"github.com/google/uuid"

	"referto/internal/league"
)

// Involvement is something that somebody had to do with an event.
type Involvement struct {
	EventID   league.EventID
	AccountID uuid.UUID
	As        InvolvedAs `db:"involved_as"`
}

// InvolvedAs names what somebody had to do with an event.
type InvolvedAs string

// The ways of being involved in an event.
const (
	AsOrganizer InvolvedAs = "organizer" // by an office on its day or now
	AsDrafter   InvolvedAs = "drafter"   // of an event without another organizer
	AsReferee   InvolvedAs = "referee"   // as the organizer
	AsEntrant   InvolvedAs = "entrant"
	AsRecorder  InvolvedAs = "recorder" // of the ranking that stands, or who corrected who was there
	AsReporter  InvolvedAs = "reporter" // who sent the last report
)

package facts

import (
	"github.com/google/uuid"

	"referto/internal/league"
)

// Involvement is a person's role in an event.
type Involvement struct {
	EventID   league.EventID
	AccountID uuid.UUID
	As        InvolvedAs `db:"involved_as"`
}

// InvolvedAs is the kind of a person's role in an event.
type InvolvedAs string

// The ways of being involved in an event.
const (
	AsOrganizer InvolvedAs = "organizer" // by an office on its day or at present
	AsDrafter   InvolvedAs = "drafter"   // of an event without another organizer
	AsReferee   InvolvedAs = "referee"   // by an office, as the organizer
	AsEntrant   InvolvedAs = "entrant"
	AsRecorder  InvolvedAs = "recorder" // of the present ranking, or corrector of the attendance
	AsReporter  InvolvedAs = "reporter" // sender of the last report
)

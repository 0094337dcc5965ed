package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Unkept holds the last entry of a player in an event that has begun, if they may have lapsed: the
// entry is a no-show, was cancelled, or the player left.
type Unkept struct {
	EventID          league.EventID
	EventTitle       string
	StartsAt         time.Time
	TimeZone         string // of its venue
	RulesetVersionID uuid.UUID
	Readings         map[string]string
	Entry            int // start number
	PlayerID         league.PlayerID
	State            EntryState
	CancelledAt      *time.Time
	HeldSeat         bool // when it was cancelled
	Withdrawal       *uuid.UUID
	LeftAt           *time.Time
	Unexcused        bool // recorded as leaving without good reason
	BanID            *league.BanID
	BanOutcome       BanOutcome // the standing outcome; "" without a case about the leaving
	ExcuseNumber     int        // number of the last decision about the reason; 0 for none
	Excused          bool       // the outcome of that decision
	ExcuseReason     string
	ExcuseAt         *time.Time
}

// Excuse is a decision about the reason for a lapse. The latest number counts.
type Excuse struct {
	Number    int
	Excused   bool // for a good reason; false revokes that
	Reason    string
	DecidedAt time.Time
}

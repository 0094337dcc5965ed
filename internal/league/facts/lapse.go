package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Unkept holds the last entry of a player in an event that has begun, where they may not
// have kept it: it counts as no-show, was taken back, or they have left.
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
	HeldSeat         bool // when it was taken back
	Withdrawal       *uuid.UUID
	LeftAt           *time.Time
	Unexcused        bool // said to have left without good reason
	BanID            *league.BanID
	BanOutcome       BanOutcome // that stands; "" without a case about the leaving
	ExcuseNumber     int        // of the last decision about the reason; 0: none
	Excused          bool       // by it
	ExcuseReason     string
	ExcuseAt         *time.Time
}

// Excuse is a decision about the reason for which somebody has not kept an entry. The
// latest number counts.
type Excuse struct {
	Number    int
	Excused   bool // for a good reason; false takes that back
	Reason    string
	DecidedAt time.Time
}

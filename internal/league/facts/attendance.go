package facts

import (
	"time"

	"github.com/google/uuid"
)

// Attendance is an entry that does not come to a round, or comes late to it.
type Attendance struct {
	ID            uuid.UUID
	Ordinal       int // in the order recorded, from 1
	Entry         int
	Round         int
	MinutesLate   *int   // nil: absent
	AfterDraw     int    // 0: known before the draw; else the ordinal of the first recorded with it
	GivenBy       string // name
	GivenAt       time.Time
	RevokedAt     *time.Time
	RevokedReason string
}

// Apart is a pair of entries that must not sit at one table.
type Apart struct {
	ID            uuid.UUID
	Ordinal       int // in the order recorded, from 1
	Entry         int // the lower start number
	Other         int
	Relation      string
	AfterRound    int    // number of rounds drawn when it was recorded
	UntilRound    *int   // number of rounds drawn when it was revoked; nil while it holds
	GivenBy       string // name
	GivenAt       time.Time
	RevokedAt     *time.Time
	RevokedReason string
}

package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Leaving is a withdrawal without good reason that was reported.
type Leaving struct {
	EventID      league.EventID
	WithdrawalID uuid.UUID
	GivenAt      time.Time
	BanID        *league.BanID // the case in which it was decided about; nil while it waits
	Barred       bool          // until it is decided
}

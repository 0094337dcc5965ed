package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
)

// Leaving is a reported withdrawal without good reason.
type Leaving struct {
	EventID      league.EventID
	WithdrawalID uuid.UUID
	GivenAt      time.Time
	BanID        *league.BanID // the case that decided about it; nil while it waits
	Barred       bool          // barred until the decision
}

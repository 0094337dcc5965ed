package facts

import (
	"time"

	"github.com/google/uuid"
)

// SeasonClosing is a season as it was when it was closed.
type SeasonClosing struct {
	Version  int    // of the season that was closed
	Document []byte // package frozen
	Digest   []byte // SHA-256 of the document
	ClosedBy uuid.UUID
	ClosedAt time.Time
}

package facts

import (
	"time"

	"github.com/google/uuid"
)

// SeasonClosing is the frozen state of a season at its closing.
type SeasonClosing struct {
	Version  int    // of the closed season
	Document []byte // package frozen
	Digest   []byte // SHA-256 of the document
	ClosedBy uuid.UUID
	ClosedAt time.Time
}

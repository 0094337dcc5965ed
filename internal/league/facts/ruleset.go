package facts

import (
	"encoding/json"
	"time"

	"github.com/google/uuid"
)

// Ruleset is a tenant's own ruleset with its draft.
type Ruleset struct {
	Key          string // its id in the document
	Draft        json.RawMessage
	DraftVersion int // from 1
	Published    int // number of the latest published version; 0 for none
	CreatedBy    uuid.UUID
	CreatedAt    time.Time
	ChangedAt    time.Time
	ArchivedAt   *time.Time
}

// RulesetVersion is a ruleset as events use it.
type RulesetVersion struct {
	ID       uuid.UUID
	Key      string // the ruleset's id
	Code     string
	Name     string
	Version  int
	Digest   string // SHA-256 of the document, hexadecimal
	Document json.RawMessage
}

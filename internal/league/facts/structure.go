package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Structure is a structure that was agreed instead of the formula's.
type Structure struct {
	ID         uuid.UUID
	Rounds     int
	Semifinal  bool
	Final      bool
	Advance    int
	Reason     string
	ProposedBy string // name
	// ProposedByInitials reports that they are shown by their initials ([Player.Initials]).
	ProposedByInitials bool
	ProposedAt         time.Time
	ApprovedBy         *string // name
	// ApprovedByInitials reports that they are shown by their initials.
	ApprovedByInitials bool
	ApprovedAt         *time.Time
}

// Rules is the structure as the engines read it.
func (s Structure) Rules() rules.Structure {
	return rules.Structure{Rounds: s.Rounds, Semifinal: s.Semifinal, Final: s.Final, Advance: s.Advance}
}

// Previous is one line of the standings of the event before.
type Previous struct {
	Position  int
	PlayerID  league.PlayerID
	Player    string          // name
	Initials  bool            // see [Player.Initials]
	FromEvent *league.EventID // whose standings they are; nil: as the organizer has them
}

package facts

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/rules"
)

// Structure is an agreed structure instead of the formula's.
type Structure struct {
	ID         uuid.UUID
	Rounds     int
	Semifinal  bool
	Final      bool
	Advance    int
	Reason     string
	ProposedBy string // name
	// ProposedByInitials reports that the name is shown as initials ([Player.Initials]).
	ProposedByInitials bool
	ProposedAt         time.Time
	ApprovedBy         *string // name
	// ApprovedByInitials reports that the name is shown as initials.
	ApprovedByInitials bool
	ApprovedAt         *time.Time
}

// Rules returns the structure in the engines' form.
func (s Structure) Rules() rules.Structure {
	return rules.Structure{Rounds: s.Rounds, Semifinal: s.Semifinal, Final: s.Final, Advance: s.Advance}
}

// Previous is one line of the standings of the previous event.
type Previous struct {
	Position  int
	PlayerID  league.PlayerID
	Player    string          // name
	Initials  bool            // see [Player.Initials]
	FromEvent *league.EventID // the event of the standings; nil if given by the organizer
}

package facts

import (
	"github.com/google/uuid"

	"referto/internal/league"
)

// PlayerLabel is a player of the register in the form of lists.
type PlayerLabel struct {
	ID        league.PlayerID
	Name      string
	Initials  bool // see [Player.Initials]
	Club      string
	AccountID *uuid.UUID
	Reached   bool // they can receive letters
}

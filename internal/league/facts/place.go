package facts

import (
	"github.com/google/uuid"

	"referto/internal/league"
)

// PlayerLabel is somebody of the register as lists show them.
type PlayerLabel struct {
	ID        league.PlayerID
	Name      string
	Initials  bool // see [Player.Initials]
	Club      string
	AccountID *uuid.UUID
	Reached   bool // a letter reaches them
}

package facts

import (
	"github.com/google/uuid"

	"referto/internal/league"
)

// PlayerLabel is somebody of the register as lists show him.
type PlayerLabel struct {
	ID        league.PlayerID
	Name      string
	Club      string
	AccountID *uuid.UUID
	Reached   bool // a letter reaches him
}

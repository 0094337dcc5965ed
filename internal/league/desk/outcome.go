package desk

import (
	"referto/internal/league"

	"github.com/google/uuid"
)

func Uuids(players []league.PlayerID) []uuid.UUID {
	out := make([]uuid.UUID, len(players))
	for i, p := range players {
		out[i] = p.UUID
	}
	return out
}

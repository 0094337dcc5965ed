package desk

import (
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
	"time"

	"github.com/google/uuid"
)

// LoadInvolvements loads what an account had to do with events at a moment; [uuid.Nil] is
// everybody.
func LoadInvolvements(door tenantdb.Door, events []facts.Event, account uuid.UUID, now time.Time) ([]facts.Involvement, error) {
	ids := make([]uuid.UUID, len(events))
	for i, e := range events {
		ids[i] = e.ID.UUID
	}
	var out []facts.Involvement
	b := &tenantdb.Batch{}
	leaguedb.LoadInvolvements(b, &out, ids, account, now)
	return out, door.Send(b)
}

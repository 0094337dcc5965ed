package desk

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/facts"
	"referto/internal/league/homologation"
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// Parts are what people had to do with some events.
type Parts []facts.Involvement

// LoadParts loads what an account had to do with events at a moment; [uuid.Nil] is
// everybody.
func LoadParts(door tenantdb.Door, events []facts.Event, account uuid.UUID, now time.Time) (Parts, error) {
	ids := make([]uuid.UUID, len(events))
	for i, e := range events {
		ids[i] = e.ID.UUID
	}
	var out Parts
	b := &tenantdb.Batch{}
	leaguedb.LoadInvolvements(b, (*[]facts.Involvement)(&out), ids, account, now)
	return out, door.Send(b)
}

// Own tells why an event of the season is somebody's own; see [homologation.Own].
func (s *Season) Own(e facts.Event, account uuid.UUID, had Parts) []league.Grounds {
	return homologation.Own(s.RulesOf(e), e.ID, account, had)
}

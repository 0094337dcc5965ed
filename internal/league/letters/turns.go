package letters

import (
	"slices"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/outbox"
)

// NotifyTurns queues letters to the players whose convocations an act has ended or brought back, except those
// who get another letter about it.
func NotifyTurns(later *outbox.Outbox, c *gate.Call, done desk.Followed, notified ...league.PlayerID) error {
	for _, turn := range done.Turns() {
		if slices.Contains(notified, turn.Convocation.PlayerID) {
			continue
		}
		letter := ConvocationTurn{Tenant: c.Tenant.ID, Season: done.After.Season.ID, Convocation: turn.Convocation.ID, Ended: turn.Ended}
		if err := later.Insert(c.Tx(), letter); err != nil {
			return err
		}
	}
	return nil
}

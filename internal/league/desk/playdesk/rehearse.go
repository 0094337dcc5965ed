package playdesk

import (
	"fmt"
	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/tenant/tenantdb"
)

// VoidGame declares void a game whose result has been written down, for a reason;
// it is a correction of that result. A regulation that knows no void games refuses
// it, as it refuses any result.
func (d Desk) VoidGame(tx tenantdb.Tx, act desk.Act, id league.EventID, round, table int, void league.Void, reason string) (*desk.Stage, error) {
	s, err := d.Open(tx, id)
	if err != nil {
		return nil, err
	}
	t := s.Table(round, table)
	if t == nil {
		return nil, fmt.Errorf("round %d table %d: %w", round, table, league.ErrNotFound)
	}
	var result league.Result
	if t.Result != nil {
		result = t.Result.Result
	}
	result.Void = &void
	return d.CorrectResult(tx, act, id, round, table, func(int) bool { return true }, result, reason)
}

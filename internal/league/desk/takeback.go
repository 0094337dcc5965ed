package desk

import (
	"errors"
	"time"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/officiating"
	"referto/internal/tenant/tenantdb"
)

// MayTakeBack refuses whatever [officiating.MayTakeBack] refuses, and adds the name of the person who did the
// step that stands.
func MayTakeBack(tx tenantdb.Tx, id league.EventID, operation string, meant time.Time, stands *time.Time) error {
	refusal := officiating.MayTakeBack(meant, stands)
	var state *league.StateError
	if !errors.As(refusal, &state) {
		return refusal
	}
	by := ""
	b := &tenantdb.Batch{}
	leaguedb.LoadLastActor(b, &by, id, operation)
	if err := tx.Send(b); err != nil {
		return err
	}
	state.Current["by"] = by
	return state
}

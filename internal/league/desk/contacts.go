package desk

import (
	"referto/internal/league/leaguedb"
	"referto/internal/tenant/tenantdb"
)

// NextRevisions gives every season that is not closed its next revision and has it told:
// something has changed that concerns them all, such as who may not take part.
func NextRevisions(tx tenantdb.Tx) error {
	var seasons []leaguedb.SeasonRevision
	b := &tenantdb.Batch{}
	leaguedb.NextRevisions(b, &seasons)
	if err := tx.Send(b); err != nil {
		return err
	}
	for i := range seasons {
		tx.Tell(seasons[i].ID.UUID, &seasons[i].Revision)
	}
	return nil
}

package desk

import (
	"time"

	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/leaguedb"
	"referto/internal/league/people"
	"referto/internal/tenant/tenantdb"
)

// RefreshInitials recomputes which people are shown by their initials in public: the given ones, by the records
// that are kept for them, or with nil everybody in the register. Whatever shows a person for whom this changes
// gets its next revision and is published. It returns the number of changed records.
func RefreshInitials(tx tenantdb.Tx, now time.Time, players []league.PlayerID) (int, error) {
	if _, err := RefreshPhotosOf(tx, now, players); err != nil { // minors agree otherwise to photos, too
		return 0, err
	}
	var country string
	b := &tenantdb.Batch{}
	leaguedb.LoadCountry(b, &country)
	if err := tx.Send(b); err != nil {
		return 0, err
	}
	var changed []leaguedb.ShownAnew
	b = &tenantdb.Batch{}
	leaguedb.SetInitials(b, &changed, people.MinorsFrom(country, now), players)
	if err := tx.Send(b); err != nil || len(changed) == 0 {
		return 0, err
	}
	return len(changed), ShowAnew(tx, changed...)
}

// ShowAnew raises and publishes everything that shows the people of these records, or shows acts done with
// their accounts.
func ShowAnew(tx tenantdb.Tx, records ...leaguedb.ShownAnew) error {
	var players []league.PlayerID
	var accounts []uuid.UUID
	for _, r := range records {
		players = append(players, r.ID)
		if r.AccountID != nil {
			accounts = append(accounts, *r.AccountID)
		}
	}
	var raised []leaguedb.Raised
	b := &tenantdb.Batch{}
	leaguedb.RaiseEventsOf(b, &raised, players)
	if len(accounts) > 0 { // most people have no account, so draws and results need not be searched
		leaguedb.RaiseEventsRunBy(b, &raised, accounts)
	}
	leaguedb.ShowAnew(b, &raised)
	err := tx.Send(b)
	PublishRaised(tx, raised)
	return err
}

package seasondesk

import (
	"github.com/google/uuid"

	"referto/internal/league"
	"referto/internal/league/desk"
	"referto/internal/league/facts"
	"referto/internal/league/leaguedb"
	"referto/internal/league/leaguelog"
	"referto/internal/tenant/tenantdb"
)

// GiveContactData stores the data by which the acting regional contact can be reached, for the seasons that
// publish it; empty data remove the stored ones. It returns [tenantdb.ErrNotFound] if the acting person is not
// the contact of the region, or if there is nothing to remove.
func (d Desk) GiveContactData(tx tenantdb.Tx, act desk.Act, region league.RegionID, data facts.ContactData) error {
	var own *leaguedb.OwnOffice
	b := &tenantdb.Batch{}
	leaguedb.LoadOwnOffice(b, &own, act.By, region.UUID, act.Now)
	if err := tx.Send(b); err != nil {
		return err
	}
	if own == nil || own.ContactData == data && data == (facts.ContactData{}) {
		return tenantdb.ErrNotFound
	}
	if own.ContactData == data {
		return nil
	}
	b = &tenantdb.Batch{}
	leaguedb.KeepContactData(b, own.GrantID, data, act.Now)
	if err := tx.Send(b); err != nil {
		return err
	}
	if err := desk.NextRevisions(tx); err != nil { // their pages show it
		return err
	}
	act.Record.Log(uuid.Nil, leaguelog.ContactDataChanged{Region: region})
	act.Record.Audit("contact data of "+act.By.String(), "", given(region, own.ContactData), given(region, data))
	return nil
}

// given returns the fields that the audit records of contact data: which are given, and none of their values.
func given(region league.RegionID, d facts.ContactData) map[string]any {
	return map[string]any{"region": region, "mail": d.Mail != "", "telephone": d.Telephone != "", "city": d.City != ""}
}

package desk

import (
	"github.com/google/uuid"

	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/tenant/tenantdb"
)

// GiveContactData keeps by what the acting regional contact can be reached, for the
// seasons that publish it; empty data are those that he takes back. It returns
// [tenantdb.ErrNotFound] to who is not the contact of the region.
func (d *Desk) GiveContactData(tx tenantdb.Tx, act Act, region uuid.UUID, data leaguedb.ContactData) error {
	var own *leaguedb.OwnOffice
	b := &tenantdb.Batch{}
	leaguedb.LoadOwnOffice(b, &own, act.By, region, act.Now)
	if err := tx.Send(b); err != nil {
		return err
	}
	if own == nil {
		return tenantdb.ErrNotFound
	}
	if own.ContactData == data {
		return nil
	}
	var seasons []leaguedb.SeasonRevision // whose pages show it
	b = &tenantdb.Batch{}
	leaguedb.KeepContactData(b, own.GrantID, data, act.Now)
	leaguedb.NextRevisions(b, &seasons)
	if err := tx.Send(b); err != nil {
		return err
	}
	for _, s := range seasons {
		tx.Tell(s.ID.UUID, &s.Revision)
	}
	act.Record.Log("contact-data.changed", uuid.Nil, map[string]any{"region": region})
	act.Record.Audit("contact data of "+act.By.String(), "", given(region, own.ContactData), given(region, data))
	return nil
}

// given is what the audit keeps of contact data: which there are, and none of them.
func given(region uuid.UUID, d leaguedb.ContactData) map[string]any {
	return map[string]any{"region": region, "mail": d.Mail != "", "telephone": d.Telephone != "", "city": d.City != ""}
}

// Published is what a season makes public of what its regional contacts have given: what
// its ruleset names (CN09 1.2b), and nothing where it names nothing.
func (s *Season) Published(d leaguedb.ContactData) leaguedb.ContactData {
	for datum, text := range map[rules.ContactDatum]*string{
		rules.ContactMail: &d.Mail, rules.ContactTelephone: &d.Telephone, rules.ContactCity: &d.City,
	} {
		if !s.Rules.Season.Publishes(datum) {
			*text = ""
		}
	}
	return d
}

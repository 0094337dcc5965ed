package seasonapi

import (
	"context"

	"github.com/google/uuid"

	"referto/internal/authz"
	"referto/internal/authz/gate"
	"referto/internal/league/desk/seasondesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

// ListSeasonContacts lists the contacts for questions about a season, with the data that its ruleset makes
// public of the regional contacts.
func (a API) ListSeasonContacts(ctx context.Context, r openapi.ListSeasonContactsRequestObject) (openapi.ListSeasonContactsResponseObject, error) {
	c := gate.From(ctx)
	setup, err := a.seeSeason(c, r.Season)
	if err != nil {
		return nil, err
	}
	s, err := a.Desk.ViewSeason(c.Door(), r.Season)
	if err != nil {
		return nil, err
	}
	var contacts []leaguedb.Contact
	b := &tenantdb.Batch{}
	leaguedb.LoadContacts(b, &contacts, c.Now)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	regions := map[uuid.UUID]string{}
	for _, region := range setup.Regions {
		regions[region.ID.UUID] = region.Name
	}
	out, names := openapi.SeasonContactList{Items: []openapi.SeasonContact{}}, leagueapi.Words(c)
	for _, contact := range contacts {
		item := openapi.SeasonContact{Name: names.Player(contact.Name, contact.Initials), Role: openapi.Role(contact.Role)}
		if contact.RegionID == nil {
			item.Reach = s.Season.Contact
		} else {
			name, takesPart := regions[contact.RegionID.UUID]
			if !takesPart {
				continue
			}
			public := s.Published(contact.ContactData)
			item.Region = openapi.Region{Id: contact.RegionID.UUID, Name: name}
			item.Mail, item.Telephone, item.City = public.Mail, public.Telephone, public.City
		}
		out.Items = append(out.Items, item)
	}
	if of := s.Rules.Season; of != nil && len(of.Contacts.Publishes) > 0 {
		out.Publishes = openapi.Each(of.Contacts.Publishes, func(d rules.ContactDatum) openapi.ContactDatum { return openapi.ContactDatum(d) })
		out.Rule = openapi.Rule{Code: s.Rules.Code, Paragraph: of.Contacts.Paragraph}
	}
	return openapi.ListSeasonContacts200JSONResponse(out), nil
}

// mayGive refuses a caller who is not a contact of the region.
func mayGive(c *gate.Call, region uuid.UUID) error {
	return c.Can("contact:self", authz.Target{Tenant: c.Tenant.ID, Region: region}).Err()
}

// GetMyContactData returns the data that the caller has given as the contact of a region.
func (a API) GetMyContactData(ctx context.Context, r openapi.GetMyContactDataRequestObject) (openapi.GetMyContactDataResponseObject, error) {
	c := gate.From(ctx)
	var own *leaguedb.OwnOffice
	b := &tenantdb.Batch{}
	leaguedb.LoadOwnOffice(b, &own, c.Account(), r.Region, c.Now)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	if err := mayGive(c, r.Region); err != nil {
		return nil, err
	}
	if own == nil {
		return nil, tenantdb.ErrNotFound
	}
	return openapi.GetMyContactData200JSONResponse(views.ContactData(own.ContactData)), nil
}

// GiveContactData takes the data by which the caller can be reached as the contact of
// a region.
func (a API) GiveContactData(ctx context.Context, r openapi.GiveContactDataRequestObject) (openapi.GiveContactDataResponseObject, error) {
	c := gate.From(ctx)
	data := facts.ContactData{Mail: r.Body.Mail, Telephone: r.Body.Telephone}
	if r.Body.City != "" {
		var err error
		if data.City, err = oneline.Clean(r.Body.City); err != nil {
			return nil, err
		}
	}
	if err := a.give(c, r.Region, data); err != nil {
		return nil, err
	}
	return openapi.GiveContactData200JSONResponse(views.ContactData(data)), nil
}

// WithdrawContactData removes the data that the caller has given.
func (a API) WithdrawContactData(ctx context.Context, r openapi.WithdrawContactDataRequestObject) (openapi.WithdrawContactDataResponseObject, error) {
	return openapi.WithdrawContactData204Response{}, a.give(gate.From(ctx), r.Region, facts.ContactData{})
}

func (a API) give(c *gate.Call, region uuid.UUID, data facts.ContactData) error {
	if err := c.Identify(); err != nil { // grants come with the first answer
		return err
	}
	if err := mayGive(c, region); err != nil {
		return err
	}
	return seasondesk.At(a.Desk).GiveContactData(c.Tx(), leagueapi.Act(c), regionID(region), data)
}

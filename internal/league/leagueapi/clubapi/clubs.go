package clubapi

import (
	"bytes"
	"context"
	"errors"
	"strconv"
	"strings"

	"github.com/google/uuid"

	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/clubs"
	"referto/internal/league/desk/clubdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/rules"
	"referto/internal/league/views"
	"referto/internal/oneline"
	"referto/internal/tenant"
	"referto/internal/tenant/registrydb"
	"referto/internal/tenant/tenantdb"
	"referto/openapi"
)

func (a API) room() clubdesk.Desk { return clubdesk.At(a.Desk) }

// tableRows bounds the rows of a list that is asked for as a table.
const tableRows = 5000

// ListPlayerClubs lists the clubs by name.
func (a API) ListPlayerClubs(ctx context.Context, r openapi.ListPlayerClubsRequestObject) (openapi.ListPlayerClubsResponseObject, error) {
	c, asked := gate.From(ctx), strings.Fields(r.Params.Name)
	list := leagueapi.ListName("player-clubs", c.Tenant.ID.String(), strconv.FormatBool(r.Params.Closed), strings.Join(asked, " "))
	var after string
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	most, table := leagueapi.Limit(r.Params.Limit), r.Params.Format == openapi.ListPlayerClubsParamsFormatCsv
	if table {
		most, after = tableRows, ""
	}
	found := []leaguedb.CountedClub{}
	if r.Params.Name == "" || len(asked) > 0 { // nothing is called by spaces alone
		b := &tenantdb.Batch{}
		leaguedb.LoadCountedClubs(b, &found, asked, r.Params.Closed, after, most+1)
		if err := c.Door().Send(b); err != nil {
			return nil, err
		}
	}
	page := openapi.PlayerClubPage{}
	if len(found) > most {
		found = found[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, found[most-1].NameKey))
	}
	page.Items = openapi.Each(found, views.PlayerClub)
	if table {
		body, err := views.ClubsCSV(leagueapi.Words(c), page.Items)
		return openapi.ListPlayerClubs200TextcsvResponse{Body: bytes.NewReader(body), ContentLength: int64(len(body))}, err
	}
	return openapi.ListPlayerClubs200JSONResponse(page), nil
}

// GetPlayerClub answers with one club.
func (a API) GetPlayerClub(ctx context.Context, r openapi.GetPlayerClubRequestObject) (openapi.GetPlayerClubResponseObject, error) {
	c := gate.From(ctx)
	found, err := a.room().Club(c.Door(), r.Club)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(found.Version))
	return openapi.GetPlayerClub200JSONResponse(views.PlayerClub(found)), nil
}

// CreatePlayerClub adds a club.
func (a API) CreatePlayerClub(ctx context.Context, r openapi.CreatePlayerClubRequestObject) (openapi.CreatePlayerClubResponseObject, error) {
	c := gate.From(ctx)
	name, err := oneline.Clean(r.Body.Name)
	if err != nil {
		return nil, err
	}
	is, err := tenantOf(c, r.Body.Tenant)
	if err != nil {
		return nil, err
	}
	made, err := a.room().AddClub(c.Tx(), leagueapi.Act(c), facts.Club{
		Name: name, ShortName: clubs.Name(r.Body.ShortName), City: clubs.Name(r.Body.City), TenantID: is, Founded: r.Body.Founded,
	})
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(made.Version))
	return openapi.CreatePlayerClub201JSONResponse(views.PlayerClub(made)), nil
}

// tenantOf returns the tenant of a club, by slug or id: an affiliated club, or this tenant. Any other tenant is
// refused like one that does not exist.
func tenantOf(c *gate.Call, slugOrID string) (*uuid.UUID, error) {
	if slugOrID == "" {
		return nil, nil
	}
	unknown := league.Faults{{Field: "/tenant", Grounds: league.Grounds{Reason: "club-tenant-unknown"}}}
	found, err := registrydb.Lookup(c.Tx(), slugOrID)
	if errors.Is(err, tenant.ErrNotFound) || err == nil && found.Kind != tenant.Club {
		return nil, unknown
	}
	if err != nil {
		return nil, err
	}
	if found.ID == c.Tenant.ID {
		return &found.ID, nil
	}
	affiliated, err := registrydb.IsAffiliated(c.Tx(), found.ID)
	if err == nil && !affiliated {
		err = unknown
	}
	return &found.ID, err
}

// UpdatePlayerClub changes the data of a club.
func (a API) UpdatePlayerClub(ctx context.Context, r openapi.UpdatePlayerClubRequestObject) (openapi.UpdatePlayerClubResponseObject, error) {
	c := gate.From(ctx)
	name := r.Body.Name
	if name != "" {
		var err error
		if name, err = oneline.Clean(name); err != nil {
			return nil, err
		}
	}
	var is *uuid.UUID
	if r.Body.Tenant != nil {
		var err error
		if is, err = tenantOf(c, *r.Body.Tenant); err != nil {
			return nil, err
		}
	}
	done, err := a.room().ChangeClub(c.Tx(), leagueapi.Act(c), r.Club, leagueapi.From(r.Params.IfMatch), func(f *facts.Club) {
		if name != "" {
			f.Name = name
		}
		if r.Body.ShortName != nil {
			f.ShortName = clubs.Name(*r.Body.ShortName)
		}
		if r.Body.City != nil {
			f.City = clubs.Name(*r.Body.City)
		}
		if r.Body.Tenant != nil {
			f.TenantID = is
		}
		if r.Body.Founded != 0 {
			f.Founded = r.Body.Founded
		}
	})
	if err != nil {
		return nil, err
	}
	return openapi.UpdatePlayerClub200JSONResponse(a.changed(c, done)), nil
}

// changed publishes the events that show a changed club, and returns the club.
func (a API) changed(c *gate.Call, done clubdesk.Changed) openapi.PlayerClub {
	for _, e := range done.Events {
		a.Reached(c, e.ID, e.Revision)
	}
	c.ETag(gate.Version(done.Club.Version))
	return views.PlayerClub(done.Club)
}

// ClosePlayerClub closes a club.
func (a API) ClosePlayerClub(ctx context.Context, r openapi.ClosePlayerClubRequestObject) (openapi.ClosePlayerClubResponseObject, error) {
	c := gate.From(ctx)
	done, err := a.room().CloseClub(c.Tx(), leagueapi.Act(c), r.Club, views.DayOf(r.Body.From), r.Body.Reason)
	if err != nil {
		return nil, err
	}
	return openapi.ClosePlayerClub200JSONResponse(a.changed(c, done)), nil
}

// memberPosition marks the end of a page of members.
type memberPosition struct {
	Key string
	ID  uuid.UUID
	Day string // the first of the membership; "" where that is not known, which is no [rules.Day]
}

// ListClubMembers lists the current or the former members of a club.
func (a API) ListClubMembers(ctx context.Context, r openapi.ListClubMembersRequestObject) (openapi.ListClubMembersResponseObject, error) {
	c := gate.From(ctx)
	list := leagueapi.ListName("club-members", c.Tenant.ID.String(), r.Club.String(), strconv.FormatBool(r.Params.Former))
	var after memberPosition
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &after); err != nil {
		return nil, err
	}
	most, table := leagueapi.Limit(r.Params.Limit), r.Params.Format == openapi.ListClubMembersParamsFormatCsv
	if table {
		most, after = tableRows, memberPosition{}
	}
	var of facts.Club
	var found []leaguedb.Member
	b := &tenantdb.Batch{}
	leaguedb.LoadClub(b, &of, r.Club)
	leaguedb.LoadMembers(b, &found, r.Club, r.Params.Former, after.Key, after.ID, rules.Day(after.Day), most+1)
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	page := openapi.ClubMemberPage{}
	if len(found) > most {
		found = found[:most]
		last := found[most-1]
		page.NextCursor = c.Next(a.Cursors.Encode(list, memberPosition{last.NameKey, last.PlayerID.UUID, string(last.FromDay)}))
	}
	page.Items = openapi.Each(found, func(m leaguedb.Member) openapi.ClubMember { return views.ClubMember(leagueapi.Words(c), m, of.Name) })
	if table {
		body, err := views.MembersCSV(leagueapi.Words(c), page.Items)
		return openapi.ListClubMembers200TextcsvResponse{Body: bytes.NewReader(body), ContentLength: int64(len(body))}, err
	}
	return openapi.ListClubMembers200JSONResponse(page), nil
}

// ListClubMoves lists the latest comings into a club and leavings.
func (a API) ListClubMoves(ctx context.Context, r openapi.ListClubMovesRequestObject) (openapi.ListClubMovesResponseObject, error) {
	c := gate.From(ctx)
	var of facts.Club
	var found []leaguedb.Move
	b := &tenantdb.Batch{}
	leaguedb.LoadClub(b, &of, r.Club)
	leaguedb.LoadMoves(b, &found, r.Club, leagueapi.Limit(r.Params.Limit))
	if err := c.Door().Send(b); err != nil {
		return nil, err
	}
	return openapi.ListClubMoves200JSONResponse{Items: openapi.Each(found, func(m leaguedb.Move) openapi.ClubMove { return views.ClubMove(leagueapi.Words(c), m) })}, nil
}

// GetCategories answers with the year categories.
func (a API) GetCategories(ctx context.Context, _ openapi.GetCategoriesRequestObject) (openapi.GetCategoriesResponseObject, error) {
	c := gate.From(ctx)
	list, version, err := clubdesk.CategoryList(c.Door())
	c.ETag(gate.Version(version))
	return openapi.GetCategories200JSONResponse{Items: openapi.Each(list, views.Category)}, err
}

// SetCategories sets the year categories.
func (a API) SetCategories(ctx context.Context, r openapi.SetCategoriesRequestObject) (openapi.SetCategoriesResponseObject, error) {
	c := gate.From(ctx)
	var list []facts.Category
	for _, one := range r.Body.Categories {
		title, err := oneline.Clean(one.Title)
		if err != nil {
			return nil, err
		}
		list = append(list, facts.Category{Key: one.Key, Title: title, Basis: facts.CategoryBasis(one.By), Least: one.From, Most: one.Until})
	}
	version, err := a.room().SetCategories(c.Tx(), leagueapi.Act(c), leagueapi.From(r.Params.IfMatch), list)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(version))
	return openapi.SetCategories200JSONResponse{Items: openapi.Each(list, views.Category)}, nil
}

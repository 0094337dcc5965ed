package peopleapi

import (
	"context"

	"github.com/google/uuid"

	"referto/frontend/words"
	"referto/internal/authz/gate"
	"referto/internal/league"
	"referto/internal/league/desk/peopledesk"
	"referto/internal/league/desk/playerdesk"
	"referto/internal/league/facts"
	"referto/internal/league/leagueapi"
	"referto/internal/league/leaguedb"
	"referto/internal/league/views"
	"referto/openapi"
)

// GetMyPlayer answers with the caller's record in the tenant.
func (a API) GetMyPlayer(ctx context.Context, _ openapi.GetMyPlayerRequestObject) (openapi.GetMyPlayerResponseObject, error) {
	c := gate.From(ctx)
	mine, err := peopledesk.Mine(c.Door(), c.Account())
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(mine.Version))
	return openapi.GetMyPlayer200JSONResponse(views.OwnPlayer(mine)), nil
}

// ListMyMemberships lists in which clubs the caller has been.
func (a API) ListMyMemberships(ctx context.Context, _ openapi.ListMyMembershipsRequestObject) (openapi.ListMyMembershipsResponseObject, error) {
	c := gate.From(ctx)
	mine, err := peopledesk.Mine(c.Door(), c.Account())
	if err != nil {
		return nil, err
	}
	found, err := playerdesk.At(a.Desk).Memberships(c.Door(), mine.ID)
	if err != nil {
		return nil, err
	}
	c.ETag(gate.Version(found.Player.Version))
	return openapi.ListMyMemberships200JSONResponse(views.Memberships(words.For(c.Language), found)), nil
}

// UpdateMyPlayer corrects the caller's club and city.
func (a API) UpdateMyPlayer(ctx context.Context, r openapi.UpdateMyPlayerRequestObject) (openapi.UpdateMyPlayerResponseObject, error) {
	c := gate.From(ctx)
	done, err := peopledesk.At(a.Desk).CorrectMine(c.Tx(), leagueapi.Act(c), leagueapi.From(r.Params.IfMatch), r.Body.Club, r.Body.City)
	if err != nil {
		return nil, err
	}
	a.reached(c, done.Events)
	c.ETag(gate.Version(done.Player.Version))
	return openapi.UpdateMyPlayer200JSONResponse(views.OwnPlayer(done.Player)), nil
}

// UnlinkMyPlayer parts the caller from their record.
func (a API) UnlinkMyPlayer(ctx context.Context, _ openapi.UnlinkMyPlayerRequestObject) (openapi.UnlinkMyPlayerResponseObject, error) {
	c := gate.From(ctx)
	done, err := peopledesk.At(a.Desk).UnlinkMine(c.Tx(), leagueapi.Act(c))
	if err != nil {
		return nil, err
	}
	a.reached(c, done.Events)
	return openapi.UnlinkMyPlayer204Response{}, nil
}

// ListMyPlayerRequests returns the caller's requests in all tenants.
func (a API) ListMyPlayerRequests(ctx context.Context, r openapi.ListMyPlayerRequestsRequestObject) (openapi.ListMyPlayerRequestsResponseObject, error) {
	c := gate.From(ctx)
	list := leagueapi.ListName("my-player-requests", c.Account().String())
	var before uuid.UUID
	if _, err := a.Cursors.Decode(list, r.Params.Cursor, &before); err != nil {
		return nil, err
	}
	self, err := c.Global().Self(c.Account(), "")
	if err != nil {
		return nil, err
	}
	most := leagueapi.Limit(r.Params.Limit)
	found, err := leaguedb.OwnRequests(self, c.Account(), before, most+1)
	if err != nil {
		return nil, err
	}
	page := openapi.MyPlayerRequestPage{Items: []openapi.MyPlayerRequest{}}
	if len(found) > most {
		found = found[:most]
		page.NextCursor = c.Next(a.Cursors.Encode(list, found[most-1].ID))
	}
	records, err := a.recordsIn(c, found)
	if err != nil {
		return nil, err
	}
	for _, own := range found {
		page.Items = append(page.Items, openapi.MyPlayerRequest{
			Tenant: views.TenantRef(own.Tenant()), Request: views.PlayerRequest(words.For(c.Language), own.PlayerRequest, records[own.PlayerID]),
		})
	}
	return openapi.ListMyPlayerRequests200JSONResponse(page), nil
}

// recordsIn loads the records that requests in several tenants are about, one tenant after the
// other.
func (a API) recordsIn(c *gate.Call, found []leaguedb.OwnRequest) (map[league.PlayerID]facts.Player, error) {
	of := map[uuid.UUID][]facts.PlayerRequest{}
	for _, own := range found {
		of[own.TenantID] = append(of[own.TenantID], own.PlayerRequest)
	}
	all := map[league.PlayerID]facts.Player{}
	for tenant, requests := range of {
		door, err := c.Global().Look(tenant)
		if err != nil {
			return nil, err
		}
		records, err := recordsOf(door, requests)
		if err != nil {
			return nil, err
		}
		for id, p := range records {
			all[id] = p
		}
	}
	return all, nil
}
